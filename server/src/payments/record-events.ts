// The only way to change a payment: events are appended to its ledger, and its row is recomputed from all of them. An event
// reported twice is stored once, and the order of reports does not matter.
import type { PaymentEventKind, PaymentEventSource } from '@baobab/contract/payments/admin.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { and, asc, eq, ne, sql, type SQL } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import { createNotification } from '../notifications/create-notification.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { paymentAlerts, paymentReceipts, refundMails } from './payment-mails.ts'
import { grantsAccessSql, hasAccess, type PaymentRow } from './queries.ts'
import { findRefundTrouble } from './refunds/queries.ts'
import { computeNextAsk, deriveAttention, deriveState, grantsAccess, sumRefunds, type LedgerEvent } from './rules.ts'
import { paymentEvents, payments } from './tables.ts'

export type NewEvent = {
  kind: PaymentEventKind
  key?: string
  amountKobo?: number | null
  details?: Record<string, string | number | boolean | null>
}

type Recording = {
  paymentId: string
  source: PaymentEventSource
  events: readonly NewEvent[]
  adminId?: string
  /** What the provider reported about a successful payment besides its state. */
  facts?: { paidAt: Date | null; channel: string | null }
  /** Whether the provider was asked and replied. */
  isAnswer?: boolean
}

/** Appends events to a payment and updates its row. Returns the updated row. */
export async function recordEvents(app: App, recording: Recording): Promise<PaymentRow> {
  return app.db.transaction((tx) => recordEventsInTx(app, tx, recording))
}

/** Like `recordEvents`, but within the caller's transaction. Locks the student's row, then the payment's. */
export async function recordEventsInTx(app: App, tx: Tx, recording: Recording): Promise<PaymentRow> {
  const { payment: before, erasedAt } = await lockPayment(tx, recording.paymentId)
  await append(app, tx, before, recording)
  const events = await loadLedgerEvents(tx, before.id)
  const state = deriveState(events, before.amountKobo)
  const success = events.find(({ kind }) => kind === 'succeeded')
  const isSurplus =
    success !== undefined && (isAfterErasure(success, erasedAt) || (await hasEarlierPayment(tx, before)))
  const refundTrouble = await findRefundTrouble(tx, before.id, events)
  const now = app.clock.now()
  const confirmedAt = success ? (before.confirmedAt ?? now) : null
  const paidAt = success ? (before.paidAt ?? recording.facts?.paidAt ?? now) : null
  const refundedKobo = sumRefunds(events, before.amountKobo)
  const isAskable = confirmedAt !== null || canBePaid(before)
  const [after] = await tx
    .update(payments)
    .set({
      state,
      attention: deriveAttention(events, { state, isSurplus, refundTrouble }),
      confirmedAt,
      paidAt,
      ...(refundedKobo !== before.refundedKobo && { refundedKobo, refundedAt: now }),
      channel: recording.facts?.channel ?? before.channel,
      nextAskAt: isAskable ? computeNextAsk({ state, confirmedAt, paidAt, openedAt: before.openedAt, now }) : null,
      ...(recording.isAnswer && { askedAt: now }),
    })
    .where(eq(payments.id, before.id))
    .returning()
  if (!after) throw new Error('a locked payment has disappeared')
  await applySideEffects(app, tx, { before, after, isSurplus, isErased: erasedAt !== null })
  return after
}

/**
 * Returns whether a payment arrived after the account was erased and has to be refunded; earlier ones are kept. Both times are
 * written while the student's row is locked.
 */
function isAfterErasure(success: { at: Date }, erasedAt: Date | null): boolean {
  return erasedAt !== null && success.at >= erasedAt
}

/** A checkout without the provider's access code cannot be paid, so there is nothing to ask about. */
const canBePaid = ({ method, accessCode }: PaymentRow) => method === 'wallet' || accessCode !== null

/**
 * Locks the student's row, so that two payments of one student are processed one after the other, and then the
 * payment's row. Every writer of the ledger takes the locks in this order. Not `for update`: a concurrent insert of an
 * event holds a key lock on its payment and would wait for the student's lock.
 */
