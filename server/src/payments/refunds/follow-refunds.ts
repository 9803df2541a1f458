// Asks the provider what became of refunds: after its webhooks, when an admin checks a payment, and on a schedule. The reply to our own
// request counts, because a webhook about a refund does not say which of several refunds it is about.
import { and, asc, eq, isNotNull, lte, ne } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { defineQueue } from '../../platform/jobs/jobs.ts'
import { ProviderUnavailableError } from '../../platform/payment-provider/paystack.ts'
import type { ProviderRefund } from '../../platform/payment-provider/transaction.ts'
import { payments, refunds } from '../tables.ts'
import { listRefunds, type RefundRow } from './queries.ts'
import { recordRefund } from './record-refund.ts'
import { computeNextCheck, findFailure, matchRefund, toRefundState } from './rules.ts'

export const followedRefunds = defineQueue<{ paymentId: string }>('follow-refunds', {
  retryLimit: 20,
  heartbeatSeconds: 60,
})

const BATCH_SIZE = 50

/** Asks about the refunds of a payment that may still change. Returns false if the provider is unavailable. */
export async function followRefunds(app: App, paymentId: string): Promise<boolean> {
  const rows = (await listRefunds(app.db, paymentId)).filter(({ state }) => state !== 'processed')
  for (const refund of rows) if (!(await checkRefund(app, refund))) return false
  return true
}

/** Handles a job of the queue. Throws if the provider is unavailable, so that the job is retried. */
export async function followAfterWebhook(app: App, { paymentId }: { paymentId: string }): Promise<void> {
  if (!(await followRefunds(app, paymentId))) throw new Error('the payment provider is unavailable')
}

/** Asks about all refunds that are due. Stops early if the provider is unavailable. */
export async function checkDueRefunds(app: App): Promise<void> {
  for (;;) {
    const due = await claimDue(app)
    for (const refund of due) if (!(await checkRefund(app, refund))) return
    if (due.length < BATCH_SIZE) return
  }
}

/** Claims due refunds by setting their next time, so that two servers do not ask about the same one. */
function claimDue(app: App): Promise<RefundRow[]> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now()
    const rows = await tx
      .select()
      .from(refunds)
      .where(and(isNotNull(refunds.nextCheckAt), lte(refunds.nextCheckAt, now)))
      .orderBy(asc(refunds.nextCheckAt))
      .limit(BATCH_SIZE)
      .for('no key update', { skipLocked: true })
    for (const row of rows)
      await tx
        .update(refunds)
        .set({ nextCheckAt: computeNextCheck({ ...row, now }) })
        .where(eq(refunds.id, row.id))
    return rows
  })
}

/** Asks about one refund and records the reply. Returns false if the provider is unavailable. */
async function checkRefund(app: App, refund: RefundRow): Promise<boolean> {
  const checkedAt = app.clock.now()
  try {
    const { found, isComplete } = await findRefund(app, refund)
    if (found) {
      const state = toRefundState(found.status) ?? refund.state
      await recordRefund(app, refund, { state, providerId: found.id, checkedAt, source: 'reconcile' })
      return true
    }
    const failure = isComplete ? findFailure(refund, checkedAt) : undefined
    if (failure) await recordRefund(app, refund, { state: 'failed', failure, checkedAt, source: 'reconcile' })
    return true
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error
    app.log.warn({ err: error }, 'the payment provider is unavailable')
    return false
  }
}

type Found = {
  found: ProviderRefund | undefined
  /** Whether the provider does not know a refund that was not found. */
  isComplete: boolean
}

/** Finds a refund by the provider's id or, if its reply was lost, among the refunds of the transaction. */
async function findRefund(app: App, refund: RefundRow): Promise<Found> {
  const { providerId, paymentId } = refund
  if (providerId !== null) return { found: await app.paystack.fetchRefund(providerId), isComplete: true }
  const [payment] = await app.db
    .select({ reference: payments.reference })
    .from(payments)
    .where(eq(payments.id, paymentId))
  const transaction = payment && (await app.paystack.verify(payment.reference))
  if (!transaction) return { found: undefined, isComplete: true }
  const { refunds: listed, isComplete } = await app.paystack.listRefunds(transaction.id)
  const others = await app.db
    .select({ id: refunds.providerId })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), ne(refunds.id, refund.id), isNotNull(refunds.providerId)))
  return { found: matchRefund(refund, listed, new Set(others.map(({ id }) => id ?? ''))), isComplete }
}
