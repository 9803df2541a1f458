import { paymentsText } from '@baobab/contract/payments/text.ts'
import { eq } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { paymentByReference } from '../queries.ts'
import { lockPayment, recordEventsInTx } from '../record-events.ts'
import { refunds } from '../tables.ts'
import { findRefund } from './queries.ts'
import { endStuckRefund } from './end-stuck-refund.ts'
import { needsAdmin, toRefundNumber } from './rules.ts'

type Input = { reference: string; refundId: string; isSettled: boolean }

/**
 * Lets an admin say that nothing more has to be done about a refund that failed or was made twice, and undo that. A refund that needs
 * bank details ends for good; this is allowed only if the whole payment was returned in another way.
 */
export async function settleRefund(
  app: App,
  who: AdminUser,
  { reference, refundId, isSettled }: Input,
): Promise<{ message: string }> {
  return app.db.transaction(async (tx) => {
    const known = (await paymentByReference(tx, reference)) ?? fail('not_found')
    const { payment } = await lockPayment(tx, known.id)
    const refund = (await findRefund(tx, known.id, refundId)) ?? fail('not_found')
    const message = isSettled ? paymentsText.refundSettled : paymentsText.refundUnsettled
    if ((refund.settledAt !== null) === isSettled) return { message }
    const isEnded = payment.state === 'refunded' && refund.replacedAt !== null && refund.state === 'failed'
    if (isSettled && isEnded) return { message }
    const isStuck = refund.state === 'needs-attention'
    if (isSettled && (!needsAdmin(refund) || (isStuck && payment.state !== 'refunded'))) fail('refund_needs_nothing')
    if (isStuck) await endStuckRefund(app, tx, known.id, who.id)
    else {
      const settledAt = isSettled ? app.clock.now() : null
      await tx.update(refunds).set({ settledAt }).where(eq(refunds.id, refundId))
    }
    await recordEventsInTx(app, tx, { paymentId: known.id, source: 'admin', events: [] })
    const details = { number: toRefundNumber(refundId), isSettled }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'payment.refund_settled', subject: known.id, details })
    return { message }
  })
}
