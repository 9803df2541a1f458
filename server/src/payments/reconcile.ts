// Asks the provider about every payment that may still be paid, and now and then about those that were, so that no lost
// message and no closed page loses money.
import { and, asc, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { askProvider } from './ask-provider.ts'
import type { PaymentRow } from './queries.ts'
import { isSettled, computeNextAsk } from './rules.ts'
import { payments } from './tables.ts'

const AT_ONCE = 5
const PIECE = 100
/** A run ends before the next minute's begins, so that runs do not pile up behind a slow provider. */
const RUN_MS = 50_000
/** When a payment is asked about again that has come of age or was paid, should nobody answer now. */
const LAST_WAIT_MS = 3_600_000

/** Asks about all payments whose time has come; answers how many. While the provider is away it stops and comes again. */
export async function reconcile(app: App): Promise<number> {
  const until = performance.now() + RUN_MS
  let asked = 0
  for (;;) {
    const due = await takeDue(app)
    const { left, isAway } = await askAbout(app, { due, until })
    asked += due.length - left.length
    if (left.length > 0) await putBack(app, left)
    if (isAway || due.length < PIECE || performance.now() >= until) return asked
  }
}

/** Takes a piece of what is due and sets its next time at once, so that two servers do not ask about the same. */
async function takeDue(app: App): Promise<PaymentRow[]> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now()
    const rows = await tx
      .select()
      .from(payments)
      .where(and(isNotNull(payments.nextAskAt), lte(payments.nextAskAt, now)))
      .orderBy(asc(payments.nextAskAt))
      .limit(PIECE)
      .for('no key update', { skipLocked: true })
    for (const row of rows)
      await tx
        .update(payments)
        .set({ nextAskAt: againAt(row, now) })
        .where(sql`${payments.id} = ${row.id}`)
    return rows
  })
}

function againAt(row: PaymentRow, now: Date): Date {
  const next = isSettled(row) ? null : computeNextAsk({ ...row, now })
  return next ?? new Date(now.getTime() + LAST_WAIT_MS)
}

/** Asks about a few at a time; answers whom it did not come to, because nobody answers or the time is over. */
async function askAbout(
  app: App,
  { due, until }: { due: PaymentRow[]; until: number },
): Promise<{ left: PaymentRow[]; isAway: boolean }> {
  for (let at = 0; at < due.length; at += AT_ONCE) {
    if (performance.now() >= until) return { left: due.slice(at), isAway: false }
    const answers = await Promise.all(due.slice(at, at + AT_ONCE).map((payment) => lookAt(app, payment)))
    if (!answers.some(Boolean)) return { left: due.slice(at + AT_ONCE), isAway: true }
  }
  return { left: [], isAway: false }
}

/** Those whose turn did not come are due again at once, before those about whom nobody answered. */
async function putBack(app: App, left: readonly PaymentRow[]): Promise<void> {
  const ids = left.map(({ id }) => id)
  await app.db
    .update(payments)
    .set({ nextAskAt: app.clock.now() })
    .where(and(inArray(payments.id, ids), isNotNull(payments.nextAskAt)))
}

/** Answers whether the provider was there. One payment that cannot be judged keeps no other from its turn. */
async function lookAt(app: App, payment: PaymentRow): Promise<boolean> {
  try {
    return (await askProvider(app, payment, 'reconcile')).isAnswered
  } catch (error) {
    app.log.error({ err: error }, 'a payment could not be judged')
    return true
  }
}
