// What may still be noted as given back. It reads what the payment's row does not hold, however long its history is.
import { and, asc, eq, or } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { PaymentRow } from '../queries.ts'
import { sumNotedRefunds } from '../rules.ts'
import { paymentEvents } from '../tables.ts'
import { refundLimits, type RefundLimits } from './rules.ts'

/** Reads it; null where nothing may be noted. */
export async function loadRefundLimits(db: Db | Tx, payment: PaymentRow): Promise<RefundLimits | null> {
  const { kind, key, amountKobo, paymentId, source, seq } = paymentEvents
  const noted = and(eq(kind, 'refunded'), eq(source, 'admin'))
  const events = await db
    .select({ kind, key, amountKobo })
    .from(paymentEvents)
    .where(and(eq(paymentId, payment.id), or(noted, eq(kind, 'mismatch'))))
    .orderBy(asc(seq))
  return refundLimits(payment, {
    notedKobo: sumNotedRefunds(events, payment.amountKobo),
    cameKobo: events.findLast((event) => event.kind === 'mismatch')?.amountKobo ?? null,
  })
}
