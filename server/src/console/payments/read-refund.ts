// What may still be noted as given back. It reads what the payment's row does not hold, however long its history is.
import { and, asc, eq, or } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import type { PaymentRow } from '../../payments/queries.ts'
import { notedBack } from '../../payments/rules.ts'
import { paymentEvents } from '../../payments/tables.ts'
import { refundOf, type Refund } from './rules.ts'

/** Reads it; null where nothing may be noted. */
export async function readRefund(db: Db | Tx, payment: PaymentRow): Promise<Refund | null> {
  const { kind, key, amountKobo, paymentId, source, seq } = paymentEvents
  const noted = and(eq(kind, 'refunded'), eq(source, 'admin'))
  const events = await db
    .select({ kind, key, amountKobo })
    .from(paymentEvents)
    .where(and(eq(paymentId, payment.id), or(noted, eq(kind, 'mismatch'))))
    .orderBy(asc(seq))
  return refundOf(payment, {
    notedKobo: notedBack(events, payment.amountKobo),
    cameKobo: events.findLast((event) => event.kind === 'mismatch')?.amountKobo ?? null,
  })
}
