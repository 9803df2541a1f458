// Asks the provider about every payment that is not settled, so that no lost message and no closed page loses money.
import { and, asc, isNotNull, lte, sql } from 'drizzle-orm'
import { ASK_FOR_MS } from '@baobab/contract/limits.ts'
import type { App } from '../app.ts'
import { askProvider } from './ask-provider.ts'
import type { PaymentRow } from './queries.ts'
import { recordEvents } from './record-events.ts'
import { nextAsk } from './rules.ts'
import { payments } from './tables.ts'

const AT_ONCE = 5
const PIECE = 100

/** Asks about all payments whose time has come; answers how many. While the provider is away it stops and comes again. */
export async function reconcile(app: App): Promise<number> {
  let asked = 0
  for (;;) {
    const due = await takeDue(app)
    asked += due.length
    for (let at = 0; at < due.length; at += AT_ONCE) {
      const answers = await Promise.all(due.slice(at, at + AT_ONCE).map((payment) => lookAt(app, payment)))
      if (!answers.some(Boolean)) return asked
    }
    if (due.length < PIECE) return asked
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
      .for('update', { skipLocked: true })
    for (const row of rows)
      await tx
        .update(payments)
        .set({ nextAskAt: nextAsk({ ...row, now }) ?? now })
        .where(sql`${payments.id} = ${row.id}`)
    return rows
  })
}

/** Answers whether the provider was there. What nobody paid in seven days was abandoned; a later message still counts. */
async function lookAt(app: App, payment: PaymentRow): Promise<boolean> {
  const { payment: after, isAnswered } = await askProvider(app, payment, 'reconcile')
  const isOver = app.clock.now().getTime() - payment.openedAt.getTime() >= ASK_FOR_MS
  if (isAnswered && isOver && (after.state === 'opened' || after.state === 'pending'))
    await recordEvents(app, { paymentId: payment.id, source: 'us', events: [{ kind: 'abandoned' }] })
  return isAnswered
}
