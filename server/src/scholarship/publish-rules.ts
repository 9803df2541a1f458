// A month's rules are public before it starts, so that nobody can change them while points are being earned.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { formatDrawRules, hashText, readProtocol } from '@baobab/contract/scholarship/draw/rules.ts'
import { nextMonth } from '@baobab/contract/scholarship/rules.ts'
import { desc, eq, lt } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { drawRules } from './tables.ts'

export type DrawRulesRow = typeof drawRules.$inferSelect
type WithRules = Pick<App, 'clock' | 'config' | 'drand'>

/** How long before a month starts its rules are published. A setting changed after that applies from the following month. */
const AHEAD_MS = 7 * 24 * 3_600_000

/**
 * Returns what a month's rules should say: what the settings say, or, for a month that has started without rules because no
 * server was running, what the previous rules say.
 */
async function composeRules({ clock, config, drand }: WithRules, db: Db | Tx, month: string): Promise<DrawRulesRow> {
  const now = clock.now()
  const hasBegun = month <= lagosDate(now).slice(0, 7)
  const [earlier] = hasBegun
    ? await db.select().from(drawRules).where(lt(drawRules.month, month)).orderBy(desc(drawRules.month)).limit(1)
    : []
  const { chain, requiresPayment } = earlier ?? { ...config, ...drand }
  // A month that has started keeps the protocol of the previous rules.
  const protocol = earlier ? readProtocol(earlier.text) : 2
  const text = formatDrawRules({
    protocol,
    month,
    requiresPayment,
    chain: { hash: chain.hash, beaconId: chain.metadata.beaconID },
  })
  return { month, text, hash: hashText(text), requiresPayment, chain, publishedAt: now }
}

/** Returns a month's rules; before a job has written them, those it is going to write. */
export async function readRules(app: WithRules, db: Db | Tx, month: string): Promise<DrawRulesRow> {
  const [row] = await db.select().from(drawRules).where(eq(drawRules.month, month))
  return row ?? composeRules(app, db, month)
}

/** Stores a month's rules, unless they are already stored. */
export async function publishRules(app: WithRules, db: Db | Tx, month: string): Promise<DrawRulesRow> {
  const [row] = await db.select().from(drawRules).where(eq(drawRules.month, month))
  if (row) return row
  await db
    .insert(drawRules)
    .values(await composeRules(app, db, month))
    .onConflictDoNothing()
  return readRules(app, db, month)
}

/** Writes the current month's rules, and in its last week those of the next. */
export async function publishDueRules(app: App): Promise<void> {
  const now = app.clock.now()
  const month = lagosDate(now).slice(0, 7)
  await publishRules(app, app.db, month)
  const isNextDue = lagosDate(new Date(now.getTime() + AHEAD_MS)).slice(0, 7) > month
  if (isNextDue) await publishRules(app, app.db, nextMonth(month))
}
