// Reports the state of a payment to its payer: on the page after paying, and if money was debited but access was not
// granted.
import type { PaymentState, PaymentVerdict, PaymentVerification } from '@baobab/contract/payments/endpoints.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { askForPayer } from './ask-for-payer.ts'
import type { ProviderCheck } from './ask-provider.ts'
import { paymentByReference, toPaymentReply, type PaymentRow } from './queries.ts'
import { grantsAccess } from './rules.ts'

type Ownership = {
  studentId: string
  reference: string
  /** Set for holders of a payment link, who see only payments opened with a link. */
  openedBy?: 'parent'
}

/** Finds one of the caller's payments. Another student's payment is refused like an unknown one. */
async function requireOwnPayment(
  app: App,
  { studentId, reference, openedBy }: Ownership,
  message: string,
): Promise<PaymentRow> {
  const payment = await paymentByReference(app.db, reference)
  const isOwn = payment?.studentId === studentId && (openedBy === undefined || payment.openedBy === openedBy)
  return isOwn ? payment : fail('not_found', { message })
}

const refusedStates: ReadonlySet<PaymentState> = new Set(['failed', 'abandoned', 'refunded'])

/**
 * Asks the provider and returns whether the account is open. Fails if the payment was refused. A reused answer refuses
 * nothing: the student may have paid since, so the page is told to ask again.
 */
export async function verifyPayment(app: App, ownership: Ownership): Promise<PaymentVerification> {
  const check = await askForPayer(app, await requireOwnPayment(app, ownership, paymentsText.paymentFailed))
  const { payment, finding, isAnswered, isReused } = check
  const reply = toPaymentReply(payment)
  if (grantsAccess(payment))
    return { success: true, pending: false, message: paymentsText.paymentVerified, payment: reply }
  const isRefused =
    payment.attention === 'mismatch' || (finding?.kind !== 'pending' && refusedStates.has(payment.state))
  if (isAnswered && !isReused && isRefused) fail('payment_unverified')
  return { success: false, pending: true, message: paymentsText.verifyingPayment, payment: reply }
}

/** Asks the provider and explains what is known about a payment. */
export async function checkPayment(app: App, ownership: Ownership) {
  const check = await askForPayer(app, await requireOwnPayment(app, ownership, paymentsText.paymentUnknown))
  const verdict = toVerdict(check)
  return { payment: toPaymentReply(check.payment), verdict, message: verdictText[verdict] }
}

const verdictText: Record<PaymentVerdict, string> = {
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

function toVerdict({ payment, isAnswered, finding }: ProviderCheck): PaymentVerdict {
  if (payment.attention === 'refund-due') return 'refund-due'
  if (payment.state === 'refunded') return 'given-back'
  if (grantsAccess(payment)) return 'paid'
  if (payment.attention === 'mismatch') return 'mismatch'
  if (!isAnswered) return 'away'
  if (finding?.kind === 'pending' || payment.state === 'pending') return 'on-its-way'
  if (payment.state === 'failed') return 'declined'
  return payment.state === 'abandoned' ? 'abandoned' : 'untouched'
}
