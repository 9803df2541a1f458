// The one way in which a payment changes: events are added, and everything else is computed from all of them anew. Two
// who tell the same at once add it once; in which order they come makes no difference.
import { paymentsText } from '@baobab/contract/payments-text.ts'
import { and, asc, eq, ne, sql, type SQL } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { createNotification } from '../notifications/create-notification.ts'
import type { Tx } from '../platform/database/database.ts'
import { paymentAlerts, paymentReceipts, refundMails } from './payment-mails.ts'
import { isPaid, grantsAccessSql, type PaymentRow } from './queries.ts'
import { deriveAttention, givenBack, computeNextAsk, opensAll, deriveState, type LedgerEvent } from './rules.ts'
import { paymentEvents, payments, type EventKind, type EventSource } from './tables.ts'

export type NewEvent = {
  kind: EventKind
  key?: string
  amountKobo?: number | null
  details?: Record<string, string | number | boolean | null>
}

type Recording = {
  paymentId: string
  source: EventSource
  events: readonly NewEvent[]
  adminId?: string
  /** What the provider said of the payment beside its state. */
  facts?: { paidAt: Date | null; channel: string | null }
  /** The provider was asked and has answered. */
  isAnswer?: boolean
}

/** Adds events to a payment and moves it to where all its events put it. Answers the payment as it stands then. */
export async function recordEvents(app: App, recording: Recording): Promise<PaymentRow> {
  return app.db.transaction((tx) => record(app, tx, recording))
}

/** The same within a transaction that has more to do. It takes the student's row first, then the payment's. */
export async function record(app: App, tx: Tx, recording: Recording): Promise<PaymentRow> {
  const { payment: before, erasedAt } = await lockPayment(tx, recording.paymentId)
  await append(app, tx, before, recording)
  const events = await loadLedgerEvents(tx, before.id)
  const state = deriveState(events, before.amountKobo)
  const success = events.find(({ kind }) => kind === 'succeeded')
  const isSurplus = success !== undefined && (isLate(success, erasedAt) || (await hasEarlier(tx, before)))
  const now = app.clock.now()
  const confirmedAt = success ? (before.confirmedAt ?? now) : null
  const paidAt = success ? (before.paidAt ?? recording.facts?.paidAt ?? now) : null
  const givenBackKobo = givenBack(events, before.amountKobo)
  const [after] = await tx
    .update(payments)
    .set({
      state,
      attention: deriveAttention(events, { state, isSurplus }),
      confirmedAt,
      paidAt,
      ...(givenBackKobo === before.givenBackKobo ? {} : { givenBackKobo, givenBackAt: now }),
      channel: recording.facts?.channel ?? before.channel,
      nextAskAt:
        confirmedAt !== null || canBePaid(before)
          ? computeNextAsk({ state, confirmedAt, paidAt, openedAt: before.openedAt, now })
          : null,
      ...(recording.isAnswer ? { askedAt: now } : {}),
    })
    .where(eq(payments.id, before.id))
    .returning()
  if (!after) throw new Error('a payment that was held is gone')
  await follow(app, tx, { before, after, isSurplus, isErased: erasedAt !== null })
  return after
}

/**
 * Money that comes for somebody who is gone goes back; what had come before stays. Both moments are written under the lock
 * of the student's row.
 */
function isLate({ at }: { at: Date }, erasedAt: Date | null): boolean {
  return erasedAt !== null && at >= erasedAt
}

/** Without the provider's code nobody pays in its pop-up: there is nothing to ask about. */
const canBePaid = ({ method, accessCode }: PaymentRow) => method === 'wallet' || accessCode !== null

/**
 * Holds the student's row, so that two payments of one student are judged one after the other, and then the payment's.
 * Whoever writes into the ledger takes them in this order. Not `for update`: an event that is being written beside holds
 * the key of its payment, and would wait for the student.
 */
export async function lockPayment(tx: Tx, paymentId: string): Promise<{ payment: PaymentRow; erasedAt: Date | null }> {
  const [owner] = await tx
    .select({ erasedAt: students.erasedAt })
    .from(students)
    .where(eq(students.id, sql`(select ${payments.studentId} from ${payments} where ${payments.id} = ${paymentId})`))
    .for('no key update')
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('no key update')
  if (!owner || !payment) throw new Error('no such payment')
  return { payment, erasedAt: owner.erasedAt }
}

