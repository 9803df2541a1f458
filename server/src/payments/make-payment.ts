// The row of a payment: the one that can still be finished under its reference, or a new one. Whoever may have paid is
// asked about before anything new is opened.
import { REOPEN_MS } from '@baobab/contract/limits.ts'
import { randomBytes } from 'node:crypto'
import { and, desc, eq, gte, isNotNull, isNull, ne, or } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { App } from '../app.ts'
import type { Tx } from '../platform/database.ts'
import { fail } from '../platform/errors.ts'
import { priceKobo } from '../settings/queries.ts'
import { askProvider, type Asked } from './ask-provider.ts'
import { isPaid, type PaymentRow } from './queries.ts'
import { nextAsk } from './rules.ts'
import { paymentEvents, payments } from './tables.ts'

export type Opener = {
  studentId: string
  by: 'student' | 'parent'
  method: 'checkout' | 'wallet'
  /** A parent's address; the student's own where the student pays. */
  payerEmail?: string
  /** Where the provider's page leads afterwards, and where it leads whoever gives up. */
  callbackUrl: string
  cancelUrl: string
}

type Found = { row: PaymentRow; isNew: boolean }

/** How long one caller waits for the provider's answer to another who opened the same payment. */
export const SHARED_MS = 6_000
/** A payment that is on its way for longer than this keeps nobody from another try. */
const PENDING_MS = 24 * 3_600_000
/** Of the payments that were left open the last few; a student and a parent with a link have one each. */
const MOST_ASKED = 3

/** Nobody can pay what the provider was never told of, or never answered. */
const isPayable = or(isNotNull(payments.accessCode), eq(payments.method, 'wallet'))

/** Who comes back may have paid by now: the provider is asked about the last payments before there is another. */
export async function lookBack(app: App, studentId: string): Promise<Asked[]> {
  const since = new Date(app.clock.now().getTime() - PENDING_MS)
  const open = await app.db
    .select()
    .from(payments)
    .where(
      and(eq(payments.studentId, studentId), gte(payments.openedAt, since), isNotNull(payments.nextAskAt), isPayable),
    )
    .orderBy(desc(payments.openedAt))
    .limit(MOST_ASKED)
  return Promise.all(open.map((payment) => askProvider(app, payment, 'verify')))
}

/**
 * Refuses to open another payment while money may be on its way under an earlier reference. Under its own reference a
 * payment is made once; another one could be paid beside it.
 */
function requireNothingOnItsWay(seen: readonly Asked[], goesOn: PaymentRow | undefined): void {
  if (seen.some(({ payment, said }) => said === 'pending' && payment.id !== goesOn?.id)) fail('payment_pending')
  if (!goesOn && seen.some(({ isAnswered }) => !isAnswered)) fail('provider_away', { retryAfterSeconds: 5 })
}

/** Gives the payment that can still be finished, or a new one that the provider knows nothing of yet. */
export async function findOrMake(app: App, tx: Tx, opener: Opener & { seen: readonly Asked[] }): Promise<Found> {
  const [owner] = await tx
    .select({ erasedAt: students.erasedAt })
    .from(students)
    .where(eq(students.id, opener.studentId))
    .for('no key update')
  if (!owner || owner.erasedAt) fail('not_found')
  if (await isPaid(tx, opener.studentId)) fail('already_paid')
  const amountKobo = await priceKobo(app, tx)
  const last = await lastOf(tx, opener)
  const goesOn = last && canGoOn(last, { amountKobo, now: app.clock.now() }) ? last : undefined
  requireNothingOnItsWay(opener.seen, goesOn)
  if (goesOn) return { row: goesOn, isNew: false }
  await requireFew(app, tx, opener.studentId)
  return { row: await make(app, tx, { ...opener, amountKobo }), isNew: true }
}

/** The last payment that the same person opened in the same way. */
async function lastOf(tx: Tx, opener: Opener): Promise<PaymentRow | undefined> {
  const [last] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.studentId, opener.studentId),
        eq(payments.openedBy, opener.by),
        eq(payments.method, opener.method),
        or(isNull(payments.payerEmail), eq(payments.payerEmail, opener.payerEmail ?? '')),
      ),
    )
    .orderBy(desc(payments.openedAt))
    .limit(1)
  return last
}

async function make(app: App, tx: Tx, opener: Opener & { amountKobo: number }): Promise<PaymentRow> {
  const { amountKobo } = opener
  const now = app.clock.now()
  const [row] = await tx
    .insert(payments)
    .values({
      studentId: opener.studentId,
      reference: randomBytes(16).toString('hex'),
      amountKobo,
      state: 'opened',
      openedBy: opener.by,
      method: opener.method,
      payerEmail: opener.by === 'parent' ? (opener.payerEmail ?? null) : null,
      openedAt: now,
      nextAskAt: nextAsk({ state: 'opened', confirmedAt: null, openedAt: now, now }),
    })
    .returning()
  if (!row) throw new Error('the payment was not written')
  await tx.insert(paymentEvents).values({
    paymentId: row.id,
    reference: row.reference,
    kind: 'opened',
    source: opener.by,
    amountKobo,
    details: {},
    at: now,
  })
  return row
}

/** Payments that can be opened for one student in an hour; a link in the wrong hands opens no more either. */
const MOST_AN_HOUR = 10

/** What the provider never answered to counts not: nobody is locked out because it was away. */
async function requireFew(app: App, tx: Tx, studentId: string): Promise<void> {
  const since = new Date(app.clock.now().getTime() - 3_600_000)
  const recent = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.studentId, studentId),
        gte(payments.openedAt, since),
        or(isPayable, ne(payments.state, 'abandoned')),
      ),
    )
    .limit(MOST_AN_HOUR)
  if (recent.length >= MOST_AN_HOUR) fail('too_many_requests', { retryAfterSeconds: 3_600 })
}

const unfinished = new Set(['opened', 'pending', 'abandoned'])

/** Whether a payment can still be finished under its reference, at today's price. */
function canGoOn(last: PaymentRow, { amountKobo, now }: { amountKobo: number; now: Date }): boolean {
  const age = now.getTime() - last.openedAt.getTime()
  if (age >= REOPEN_MS || last.amountKobo !== amountKobo || last.attention !== null || !unfinished.has(last.state))
    return false
  // One that the provider never confirmed, because a server died on the way, is left behind.
  return last.method === 'wallet' || last.accessCode !== null || (last.state === 'opened' && age < SHARED_MS)
}
