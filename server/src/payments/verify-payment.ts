// What a payer is told about a payment. The page after paying asks here, and who was debited and saw nothing of it.
import type { PaymentState, Verified } from '@baobab/contract/payments.ts'
import { text } from '@baobab/contract/text.ts'
import type { App } from '../app.ts'
import { fail } from '../platform/errors.ts'
import type { Asked } from './ask-provider.ts'
import { paymentByReference, paymentOf, type PaymentRow } from './queries.ts'
import { isSettled, opensAll } from './rules.ts'
import { askForPayer } from './share-answers.ts'

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
export async function verifyPayment(app: App, owned: Owned): Promise<Verified> {
  const asked = await askForPayer(app, await ownPayment(app, owned, text.paymentFailed))
  const { payment } = asked
  const shown = paymentOf(payment)
  if (opensAll(payment.state, payment.confirmedAt !== null))
    return { success: true, pending: false, message: text.paymentVerified, payment: shown }
  const isRefused = payment.attention === 'mismatch' || (asked.said !== 'pending' && refusals[payment.state])
  if (asked.isAnswered && isRefused) fail('payment_unverified')
  return { success: false, pending: true, message: text.verifyingPayment, payment: shown }
}

/** What is known of a payment, in a sentence, and whether the provider was there to be asked. */
export async function checkPayment(app: App, owned: Owned) {
  const asked = await askForPayer(app, await ownPayment(app, owned, text.paymentUnknown))
  return { payment: paymentOf(asked.payment), message: sentenceOf(asked), isFresh: asked.isAnswered }
}

const sentences: Record<PaymentState, string> = {
  opened: text.paymentOpened,
  pending: text.paymentPending,
  abandoned: text.paymentAbandoned,
  failed: text.paymentDeclined,
  succeeded: text.paymentSucceeded,
  disputed: text.paymentSucceeded,
  refunded: text.paymentRefunded,
}

function sentenceOf({ payment, isAnswered, said }: Asked): string {
  if (payment.attention === 'mismatch') return text.paymentMismatch
  if (payment.attention === 'refund-due') return text.paidTwice.description
  if (isSettled(payment)) return sentences[payment.state]
  if (!isAnswered) return text.providerAwayLater
  if (said === 'pending') return text.paymentPending
  return payment.state === 'disputed' ? text.paymentOpened : sentences[payment.state]
}