async function append(app: App, tx: Tx, payment: PaymentRow, { events, source, adminId }: Recording): Promise<void> {
  if (events.length === 0) return
  await tx
    .insert(paymentEvents)
    .values(
      events.map(({ kind, key = '', amountKobo = null, details = {} }) => ({
        paymentId: payment.id,
        reference: payment.reference,
        kind,
        key,
        source,
        amountKobo,
        details,
        adminId: adminId ?? null,
        at: app.clock.now(),
      })),
    )
    .onConflictDoNothing()
}

/** The events of a payment, in the order in which they were written. */
export async function loadLedgerEvents(tx: Tx, paymentId: string): Promise<(LedgerEvent & { at: Date })[]> {
  const { kind, key, amountKobo, at, seq } = paymentEvents
  return tx
    .select({ kind, key, amountKobo, at })
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, paymentId))
    .orderBy(asc(seq))
}

/** The place in the ledger where a payment's success stands. Clocks of servers differ; the ledger has one order. */
const successOf = (id: SQL) =>
  sql`(select min(seq) from ${paymentEvents} as success where success.payment_id = ${id} and success.kind = 'succeeded')`

/** Whether another payment of the student was confirmed before and still opens everything: then this one is too much. */
async function hasEarlier(tx: Tx, payment: PaymentRow): Promise<boolean> {
  const [earlier] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.studentId, payment.studentId),
        ne(payments.id, payment.id),
        grantsAccessSql(),
        sql`${successOf(sql`${payments.id}`)} < ${successOf(sql`${payment.id}::uuid`)}`,
      ),
    )
    .limit(1)
  return earlier !== undefined
}

type Change = { before: PaymentRow; after: PaymentRow; isSurplus: boolean; isErased: boolean }

/** What a change brings with it: the student hears of it, the receipt goes out, the office is told of trouble. */
async function follow(app: App, tx: Tx, { before, after, isSurplus, isErased }: Change): Promise<void> {
  const isNew = before.confirmedAt === null && opensAll(after.state, after.confirmedAt !== null)
  if (isNew && isSurplus)
    await append(app, tx, after, { paymentId: after.id, source: 'us', events: [{ kind: 'refund_due' }] })
  if (isNew && !isErased) {
    await mailPayers(app, tx, paymentReceipts, after)
    const words = isSurplus ? paymentsText.paidTwice : paymentsText.paidNotice
    await tell(app, tx, after, words)
  }
  if (after.attention !== null && after.attention !== before.attention)
    await app.jobs.send(tx, paymentAlerts, { paymentId: after.id, attention: after.attention })
  if (after.state === 'refunded' && before.state !== 'refunded' && !isErased) {
    if (after.confirmedAt !== null) await mailPayers(app, tx, refundMails, after)
    await tell(
      app,
      tx,
      after,
      (await isPaid(tx, after.studentId)) ? paymentsText.surplusRefundNotice : paymentsText.refundNotice,
    )
  }
  if (opensAll(before.state, before.confirmedAt !== null) && !opensAll(after.state, after.confirmedAt !== null))
    await reviewOthers(app, tx, after)
}

/** Mails to the student and to the parent who paid; what they say is read when they are made. */
async function mailPayers(app: App, tx: Tx, mails: typeof paymentReceipts, payment: PaymentRow): Promise<void> {
  const { id: paymentId, payerEmail } = payment
  await app.jobs.send(tx, mails, { paymentId, to: 'student' })
  if (payerEmail !== null) await app.jobs.send(tx, mails, { paymentId, to: 'parent' })
}

async function tell(app: App, tx: Tx, { studentId }: PaymentRow, words: { title: string; description: string }) {
  await createNotification(app, tx, { to: { studentId }, ...words, type: 'payment', method: 'in-app' })
}

/** A payment that was one too many may be the one that counts, now that the other was given back. */
async function reviewOthers(app: App, tx: Tx, ended: PaymentRow): Promise<void> {
  const others = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.studentId, ended.studentId), eq(payments.attention, 'refund-due')))
  for (const { id } of others) await record(app, tx, { paymentId: id, source: 'us', events: [] })
}
