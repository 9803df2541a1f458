// Queries for refunds that the provider was asked for.
import { isBeingMade, type AskedRefund } from '@baobab/contract/payments/refunds.ts'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { admins } from '../../accounts/tables.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { PaymentRow } from '../queries.ts'
import { paymentEvents, refundEvents, refundNotes, refunds } from '../tables.ts'
import { computeAskable, isUnderWay, needsAdmin, toRefundEventKey, toRefundNumber } from './rules.ts'

export type RefundRow = typeof refunds.$inferSelect

/** Returns a payment's refunds, newest first. */
export function listRefunds(db: Db | Tx, paymentId: string): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(desc(refunds.askedAt), desc(refunds.id))
}

/** Returns whether the provider may be making a refund of a payment now, without anybody's help. */
export async function isRefundBeingMade(tx: Tx, paymentId: string): Promise<boolean> {
  return (await listRefunds(tx, paymentId)).some(({ state }) => isBeingMade(state))
}

/** Returns what the provider may be asked to refund of a payment, or the code of the reason why nothing. */
export async function loadAskable(db: Db | Tx, payment: PaymentRow) {
  const rows = await listRefunds(db, payment.id)
  const [mismatch] = await db
    .select({ amountKobo: paymentEvents.amountKobo })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, payment.id), eq(paymentEvents.kind, 'mismatch')))
    .orderBy(desc(paymentEvents.seq))
    .limit(1)
  return computeAskable(payment, {
    hasOpen: rows.some(({ state }) => isUnderWay(state)),
    // The same attention is also that of our own latest refund.
    isUnclear: payment.attention === 'refund-unclear' && !(rows[0] && needsAdmin(rows[0].state)),
    mismatchKobo: mismatch?.amountKobo ?? null,
  })
}

/**
 * Returns whether an admin has to do something about a payment's latest refund. A refund recorded since settles it.
 * @param events the payment's ledger
 */
export async function needsRefundAttention(
  tx: Tx,
  paymentId: string,
  events: readonly { kind: string; at: Date }[],
): Promise<boolean> {
  const [latest] = await listRefunds(tx, paymentId)
  if (!latest || !needsAdmin(latest.state)) return false
  return !events.some(({ kind, at }) => kind === 'refunded' && at > latest.changedAt)
}

/** Loads a payment's refunds with their history, newest first. */
export async function loadAskedRefunds(db: Db, paymentId: string): Promise<AskedRefund[]> {
  const rows = await listRefunds(db, paymentId)
  const keys = rows.map(({ id }) => toRefundEventKey(id))
  const [events, notes] = await Promise.all([
    db
      .select({ event: refundEvents, admin: admins.username })
      .from(refundEvents)
      .leftJoin(admins, eq(admins.id, refundEvents.adminId))
      .where(eq(refundEvents.paymentId, paymentId))
      .orderBy(asc(refundEvents.seq)),
    db
      .select()
      .from(refundNotes)
      .where(and(eq(refundNotes.paymentId, paymentId), inArray(refundNotes.key, keys))),
  ])
  return rows.map(({ id, state, failure, amountKobo, reason, providerId }) => ({
    _id: id,
    number: toRefundNumber(id),
    state,
    failure,
    amountKobo,
    reason,
    note: notes.find(({ key }) => key === toRefundEventKey(id))?.note ?? null,
    providerId,
    events: events
      .filter(({ event }) => event.refundId === id)
      .map(({ event, admin }) => ({
        state: event.state,
        admin,
        explanation: event.explanation,
        at: event.at.toISOString(),
      })),
  }))
}
