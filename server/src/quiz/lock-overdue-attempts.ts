// Locks attempts whose time has run out, even if the student never returns.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { GRACE_MS } from '@baobab/contract/quiz/rules.ts'
import type { App } from '../platform/app.ts'
import { quizNow } from './queries.ts'
import { attempts } from './tables.ts'

/**
 * Locks overdue attempts as of their deadline. Waits until the grace period is over, so that no answer in transit is lost.
 * During maintenance, the attempts it paused stay open.
 * @param attemptId locks only this attempt
 */
export async function lockOverdueAttempts(app: App, attemptId?: string): Promise<void> {
  // In a subquery the clock is read once, so the index on open deadlines can be used.
  const overdue = sql`${attempts.deadline} < (select ${quizNow(app)} - ${GRACE_MS}::float8 * interval '1 millisecond')`
  await app.db
    .update(attempts)
    .set({ lockedAt: sql`${attempts.deadline}` })
    .where(and(isNull(attempts.lockedAt), overdue, attemptId === undefined ? undefined : eq(attempts.id, attemptId)))
}
