import { and, eq } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refundEvents, refunds } from '../tables.ts'
import { computeNextCheck } from './rules.ts'

/**
 * Ends a payment's refund that needs bank details, because it was made in another way. The provider cannot cancel a refund, so the
 * job keeps asking whether it made this one too. The caller has locked the payment.
 */
export async function endStuckRefund(app: App, tx: Tx, paymentId: string, adminId: string): Promise<void> {
  const now = app.clock.now()
  const state = 'failed'
  const replaced = await tx
    .update(refunds)
    .set({
      state,
      failure: 'failed',
      replacedAt: now,
      changedAt: now,
      nextCheckAt: computeNextCheck({ state, replacedAt: now, changedAt: now, now }),
    })
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.state, 'needs-attention')))
    .returning({ refundId: refunds.id })
  for (const { refundId } of replaced)
    await tx.insert(refundEvents).values({ refundId, paymentId, state, adminId, at: now })
}
