import type { ErrorCodes } from '../kernel/error-codes.ts'
import { paymentsText } from './text.ts'

export const paymentsErrors = {
  signature_invalid: { status: 401, message: 'The signature is not valid.' },
  payment_needed: { status: 402, message: paymentsText.makeAPayment },
  payment_unverified: { status: 402, message: paymentsText.paymentFailed },
  already_paid: { status: 409, message: paymentsText.alreadyPaid },
  payment_pending: { status: 409, message: paymentsText.paymentPending },
  refund_refused: { status: 409, message: paymentsText.refundRefused },
  payment_unseen: { status: 503, message: paymentsText.paymentUnseen },
  provider_away: { status: 503, message: paymentsText.providerAway },
} as const satisfies ErrorCodes
