// Asks the provider about every payment that is not settled, so that no lost message and no closed page loses money.
import { and, asc, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { ASK_FOR_MS } from '@baobab/contract/limits.ts'
import type { App } from '../app.ts'
import { askProvider } from './ask-provider.ts'
import type { PaymentRow } from './queries.ts'
import { recordEvents } from './record-events.ts'
import { nextAsk } from './rules.ts'
import { payments } from './tables.ts'

const AT_ONCE = 5
const PIECE = 100
/** A run ends before the next minute's begins, so that runs do not pile up behind a slow provider. */
const RUN_MS = 50_000
/** When a payment that is too old to be asked about is asked for the last time, should nobody answer now. */
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
        .set({ nextAskAt: nextAsk({ ...row, now }) ?? new Date(now.getTime() + LAST_WAIT_MS) })
        .where(sql`${payments.id} = ${row.id}`)
    return rows
  })
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
    const { payment: after, isAnswered } = await askProvider(app, payment, 'reconcile')
    if (isAnswered && isOver(app, after))
      await recordEvents(app, { paymentId: payment.id, source: 'us', events: [{ kind: 'abandoned' }] })
    return isAnswered
  } catch (error) {
    app.log.error({ err: error }, 'a payment could not be judged')
    return true
  }
}

/** What nobody paid in seven days was abandoned; a later message still counts. Money of another sum did come. */
function isOver(app: App, { openedAt, state, attention }: PaymentRow): boolean {
  const isOld = app.clock.now().getTime() - openedAt.getTime() >= ASK_FOR_MS
  return isOld && attention === null && (state === 'opened' || state === 'pending')
}