export async function lockPayment(tx: Tx, paymentId: string): Promise<{ payment: PaymentRow; erasedAt: Date | null }> {
  const [found] = await tx.select({ studentId: payments.studentId }).from(payments).where(eq(payments.id, paymentId))
  if (!found) throw new Error('no such payment')
  const [owner] = await tx
    .select({ id: students.id, erasedAt: students.erasedAt })
    .from(students)
    .where(eq(students.id, found.studentId))
    .for('no key update')
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('no key update')
  if (!owner || !payment) throw new Error('no such payment')
  // The account was merged while this call was waiting for its row, and the payment has moved.
  if (payment.studentId !== owner.id) return lockPayment(tx, paymentId)
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

/** Returns a payment's events in the order they were written. */
export async function loadLedgerEvents(tx: Tx, paymentId: string): Promise<(LedgerEvent & { at: Date })[]> {
  const { kind, key, amountKobo, at, seq } = paymentEvents
  return tx
    .select({ kind, key, amountKobo, at })
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, paymentId))
    .orderBy(asc(seq))
}

/** The ledger position of a payment's success. Servers' clocks differ, but the ledger has a single order. */
const successSeq = (paymentId: SQL) =>
  sql`(select min(seq) from ${paymentEvents} as success
    where success.payment_id = ${paymentId} and success.kind = 'succeeded')`

/** Returns whether another of the student's payments was confirmed earlier and still grants access, which makes this one surplus. */
async function hasEarlierPayment(tx: Tx, payment: PaymentRow): Promise<boolean> {
  const [earlier] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.studentId, payment.studentId),
        ne(payments.id, payment.id),
        grantsAccessSql(),
        sql`${successSeq(sql`${payments.id}`)} < ${successSeq(sql`${payment.id}::uuid`)}`,
      ),
    )
    .limit(1)
  return earlier !== undefined
}

type Change = { before: PaymentRow; after: PaymentRow; isSurplus: boolean; isErased: boolean }

/** Sends what a change requires: notifications and receipts to payers, alerts to admins. */
async function applySideEffects(app: App, tx: Tx, { before, after, isSurplus, isErased }: Change): Promise<void> {
  const isNew = before.confirmedAt === null && grantsAccess(after)
  if (isNew && isSurplus)
    await append(app, tx, after, { paymentId: after.id, source: 'us', events: [{ kind: 'refund_due' }] })
  if (isNew && !isErased) {
    await mailPayers(app, tx, paymentReceipts, after)
    await notifyStudent(app, tx, after, isSurplus ? paymentsText.paidTwice : paymentsText.paidNotification)
  }
  if (after.attention !== null && after.attention !== before.attention)
    await app.jobs.send(tx, paymentAlerts, { paymentId: after.id, attention: after.attention })
  if (after.state === 'refunded' && before.state !== 'refunded' && !isErased) {
    if (after.confirmedAt !== null) await mailPayers(app, tx, refundMails, after)
    const isStillOpen = await hasAccess(tx, after.studentId)
    const content = isStillOpen ? paymentsText.surplusRefundNotification : paymentsText.refundNotification
    await notifyStudent(app, tx, after, content)
  }
  if (grantsAccess(before) && !grantsAccess(after)) await reviewSurplusPayments(app, tx, after)
}

/** Enqueues mails to the student and to the parent who paid. Their content is read when they are sent. */
async function mailPayers(app: App, tx: Tx, mails: typeof paymentReceipts, payment: PaymentRow): Promise<void> {
  const { id: paymentId, payerEmail } = payment
  await app.jobs.send(tx, mails, { paymentId, to: 'student' })
  if (payerEmail !== null) await app.jobs.send(tx, mails, { paymentId, to: 'parent' })
}

type Content = { title: string; description: string }

async function notifyStudent(app: App, tx: Tx, { studentId }: PaymentRow, content: Content): Promise<void> {
  await createNotification(app, tx, { to: { studentId }, ...content, type: 'payment', method: 'in-app' })
}

/** Recomputes a student's surplus payments after the payment that counted has ended, because one of them may now count. */
async function reviewSurplusPayments(app: App, tx: Tx, ended: PaymentRow): Promise<void> {
  const surplus = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.studentId, ended.studentId), eq(payments.attention, 'refund-due')))
  for (const { id } of surplus) await recordEventsInTx(app, tx, { paymentId: id, source: 'us', events: [] })
}
