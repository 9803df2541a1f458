// Finishes a student's quiz. Finishing again changes nothing; finishing late counts as finishing at the deadline.
import { and, eq, sql } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { finishAttempt as endpoint } from '@baobab/contract/quiz/endpoints.ts'
import { requireNoPause } from '../platform/maintenance/require-open.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { failWithoutAttempt } from './former-attempts.ts'
import { databaseNow, isAttemptAt } from './queries.ts'
import { scoreAttempt } from './rules.ts'
import { attempts } from './tables.ts'

/** Locks the attempt and returns its score in one statement, so that every accepted answer is in the score. */
export async function finishAttempt(
  app: App,
  who: StudentUser,
  quiz: { videoTitle: string; ageCategory: AgeCategory },
): Promise<ReplyOf<typeof endpoint>> {
  requireNoPause(app)
  const address = { studentId: who.id, ...quiz }
  const locked = app.db
    .$with('locked')
    .as(app.db.select({ id: attempts.id }).from(attempts).where(isAttemptAt(address)).for('no key update'))
  // Read once the attempt is locked, so that it is later than every accepted answer.
  const clock = app.db
    .$with('clock')
    .as(app.db.select({ id: locked.id, now: databaseNow(app.clock.offsetMs()).as('now') }).from(locked))
  const [finished] = await app.db
    .with(locked, clock)
    .update(attempts)
    .set({ lockedAt: sql`coalesce(${attempts.lockedAt}, least(${attempts.deadline}, ${clock.now}))` })
    .from(clock)
    .where(and(eq(attempts.id, clock.id), eq(attempts.studentId, who.id)))
    .returning({
      correctCount: attempts.correctCount,
      questionCount: attempts.questionCount,
      lockedAt: sql`${attempts.lockedAt}`.mapWith(attempts.deadline),
    })
  if (!finished) return failWithoutAttempt(app, address)
  return { ...scoreAttempt(finished), lockedAt: finished.lockedAt.toISOString() }
}
