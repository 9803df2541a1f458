// What a payer is told about a payment. The page after paying asks here, and who was debited and saw nothing of it.
import type { PaymentState, PaymentVerdict, PaymentVerification } from '@baobab/contract/payments.ts'
import { paymentsText } from '@baobab/contract/payments-text.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import type { ProviderCheck } from './ask-provider.ts'
import { paymentByReference, toPaymentReply, type PaymentRow } from './queries.ts'
import { opensAll } from './rules.ts'
import { askForPayer } from './ask-for-payer.ts'

type Owned = {
  studentId: string
  reference: string
  /** Who asks by a parent's link hears of payments that were opened by such a link. */
  openedBy?: 'parent'
}

/** A student's own payment. Another one's is not told apart from one that is not there (security.md P-03). */
async function ownPayment(app: App, { studentId, reference, openedBy }: Owned, message: string): Promise<PaymentRow> {
  const payment = await paymentByReference(app.db, reference)
  const isOwn = payment?.studentId === studentId && (openedBy === undefined || payment.openedBy === openedBy)
  return isOwn ? payment : fail('not_found', { message })
}

const refusals: Partial<Record<PaymentState, true>> = { failed: true, abandoned: true, refunded: true }

/** Asks the provider and says what it means for the account: paid, refused, or not known yet (`pending`). */
export async function verifyPayment(app: App, owned: Owned): Promise<PaymentVerification> {
  const asked = await askForPayer(app, await ownPayment(app, owned, paymentsText.paymentFailed))
  const { payment } = asked
  const shown = toPaymentReply(payment)
  if (opensAll(payment.state, payment.confirmedAt !== null))
    return { success: true, pending: false, message: paymentsText.paymentVerified, payment: shown }
  const isRefused = payment.attention === 'mismatch' || (asked.said !== 'pending' && refusals[payment.state])
  if (asked.isAnswered && isRefused) fail('payment_unverified')
  return { success: false, pending: true, message: paymentsText.verifyingPayment, payment: shown }
}

/** How a payment stands, in a word and in a sentence. */
export async function checkPayment(app: App, owned: Owned) {
  const asked = await askForPayer(app, await ownPayment(app, owned, paymentsText.paymentUnknown))
  const verdict = toVerdict(asked)
  return { payment: toPaymentReply(asked.payment), verdict, message: sentences[verdict] }
}

const sentences: Record<PaymentVerdict, string> = {
  paid: paymentsText.paymentSucceeded,
  'refund-due': paymentsText.paidTwice.description,
  'given-back': paymentsText.paymentRefunded,
  mismatch: paymentsText.paymentMismatch,
  'on-its-way': paymentsText.paymentPending,
  untouched: paymentsText.paymentOpened,
  abandoned: paymentsText.paymentAbandoned,
  declined: paymentsText.paymentDeclined,
  away: paymentsText.providerAwayLater,
}

function toVerdict({ payment, isAnswered, said }: ProviderCheck): PaymentVerdict {
  if (payment.attention === 'refund-due') return 'refund-due'
  if (payment.state === 'refunded') return 'given-back'
  if (opensAll(payment.state, payment.confirmedAt !== null)) return 'paid'
  if (payment.attention === 'mismatch') return 'mismatch'
  if (!isAnswered) return 'away'
  if (said === 'pending' || payment.state === 'pending') return 'on-its-way'
  if (payment.state === 'failed') return 'declined'
  return payment.state === 'abandoned' ? 'abandoned' : 'untouched'
}
