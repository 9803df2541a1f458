// Opens a payment: first a row of ours with a reference and the price, then the provider is told. Whoever asks twice
// gets the same one, and whoever may have paid is asked about before anything new is opened.
import { ageAt } from '@baobab/contract/age.ts'
import { REOPEN_MS } from '@baobab/contract/limits.ts'
import type { Checkout } from '@baobab/contract/payments.ts'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { and, desc, eq, gte, isNull, or } from 'drizzle-orm'
import { studentById, type StudentRow } from '../accounts/queries.ts'
import { students } from '../accounts/tables.ts'
import type { App } from '../app.ts'
import type { Tx } from '../platform/database.ts'
import { fail } from '../platform/errors.ts'
import { priceKobo } from '../settings/queries.ts'
import { askProvider } from './ask-provider.ts'
import { ProviderAway } from './paystack.ts'
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

/** How long one caller waits for the provider's answer to another who opened the same payment. */
const SHARED_MS = 6_000
const LOOK_MS = 150

/** Opens a payment or gives the one again that was opened within the last half hour. */
export async function openPayment(app: App, opener: Opener): Promise<Checkout> {
  const student = (await studentById(app.db, opener.studentId)) ?? fail('not_found')
  if (opener.by === 'student') requireConsent(app, student)
  await lookAtLast(app, opener.studentId)
  const { row, isNew } = await app.db.transaction((tx) => findOrMake(app, tx, opener))
  const email = row.payerEmail ?? student.email
  if (row.method === 'wallet') return checkoutOf(app, row, email)
  const ready = isNew ? await announce(app, row, { ...opener, email }) : await whenReady(app, row)
  return checkoutOf(app, ready, email)
}

/** A child whose parent has to agree first does not pay before that (security.md P-23). */
function requireConsent(app: App, student: StudentRow): void {
  const needsConsent = ageAt(student.birth, app.clock.now()) < app.config.guardianAge
  if (needsConsent && student.guardianAgreedAt === null) fail('consent_needed')
}

/** Who comes back may have paid by now: the provider is asked about the last payment before there is another. */
async function lookAtLast(app: App, studentId: string): Promise<void> {
  const [last] = await app.db
    .select()
    .from(payments)
    .where(eq(payments.studentId, studentId))
    .orderBy(desc(payments.openedAt))
    .limit(1)
  const isAsked = last && last.nextAskAt !== null && (last.accessCode !== null || last.method === 'wallet')
  if (!isAsked) return
  const { payment } = await askProvider(app, last, 'verify')
  const age = app.clock.now().getTime() - last.openedAt.getTime()
  // Under its own reference a payment is made once; another one could be paid beside it.
  if (payment.state === 'pending' && age >= REOPEN_MS && age < PENDING_MS) fail('payment_pending')
}

/** A payment that is on its way for longer than this keeps nobody from another try. */
const PENDING_MS = 24 * 3_600_000

async function findOrMake(app: App, tx: Tx, opener: Opener): Promise<{ row: PaymentRow; isNew: boolean }> {
  const [owner] = await tx
    .select({ erasedAt: students.erasedAt })
    .from(students)
    .where(eq(students.id, opener.studentId))
    .for('no key update')
  if (!owner || owner.erasedAt) fail('not_found')
  if (await isPaid(tx, opener.studentId)) fail('already_paid')
  const amountKobo = await priceKobo(app, tx)
  const now = app.clock.now()
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
  if (last && canGoOn(last, { amountKobo, now })) return { row: last, isNew: false }
  await requireFew(tx, { studentId: opener.studentId, now })
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
      nextAskAt: nextAsk({ state: 'opened', openedAt: now, now }),
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
  return { row, isNew: true }
}

/** Payments that can be opened for one student in an hour; a link in the wrong hands opens no more either. */
const MOST_AN_HOUR = 10

async function requireFew(tx: Tx, { studentId, now }: { studentId: string; now: Date }): Promise<void> {
  const since = new Date(now.getTime() - 3_600_000)
  const recent = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.studentId, studentId), gte(payments.openedAt, since)))
    .limit(MOST_AN_HOUR)
  if (recent.length >= MOST_AN_HOUR) fail('too_many_requests', { retryAfterSeconds: 3_600 })
}

const goesOn = new Set(['opened', 'pending', 'abandoned'])

/** Whether a payment can still be finished under its reference, at today's price. */
function canGoOn(last: PaymentRow, { amountKobo, now }: { amountKobo: number; now: Date }): boolean {
  const age = now.getTime() - last.openedAt.getTime()
  if (age >= REOPEN_MS || last.amountKobo !== amountKobo || last.attention !== null || !goesOn.has(last.state)) return false
  // One that the provider never confirmed, because a server died on the way or the provider was away, is left behind.
  return last.method === 'wallet' || last.accessCode !== null || age < SHARED_MS
}

/** Tells the provider of a new payment and keeps what its page and pop-up need. */
async function announce(app: App, row: PaymentRow, opener: Opener & { email: string }): Promise<PaymentRow> {
  const { email, callbackUrl, cancelUrl } = opener
  const { reference, amountKobo } = row
  const given = await app.paystack
    .initialize({ reference, amountKobo, email, callbackUrl, cancelUrl })
    .catch((error: unknown) => {
      if (!(error instanceof ProviderAway)) throw error
      app.log.warn({ err: error }, 'the payment provider opened nothing')
      return fail('provider_away', { retryAfterSeconds: 5 })
    })
  const [ready] = await app.db.update(payments).set(given).where(eq(payments.id, row.id)).returning()
  return ready ?? fail('not_found')
}

/** Waits until whoever opened this payment a moment ago has told the provider. */
async function whenReady(app: App, row: PaymentRow): Promise<PaymentRow> {
  const until = performance.now() + SHARED_MS
  let seen: PaymentRow | undefined = row
  while (seen?.accessCode === null && performance.now() < until) {
    await delay(LOOK_MS)
    ;[seen] = await app.db.select().from(payments).where(eq(payments.id, row.id))
  }
  return seen?.accessCode == null ? fail('provider_away', { retryAfterSeconds: 5 }) : seen
}

function checkoutOf(app: App, row: PaymentRow, email: string): Checkout {
  return {
    reference: row.reference,
    accessCode: row.accessCode,
    authorizationUrl: row.authorizationUrl,
    scriptUrl: app.paystack.scriptUrl,
    publicKey: app.paystack.publicKey,
    email,
    amountKobo: row.amountKobo,
    currency: row.currency,
    country: 'NG',
  }
}

