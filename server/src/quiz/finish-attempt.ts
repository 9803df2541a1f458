// Finishes a student's quiz. Finishing again changes nothing; finishing late counts as finishing at the deadline.
import { and, eq, sql } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { finishAttempt as endpoint } from '@baobab/contract/quiz/endpoints.ts'
import { requireNoPause } from '../platform/maintenance/require-open.ts'
import type { App } from '../platform/app.ts'
import { preparedQuery } from '../platform/database/database.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { failWithoutAttempt } from './former-attempts.ts'
import { databaseNow, isAttemptAt, toAddressValues } from './queries.ts'
import { scoreAttempt } from './rules.ts'
import { attempts } from './tables.ts'

const finishQuery = preparedQuery((db) => {
  const locked = db
    .$with('locked')
    .as(db.select({ id: attempts.id }).from(attempts).where(isAttemptAt()).for('no key update'))
  // Read once the attempt is locked, so that it is later than every accepted answer.
  const clock = db
    .$with('clock')
    .as(db.select({ id: locked.id, now: databaseNow(sql.placeholder('offsetMs')).as('now') }).from(locked))
  return db
    .with(locked, clock)
    .update(attempts)
    .set({ lockedAt: sql`coalesce(${attempts.lockedAt}, least(${attempts.deadline}, ${clock.now}))` })
    .from(clock)
    .where(and(eq(attempts.id, clock.id), eq(attempts.studentId, sql.placeholder('studentId'))))
    .returning({
      correctCount: attempts.correctCount,
      questionCount: attempts.questionCount,
      voidCount: attempts.voidCount,
      lockedAt: sql`${attempts.lockedAt}`.mapWith(attempts.deadline),
    })
    .prepare('finish-attempt')
})

/** Locks the attempt and returns its score in one statement, so that every accepted answer is in the score. */
export async function finishAttempt(
  app: App,
  who: StudentUser,
  quiz: { videoTitle: string; ageCategory: AgeCategory },
): Promise<ReplyOf<typeof endpoint>> {
  requireNoPause(app)
  const address = { studentId: who.id, ...quiz }
  const offsetMs = app.clock.offsetMs()
  const [finished] = await finishQuery(app.db).execute({ ...toAddressValues(address), offsetMs })
  if (!finished) return failWithoutAttempt(app, address)
  return { ...scoreAttempt(finished), lockedAt: finished.lockedAt.toISOString() }
}
