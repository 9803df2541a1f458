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
import { needsAdmin, toRefundNumber } from './rules.ts'

type Input = { reference: string; refundId: string; isSettled: boolean }

/** Lets an admin say that nothing more has to be done about a refund that failed or was made twice, and take that back. */
export async function settleRefund(
  app: App,
  who: AdminUser,
  { reference, refundId, isSettled }: Input,
): Promise<{ message: string }> {
  return app.db.transaction(async (tx) => {
    const known = (await paymentByReference(tx, reference)) ?? fail('not_found')
    await lockPayment(tx, known.id)
    const refund = (await findRefund(tx, known.id, refundId)) ?? fail('not_found')
    const message = isSettled ? paymentsText.refundSettled : paymentsText.refundUnsettled
    if ((refund.settledAt !== null) === isSettled) return { message }
    if (isSettled && (refund.state === 'needs-attention' || !needsAdmin(refund))) fail('refund_needs_nothing')
    const settledAt = isSettled ? app.clock.now() : null
    await tx.update(refunds).set({ settledAt }).where(eq(refunds.id, refundId))
    await recordEventsInTx(app, tx, { paymentId: known.id, source: 'admin', events: [] })
    const details = { number: toRefundNumber(refundId), isSettled }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'payment.refund_settled', subject: known.id, details })
    return { message }
  })
}
