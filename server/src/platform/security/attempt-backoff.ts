// Makes somebody wait between tries, longer each time, on the product's own clock. Each try is counted before it is
// made, in one statement, so that many tries at once gain nothing.
import { inArray, lt, sql } from 'drizzle-orm'
import type { App } from '../app.ts'
import { fail } from '../http/errors.ts'
import { hashToken } from './tokens.ts'
import { attemptBackoffs } from '../database/tables.ts'

export type BackoffRule = {
  /** Tries before the first wait. */
  freeAttempts: number
  /** The first wait; each later one is twice as long. */
  initialMs: number
  maxMs: number
}

/** The key of a wait; what it was made from (an address, say) cannot be read back. */
export function attemptKey(kind: string, ...parts: string[]): string {
  return `${kind}:${hashToken(JSON.stringify(parts))}`
}

/**
 * Counts one try and lets it pass, or refuses with 429 and the seconds to wait.
 * With `free: 5, initialMs: 1000` the waits after the fifth, sixth, seventh try are 1, 2, 4 s.
 */
export async function countAttempt(app: App, key: string, rule: BackoffRule, message?: string): Promise<void> {
  const now = app.clock.now()
  const factor = sql`power(2, least(${attemptBackoffs.count} + 1 - ${rule.freeAttempts}, 30))`
  const wait = sql`case when ${attemptBackoffs.count} + 1 < ${rule.freeAttempts} then 0 else least(${rule.initialMs}::float8 * ${factor}, ${rule.maxMs}) end`
  const first = rule.freeAttempts <= 1 ? rule.initialMs : 0
  const passed = await app.db
    .insert(attemptBackoffs)
    .values({ key, count: 1, until: new Date(now.getTime() + first) })
    .onConflictDoUpdate({
      target: attemptBackoffs.key,
      set: {
        count: sql`${attemptBackoffs.count} + 1`,
        until: sql`${now}::timestamptz + ${wait} * interval '1 millisecond'`,
      },
      setWhere: sql`${attemptBackoffs.until} <= ${now}::timestamptz`,
    })
    .returning({ key: attemptBackoffs.key })
  if (passed.length > 0) return
  const [waiting] = await app.db
    .select()
    .from(attemptBackoffs)
    .where(sql`${attemptBackoffs.key} = ${key}`)
  const seconds = Math.max(1, Math.ceil(((waiting?.until.getTime() ?? 0) - now.getTime()) / 1_000))
  fail('too_many_requests', { retryAfterSeconds: seconds, ...(message ? { message } : {}) })
}

/** Forgets the tries of these keys: the right password was given. */
export async function clearAttempts(app: App, keys: string[]): Promise<void> {
  await app.db.delete(attemptBackoffs).where(inArray(attemptBackoffs.key, keys))
}

/** Removes what has run out for a day; called by a daily job. */
export async function deleteStaleAttempts(app: App): Promise<void> {
  await app.db
    .delete(attemptBackoffs)
    .where(lt(attemptBackoffs.until, new Date(app.clock.now().getTime() - 24 * 3_600_000)))
}
