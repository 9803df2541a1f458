// Asks the provider about every payment that may still be paid, and occasionally about paid ones, so that a lost webhook or a
// closed page does not lose a payment or refund.
import { and, asc, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { askProvider } from './ask-provider.ts'
import type { PaymentRow } from './queries.ts'
import { computeNextAsk, isSettled } from './rules.ts'
import { payments } from './tables.ts'

const PARALLEL_CALLS = 5
const BATCH_SIZE = 100
/** A run ends before the next one starts a minute later, so that runs do not pile up behind a slow provider. */
const MAX_RUN_MS = 50_000
/** How long to wait before asking about an expired or paid payment again if the provider does not answer now. */
const RETRY_MS = 3_600_000

/** Asks about all due payments and returns how many. Stops early if the provider is unavailable. */
export async function reconcile(app: App): Promise<number> {
  const until = performance.now() + MAX_RUN_MS
  let asked = 0
  for (;;) {
    const due = await claimDue(app)
    const { unasked, isUnavailable } = await askAbout(app, { due, until })
    asked += due.length - unasked.length
    if (unasked.length > 0) await release(app, unasked)
    if (isUnavailable || due.length < BATCH_SIZE || performance.now() >= until) return asked
  }
}

/** Claims a batch of due payments by immediately setting their next time, so that two servers do not ask about the same payment. */
async function claimDue(app: App): Promise<PaymentRow[]> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now()
    const rows = await tx
      .select()
      .from(payments)
      .where(and(isNotNull(payments.nextAskAt), lte(payments.nextAskAt, now)))
      .orderBy(asc(payments.nextAskAt))
      .limit(BATCH_SIZE)
      .for('no key update', { skipLocked: true })
    for (const row of rows)
      await tx
        .update(payments)
        .set({ nextAskAt: computeRetry(row, now) })
        .where(sql`${payments.id} = ${row.id}`)
    return rows
  })
}

/** Returns when to ask again if this attempt gets no answer. */
function computeRetry(row: PaymentRow, now: Date): Date {
  const next = isSettled(row) ? null : computeNextAsk({ ...row, now })
  return next ?? new Date(now.getTime() + RETRY_MS)
}

/**
 * Asks about a few payments at a time. Returns those not asked about, because time ran out or the provider was unavailable for
 * a whole group of calls.
 */
async function askAbout(
  app: App,
  { due, until }: { due: PaymentRow[]; until: number },
): Promise<{ unasked: PaymentRow[]; isUnavailable: boolean }> {
  for (let start = 0; start < due.length; start += PARALLEL_CALLS) {
    if (performance.now() >= until) return { unasked: due.slice(start), isUnavailable: false }
    const group = due.slice(start, start + PARALLEL_CALLS)
    const answers = await Promise.all(group.map((payment) => ask(app, payment)))
    if (!answers.some(Boolean)) return { unasked: due.slice(start + PARALLEL_CALLS), isUnavailable: true }
  }
  return { unasked: [], isUnavailable: false }
}

/** Makes payments that were not asked about due again immediately, ahead of those that got no answer. */
async function release(app: App, unasked: readonly PaymentRow[]): Promise<void> {
  const ids = unasked.map(({ id }) => id)
  await app.db
    .update(payments)
    .set({ nextAskAt: app.clock.now() })
    .where(and(inArray(payments.id, ids), isNotNull(payments.nextAskAt)))
}

/** Returns whether the provider answered. An error about one payment is logged and does not stop the others. */
async function ask(app: App, payment: PaymentRow): Promise<boolean> {
  try {
    return (await askProvider(app, payment, 'reconcile')).isAnswered
  } catch (error) {
    app.log.error({ err: error }, 'a payment could not be reconciled')
    return true
  }
}
