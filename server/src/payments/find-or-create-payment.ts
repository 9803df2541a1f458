// Finds or creates a payment's row: an earlier one that can still be completed under its reference, or a new one.
import { REOPEN_MS } from '@baobab/contract/payments/rules.ts'
import { randomBytes } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { readPriceKobo } from '../settings/queries.ts'
import type { ProviderCheck } from './ask-provider.ts'
import { isOpenedBy, requireNonePending, type Payer } from './check-earlier-payments.ts'
import { requireBelowOpeningLimit } from './opening-limit.ts'
import { hasAccess, type PaymentRow } from './queries.ts'
import { computeNextAsk } from './rules.ts'
import { paymentEvents, payments } from './tables.ts'

export type OpenPaymentInput = Payer & {
  method: 'checkout' | 'wallet'
  /** Where the provider's page redirects after paying, and after cancelling. */
  callbackUrl: string
  cancelUrl: string
}

/** How long a second caller waits while the first one initializes the same payment at the provider. */
export const INITIALIZE_WAIT_MS = 6_000

/**
 * Finds the payment that can still be completed, or creates one that is not initialized at the provider yet. The lock
 * on the student's row makes concurrent callers share one payment.
 * @param input.earlier the replies about earlier payments
 */
export async function findOrCreatePayment(
  app: App,
  tx: Tx,
  input: OpenPaymentInput & { earlier: readonly ProviderCheck[] },
): Promise<{ row: PaymentRow; isNew: boolean }> {
  const [owner] = await tx
    .select({ erasedAt: students.erasedAt })
    .from(students)
    .where(eq(students.id, input.studentId))
    .for('no key update')
  if (!owner || owner.erasedAt) fail('not_found')
  if (await hasAccess(tx, input.studentId)) fail('already_paid')
  const amountKobo = await readPriceKobo(app, tx)
  const last = await findLast(tx, input)
  const reusable = last && canReuse(last, { amountKobo, now: app.clock.now() }) ? last : undefined
  requireNonePending(input.earlier, input, reusable)
  if (reusable) return { row: reusable, isNew: false }
  await requireBelowOpeningLimit(app, tx, input)
  return { row: await create(app, tx, { ...input, amountKobo }), isNew: true }
}

/** The last payment opened by the same payer with the same method. */
async function findLast(tx: Tx, input: OpenPaymentInput): Promise<PaymentRow | undefined> {
  const [last] = await tx
    .select()
    .from(payments)
    .where(and(isOpenedBy(input), eq(payments.method, input.method)))
    .orderBy(desc(payments.openedAt))
    .limit(1)
  return last
}

async function create(app: App, tx: Tx, input: OpenPaymentInput & { amountKobo: number }): Promise<PaymentRow> {
  const { studentId, by, method, payerEmail, amountKobo } = input
  const now = app.clock.now()
  const [row] = await tx
    .insert(payments)
    .values({
      studentId,
      reference: randomBytes(16).toString('hex'),
      amountKobo,
      state: 'opened',
      openedBy: by,
      method,
      payerEmail: by === 'parent' ? (payerEmail ?? null) : null,
      openedAt: now,
      // A checkout cannot be paid before the provider has initialized it, so there is nothing to ask about until then.
      nextAskAt:
        method === 'wallet' ? computeNextAsk({ state: 'opened', confirmedAt: null, openedAt: now, now }) : null,
    })
    .returning()
  if (!row) throw new Error('the payment was not inserted')
  await tx.insert(paymentEvents).values({
    paymentId: row.id,
    reference: row.reference,
    kind: 'opened',
    source: by,
    amountKobo,
    details: {},
    at: now,
  })
  return row
}

const unfinishedStates = new Set(['opened', 'pending', 'abandoned'])

/** Returns whether a payment can still be completed under its reference, at today's price. */
function canReuse(last: PaymentRow, { amountKobo, now }: { amountKobo: number; now: Date }): boolean {
  const age = now.getTime() - last.openedAt.getTime()
  const isUnfinished = last.attention === null && unfinishedStates.has(last.state)
  if (age >= REOPEN_MS || last.amountKobo !== amountKobo || !isUnfinished) return false
  // If the provider has not confirmed a checkout in time, the server crashed while opening it.
  return last.method === 'wallet' || last.accessCode !== null || (last.state === 'opened' && age < INITIALIZE_WAIT_MS)
}
