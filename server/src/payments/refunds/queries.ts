// Queries for refunds that the provider was asked for.
import { isBeingMade, refundStates, type AskedRefund } from '@baobab/contract/payments/refunds.ts'
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { admins } from '../../accounts/tables.ts'
import { isId, type Db, type Tx } from '../../platform/database/database.ts'
import { grantsAccessSql, type PaymentRow } from '../queries.ts'
import { grantsAccess, type RefundTrouble } from '../rules.ts'
import { paymentEvents, payments, refundEvents, refundNotes, refunds } from '../tables.ts'
import {
  computeAccessAfterRefund,
  computeAskable,
  isUnsettledDouble,
  isUnderWay,
  needsAdmin,
  toRefundEventKey,
  toRefundNumber,
} from './rules.ts'

export type RefundRow = typeof refunds.$inferSelect

/** Returns a payment's refunds, newest first. */
export function listRefunds(db: Db | Tx, paymentId: string): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(desc(refunds.askedAt), desc(refunds.id))
}

/** Returns whether the provider may be refunding a payment now, without help from an admin. */
export async function isRefundBeingMade(tx: Tx, paymentId: string): Promise<boolean> {
  return (await listRefunds(tx, paymentId)).some(({ state }) => isBeingMade(state))
}

/** Returns how much of a payment the provider may be asked to refund, or the code that says why it may not be asked. */
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
    // Trouble with our own refunds causes the same attention reason.
    isUnclear:
      payment.attention === 'refund-unclear' && !rows.some(isUnsettledDouble) && !(rows[0] && needsAdmin(rows[0])),
    mismatchKobo: mismatch?.amountKobo ?? null,
  })
}

/**
 * Returns why an admin has to look at a payment's refunds: one was made twice, or the latest has failed or is stuck. A failed or
 * stuck one needs no admin if another refund has been recorded since.
 * @param events the payment's ledger
 */
export async function findRefundTrouble(
  tx: Tx,
  paymentId: string,
  events: readonly { kind: string; at: Date }[],
): Promise<RefundTrouble | null> {
  const rows = await listRefunds(tx, paymentId)
  if (rows.some(isUnsettledDouble)) return 'made-twice'
  const [latest] = rows
  if (!latest || !needsAdmin(latest)) return null
  return events.some(({ kind, at }) => kind === 'refunded' && at > latest.changedAt) ? null : 'not-made'
}

/** Finds a refund of a payment, which the caller has locked. */
export async function findRefund(tx: Tx, paymentId: string, refundId: string): Promise<RefundRow | undefined> {
  if (!isId(refundId)) return undefined
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, refundId), eq(refunds.paymentId, paymentId)))
  return row
}

/** Loads what a refund of all of a payment does to its student's access. */
export async function loadAccessAfterRefund(db: Db | Tx, payment: PaymentRow) {
  const isOpen = inArray(refunds.state, refundStates.filter(isUnderWay))
  const openRefundsKobo = sql<number>`coalesce(sum(${refunds.amountKobo}), 0)::integer`
  const others = await db
    .select({ amountKobo: payments.amountKobo, refundedKobo: payments.refundedKobo, openRefundsKobo })
    .from(payments)
    .leftJoin(refunds, and(eq(refunds.paymentId, payments.id), isOpen))
    .where(and(eq(payments.studentId, payment.studentId), ne(payments.id, payment.id), grantsAccessSql()))
    .groupBy(payments.id)
  return computeAccessAfterRefund(grantsAccess(payment), others)
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
  return rows.map(({ id, state, failure, amountKobo, reason, providerId, replacedAt, settledAt }) => ({
    _id: id,
    number: toRefundNumber(id),
    state,
    failure,
    amountKobo,
    reason,
    note: notes.find(({ key }) => key === toRefundEventKey(id))?.note ?? null,
    providerId,
    isReplaced: replacedAt !== null,
    isSettled: settledAt !== null,
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
