// Lets an admin refund a payment through the provider. The provider has no keys that make a request safe to repeat, so the refund is
// stored first, the provider is called once, and a job finds out what happened if the reply is lost.
import type { AskRefundForm, RefundState } from '@baobab/contract/payments/refunds.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { eq } from 'drizzle-orm'
import type { output } from 'zod/mini'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { ProviderUnavailableError } from '../../platform/payment-provider/paystack.ts'
import { paymentByReference } from '../queries.ts'
import { lockPayment, recordEventsInTx } from '../record-events.ts'
import { refundEvents, refundNotes, refunds } from '../tables.ts'
import { loadAskable, type RefundRow } from './queries.ts'
import { recordRefund, type RefundReport } from './record-refund.ts'
import { computeNextCheck, toRefundEventKey, toRefundNumber, toRefundState, type Askable } from './rules.ts'

type RefundInput = output<typeof AskRefundForm> & { reference: string }

/** What an admin reads once the provider was asked. */
export const askedMessages: Record<RefundState, string> = {
  asked: paymentsText.refundUnanswered,
  pending: paymentsText.refundAsked,
  processing: paymentsText.refundAsked,
  'needs-attention': paymentsText.refundStopped,
  failed: paymentsText.refundFailed,
  processed: paymentsText.refundProcessed,
}

/** Asks the provider for a refund. Requests with the same key ask once, and return what is known about it. */
export async function askRefund(
  app: App,
  who: AdminUser,
  input: RefundInput,
): Promise<{ message: string; state: RefundState }> {
  const { refund, isNew } = await storeRefund(app, who, input)
  const { state } = isNew ? await callProvider(app, refund, input.reference) : refund
  return { message: askedMessages[state], state }
}

/** Stores the refund before the provider is called, unless it is stored already. */
async function storeRefund(
  app: App,
  who: AdminUser,
  { reference, key, amountKobo, reason, note }: RefundInput,
): Promise<{ refund: RefundRow; isNew: boolean }> {
  return app.db.transaction(async (tx) => {
    const known = (await paymentByReference(tx, reference)) ?? fail('not_found')
    const { payment, erasedAt } = await lockPayment(tx, known.id)
    const [stored] = await tx.select().from(refunds).where(eq(refunds.id, key))
    if (stored) return { refund: requireSame(stored, payment.id, amountKobo), isNew: false }
    const askable = await loadAskable(tx, payment)
    if (typeof askable === 'string') fail(askable)
    const now = app.clock.now()
    const [refund] = await tx
      .insert(refunds)
      .values({
        id: key,
        paymentId: payment.id,
        amountKobo: requireWithin(askable, amountKobo),
        isWhole: askable.isWhole,
        reason,
        state: 'asked',
        adminId: who.id,
        askedAt: now,
        changedAt: now,
        nextCheckAt: computeNextCheck({ state: 'asked', replacedAt: null, changedAt: now, now }),
      })
      .returning()
    if (!refund) throw new Error('no refund was stored')
    const event = { refundId: refund.id, paymentId: payment.id, state: refund.state, adminId: who.id, at: now }
    await tx.insert(refundEvents).values(event)
    // The note may name a person, and notes are deleted only when an account is erased.
    if (note !== '' && erasedAt === null)
      await tx.insert(refundNotes).values({ paymentId: payment.id, key: toRefundEventKey(refund.id), note })
    await recordEventsInTx(app, tx, { paymentId: payment.id, source: 'admin', events: [] })
    const details = { amountKobo: refund.amountKobo, reason, number: toRefundNumber(refund.id) }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'payment.refund_asked', subject: payment.id, details })
    return { refund, isNew: true }
  })
}

/** Returns a stored refund if a request with its key asks for the same again. */
function requireSame(stored: RefundRow, paymentId: string, wanted = stored.amountKobo): RefundRow {
  if (stored.paymentId !== paymentId) fail('not_found')
  if (stored.amountKobo !== wanted) failField('amountKobo', paymentsText.refundOtherAmount)
  return stored
}

/** Returns the amount to refund: `wanted`, or by default everything that is left. */
function requireWithin({ leftKobo, isWhole }: Askable, wanted = leftKobo): number {
  if (wanted > leftKobo) failField('amountKobo', paymentsText.refundTooMuch)
  if (isWhole && wanted < leftKobo) failField('amountKobo', paymentsText.refundWhole)
  return wanted
}

/** Calls the provider, once, and records its reply. Without a reply the refund stays `asked`. */
async function callProvider(app: App, refund: RefundRow, reference: string): Promise<RefundRow> {
  const checkedAt = app.clock.now()
  try {
    const answer = await app.paystack.createRefund({
      reference,
      amountKobo: refund.isWhole ? undefined : refund.amountKobo,
      customerNote: 'Refund of your Baobab payment',
      merchantNote: `Refund ${toRefundNumber(refund.id)}`,
    })
    const report: Omit<RefundReport, 'checkedAt' | 'source'> =
      'refusal' in answer
        ? { state: 'failed', failure: 'refused', explanation: answer.refusal }
        : { state: toRefundState(answer.refund.status) ?? 'pending', providerId: answer.refund.id }
    return await recordRefund(app, refund, { ...report, checkedAt, source: 'admin' })
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error
    app.log.warn({ err: error }, 'the payment provider did not reply to a refund')
    return refund
  }
}
