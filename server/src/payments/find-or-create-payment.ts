// The row of a payment: the one that can still be finished under its reference, or a new one.
import { REOPEN_MS } from '@baobab/contract/limits.ts'
import { randomBytes } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { priceKobo } from '../settings/queries.ts'
import { isOpenedBy, requireNonePending, type Payer, type EarlierPayment } from './check-earlier-payments.ts'
import { isPaid, type PaymentRow } from './queries.ts'
import { requireBelowOpeningLimit } from './opening-limit.ts'
import { computeNextAsk } from './rules.ts'
import { paymentEvents, payments } from './tables.ts'

export type OpenPaymentInput = Payer & {
  method: 'checkout' | 'wallet'
  /** Where the provider's page leads afterwards, and where it leads whoever gives up. */
  callbackUrl: string
  cancelUrl: string
}

type Found = { row: PaymentRow; isNew: boolean }

/** How long one caller waits for the provider's answer to another who opened the same payment. */
export const INITIALIZE_WAIT_MS = 6_000
/** Gives the payment that can still be finished, or a new one that the provider knows nothing of yet. */
export async function findOrCreatePayment(
  app: App,
  tx: Tx,
  opener: OpenPaymentInput & { seen: readonly EarlierPayment[] },
): Promise<Found> {
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
  requireNonePending(opener.seen, opener, goesOn)
  if (goesOn) return { row: goesOn, isNew: false }
  await requireBelowOpeningLimit(app, tx, opener)
  return { row: await make(app, tx, { ...opener, amountKobo }), isNew: true }
}

/** The last payment that the same person opened in the same way. */
async function lastOf(tx: Tx, opener: OpenPaymentInput): Promise<PaymentRow | undefined> {
  const [last] = await tx
    .select()
    .from(payments)
    .where(and(isOpenedBy(opener), eq(payments.method, opener.method)))
    .orderBy(desc(payments.openedAt))
    .limit(1)
  return last
}

async function make(app: App, tx: Tx, opener: OpenPaymentInput & { amountKobo: number }): Promise<PaymentRow> {
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
      // A checkout can be paid by nobody before the provider has opened it: until then nobody is asked about it.
      nextAskAt:
        opener.method === 'wallet' ? computeNextAsk({ state: 'opened', confirmedAt: null, openedAt: now, now }) : null,
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

const unfinished = new Set(['opened', 'pending', 'abandoned'])

/** Whether a payment can still be finished under its reference, at today's price. */
function canGoOn(last: PaymentRow, { amountKobo, now }: { amountKobo: number; now: Date }): boolean {
  const age = now.getTime() - last.openedAt.getTime()
  if (age >= REOPEN_MS || last.amountKobo !== amountKobo || last.attention !== null || !unfinished.has(last.state))
    return false
  // One that the provider never confirmed, because a server died on the way, is left behind.
  return last.method === 'wallet' || last.accessCode !== null || (last.state === 'opened' && age < INITIALIZE_WAIT_MS)
}
