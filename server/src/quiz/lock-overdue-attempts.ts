// An attempt never outlives its deadline, even when its student vanishes.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { GRACE_MS } from '@baobab/contract/limits.ts'
import type { App } from '../platform/app.ts'
import { databaseNow } from './queries.ts'
import { attempts } from './tables.ts'

/**
 * Locks what ran out, as of its deadline; the grace must be over, or an answer on its way would be lost.
 * @param attemptId only this one
 */
export async function lockOverdueAttempts(app: App, attemptId?: string): Promise<void> {
  // A clock in a subquery is read once, so that the index on open deadlines serves.
  const overdue = sql`${attempts.deadline} < (select ${databaseNow(app.clock.offsetMs())} - ${GRACE_MS}::float8 * interval '1 millisecond')`
  await app.db
    .update(attempts)
    .set({ lockedAt: sql`${attempts.deadline}` })
    .where(and(isNull(attempts.lockedAt), overdue, attemptId === undefined ? undefined : eq(attempts.id, attemptId)))
}
