// The quizzes a student has begun.
import { desc, eq } from 'drizzle-orm'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import type { listAttempts as endpoint } from '@baobab/contract/quiz.ts'
import type { App } from '../app.ts'
import { databaseNow } from './queries.ts'
import { lockedSince, scoreOf } from './rules.ts'
import { attempts } from './tables.ts'

/** All attempts of a student, the newest first. */
export async function listAttempts(app: App, studentId: string): Promise<ReplyOf<typeof endpoint>> {
  const { videoId, ageCategory, correctCount, questionCount, deadline, lockedAt } = attempts
  const rows = await app.db
    .select({ videoId, ageCategory, correctCount, questionCount, deadline, lockedAt, now: databaseNow(app) })
    .from(attempts)
    .where(eq(attempts.studentId, studentId))
    .orderBy(desc(attempts.startedAt), desc(attempts.id))
  return {
    attempts: rows.map((row) => ({
      videoId: row.videoId,
      ageCategory: row.ageCategory,
      state: lockedSince(row, row.now) ? 'locked' : 'running',
      ...scoreOf(row),
      deadline: row.deadline.toISOString(),
    })),
  }
}
