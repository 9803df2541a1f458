// Records what happened to a refund. A processed refund becomes an event of the payment's ledger.
import type { PaymentEventSource } from '@baobab/contract/payments/admin.ts'
import type { RefundFailure, RefundState } from '@baobab/contract/payments/refunds.ts'
import { eq } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { lockPayment, recordEventsInTx } from '../record-events.ts'
import { refundEvents, refunds } from '../tables.ts'
import type { RefundRow } from './queries.ts'
import { computeNextCheck, isAccountOnItsWay, mayChange, toRecordedState, toRefundEventKey } from './rules.ts'

export type RefundReport = {
  state: RefundState
  failure?: RefundFailure
  /** The provider's id of the refund, if the reply had it. */
  providerId?: string
  /** The provider's explanation of a refusal. */
  explanation?: string
  /** When the request that this report answers was sent. */
  checkedAt: Date
  source: PaymentEventSource
}

/** Records a reply about a refund. Replies may arrive twice or in any order. Returns the refund's row. */
export async function recordRefund(app: App, { id, paymentId }: RefundRow, report: RefundReport): Promise<RefundRow> {
  return app.db.transaction(async (tx) => {
    await lockPayment(tx, paymentId)
    const [before] = await tx.select().from(refunds).where(eq(refunds.id, id))
    if (!before) throw new Error('no such refund')
    if (!mayChange(before, report)) return before
    if (report.source !== 'admin' && isAccountOnItsWay(before, report)) return before
    const state = toRecordedState(before, report.state)
    const now = app.clock.now()
    const isChanged = state !== before.state
    const [after] = await tx
      .update(refunds)
      .set({
        state,
        failure: state === 'failed' ? (report.failure ?? before.failure ?? 'failed') : null,
        providerId: report.providerId ?? before.providerId,
        checkedAt: report.checkedAt,
        nextCheckAt: computeNextCheck({ ...before, state, ...(isChanged && { changedAt: now }), now }),
        // What an admin settled was the earlier state.
        ...(isChanged && { changedAt: now, settledAt: null }),
      })
      .where(eq(refunds.id, id))
      .returning()
    if (!after) throw new Error('a locked refund has disappeared')
    if (!isChanged) return after
    const explanation = report.explanation || null
    await tx.insert(refundEvents).values({ refundId: id, paymentId, state, explanation, at: now })
    // Without an event, recording only recomputes whether an admin is needed.
    const events =
      state === 'processed'
        ? [
            {
              kind: 'refunded' as const,
              key: toRefundEventKey(id),
              amountKobo: after.isWhole ? null : after.amountKobo,
            },
          ]
        : []
    await recordEventsInTx(app, tx, { paymentId, source: report.source, events })
    return after
  })
}
