import { and, asc, eq, like, or } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { PaymentRow } from '../queries.ts'
import { refundNoteKey, sumNotedRefunds } from '../rules.ts'
import { paymentEvents } from '../tables.ts'
import { computeRefundLimits, type RefundLimits } from './rules.ts'

/**
 * Loads how much of a payment may be noted as refunded; null if nothing may. Reads only the relevant events, because a payment
 * can have many.
 */
export async function loadRefundLimits(db: Db | Tx, payment: PaymentRow): Promise<RefundLimits | null> {
  const { kind, key, amountKobo, paymentId, seq } = paymentEvents
  const isNotedRefund = and(eq(kind, 'refunded'), like(key, refundNoteKey('%')))
  const events = await db
    .select({ kind, key, amountKobo })
    .from(paymentEvents)
    .where(and(eq(paymentId, payment.id), or(isNotedRefund, eq(kind, 'mismatch'))))
    .orderBy(asc(seq))
  return computeRefundLimits(payment, {
    notedKobo: sumNotedRefunds(events, payment.amountKobo),
    mismatchKobo: events.findLast((event) => event.kind === 'mismatch')?.amountKobo ?? null,
  })
}
