// Makes somebody wait between tries, longer each time, on the product's own clock. Each try is counted before it is
// made, in one statement, so that many tries at once gain nothing.
import { inArray, lt, sql } from 'drizzle-orm'
import type { App } from '../app.ts'
import { fail } from './errors.ts'
import { hashToken } from './tokens.ts'
import { waits } from './tables.ts'

export type WaitRule = {
  /** Tries before the first wait. */
  free: number
  /** The first wait; each later one is twice as long. */
  firstMs: number
  longestMs: number
}

/** The key of a wait; what it was made from (an address, say) cannot be read back. */
export function waitKey(kind: string, ...parts: string[]): string {
  return `${kind}:${hashToken(JSON.stringify(parts))}`
}

/**
 * Counts one try and lets it pass, or refuses with 429 and the seconds to wait.
 * With `free: 5, firstMs: 1000` the waits after the fifth, sixth, seventh try are 1, 2, 4 s.
 */
export async function takeTurn(app: App, key: string, rule: WaitRule, message?: string): Promise<void> {
  const now = app.clock.now()
  const factor = sql`power(2, least(${waits.count} + 1 - ${rule.free}, 30))`
  const wait = sql`case when ${waits.count} + 1 < ${rule.free} then 0 else least(${rule.firstMs}::float8 * ${factor}, ${rule.longestMs}) end`
  const first = rule.free <= 1 ? rule.firstMs : 0
  const passed = await app.db
    .insert(waits)
    .values({ key, count: 1, until: new Date(now.getTime() + first) })
    .onConflictDoUpdate({
      target: waits.key,
      set: { count: sql`${waits.count} + 1`, until: sql`${now}::timestamptz + ${wait} * interval '1 millisecond'` },
      setWhere: sql`${waits.until} <= ${now}::timestamptz`,
    })
    .returning({ key: waits.key })
  if (passed.length > 0) return
  const [waiting] = await app.db
    .select()
    .from(waits)
    .where(sql`${waits.key} = ${key}`)
  const seconds = Math.max(1, Math.ceil(((waiting?.until.getTime() ?? 0) - now.getTime()) / 1_000))
  fail('too_many_requests', { retryAfterSeconds: seconds, ...(message ? { message } : {}) })
}

/** Forgets the tries of these keys: the right password was given. */
export async function clearWaits(app: App, keys: string[]): Promise<void> {
  await app.db.delete(waits).where(inArray(waits.key, keys))
}

/** Removes what has run out for a day; called by a daily job. */
export async function forgetOldWaits(app: App): Promise<void> {
  await app.db.delete(waits).where(lt(waits.until, new Date(app.clock.now().getTime() - 24 * 3_600_000)))
}
