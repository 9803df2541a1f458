// Exponential back-off between attempts (logins, codes), on the app's clock. An attempt is counted before it is made, in one
// statement for each counter, so that parallel attempts gain nothing.
import { eq, gt, lt, or, sql } from 'drizzle-orm'
import type { App } from '../app.ts'
import type { Db, Tx } from '../database/database.ts'
import { fail } from '../http/errors.ts'
import { hashToken } from './tokens.ts'
import { attemptBackoffs, rateLimits } from '../database/tables.ts'

/** The parts of the app needed for counting attempts. */
type Attempts = { db: App['db']; clock: Pick<App['clock'], 'now'> }

type BackoffRule = {
  /** Attempts before the first delay. */
  freeAttempts: number
  /** The first delay; each later one is twice as long, up to `maxMs`. */
  initialMs: number
  maxMs: number
}

/** Builds the key of a counter; `parts` (such as an email address) are hashed and cannot be read back. */
export function attemptKey(kind: string, ...parts: string[]): string {
  return `${kind}:${hashToken(JSON.stringify(parts))}`
}

/**
 * Counts one attempt, or refuses it with 429 and the seconds to wait. A refused attempt is not counted. With `freeAttempts: 5,
 * initialMs: 1000` the delays after the fifth, sixth and seventh attempt are 1, 2 and 4 s.
 */
export async function countAttempt(app: Attempts, key: string, rule: BackoffRule, message?: string): Promise<void> {
  await countOrRefuse(app, app.db, { key, rule, message })
}

export type Counter = { key: string; rule: BackoffRule }

/**
 * Counts one attempt in several counters, or in none of them if one refuses it. Rows are locked in this order, so it must be the
 * same everywhere.
 */
export async function countAttemptInAll(app: Attempts, counters: readonly Counter[]): Promise<void> {
  await app.db.transaction(async (tx) => {
    for (const counter of counters) await countOrRefuse(app, tx, counter)
  })
}

async function countOrRefuse(
  app: Attempts,
  db: Db | Tx,
  { key, rule, message }: Counter & { message?: string | undefined },
): Promise<void> {
  const now = app.clock.now()
  const doublings = sql`power(2, least(${attemptBackoffs.count} + 1 - ${rule.freeAttempts}, 30))`
  const delayMs = sql`case when ${attemptBackoffs.count} + 1 < ${rule.freeAttempts} then 0 else least(${rule.initialMs}::float8 * ${doublings}, ${rule.maxMs}) end`
  const firstDelayMs = rule.freeAttempts <= 1 ? rule.initialMs : 0
  const counted = await db
    .insert(attemptBackoffs)
    .values({ key, count: 1, until: new Date(now.getTime() + firstDelayMs) })
    .onConflictDoUpdate({
      target: attemptBackoffs.key,
      set: {
        count: sql`${attemptBackoffs.count} + 1`,
        until: sql`${now}::timestamptz + ${delayMs} * interval '1 millisecond'`,
      },
      // Free attempts do not compare times: of two simultaneous attempts, the later may have read the clock first.
      setWhere: sql`${attemptBackoffs.count} < ${rule.freeAttempts} or ${attemptBackoffs.until} <= ${now}::timestamptz`,
    })
    .returning({ key: attemptBackoffs.key })
  if (counted.length > 0) return
  const [row] = await db
    .select()
    .from(attemptBackoffs)
    .where(sql`${attemptBackoffs.key} = ${key}`)
  const seconds = Math.max(1, Math.ceil(((row?.until.getTime() ?? 0) - now.getTime()) / 1_000))
  fail('too_many_requests', { retryAfterSeconds: seconds, ...(message ? { message } : {}) })
}

/**
 * Resets the counters of these keys after a successful attempt. Uses a statement for each, because locking several rows in a
 * different order than countAttemptInAll could cause a deadlock.
 */
export async function clearAttempts(app: Attempts, keys: readonly string[]): Promise<void> {
  for (const key of keys) await app.db.delete(attemptBackoffs).where(eq(attemptBackoffs.key, key))
}

/** No counter lasts longer than this. */
const LONGEST_MS = 8 * 24 * 3_600_000

/**
 * Deletes counters whose delay ended more than a day ago, and all counters that end in the far future: they were made while the
 * clock was ahead, and would refuse their accounts until then. Called at the start and by a daily job.
 */
export async function deleteStaleAttempts(app: Attempts): Promise<void> {
  const now = app.clock.now().getTime()
  const [dayAgo, farOff] = [new Date(now - 24 * 3_600_000), new Date(now + LONGEST_MS)]
  await app.db.delete(attemptBackoffs).where(or(lt(attemptBackoffs.until, dayAgo), gt(attemptBackoffs.until, farOff)))
  await app.db.delete(rateLimits).where(gt(rateLimits.expire, farOff.getTime()))
}
