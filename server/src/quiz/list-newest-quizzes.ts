import { desc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../platform/database/database.ts'
import { scoreAttempt } from './rules.ts'
import { attempts } from './tables.ts'

/** A complaint about points is nearly always about one of the last quizzes. The student's page lists all of them. */
const NEWEST = 3

/** Returns the quizzes that a student started last, newest first, including reset ones. */
export async function listNewestQuizzes(db: Db | Tx, studentId: string) {
  const rows = await db
    .select({
      id: attempts.id,
      videoTitle: attempts.videoTitle,
      ageCategory: attempts.ageCategory,
      correctCount: attempts.correctCount,
      questionCount: attempts.questionCount,
      voidCount: attempts.voidCount,
      startedAt: attempts.startedAt,
      resetAt: attempts.resetAt,
    })
    .from(attempts)
    .where(eq(attempts.studentId, studentId))
    .orderBy(desc(attempts.startedAt), desc(attempts.id))
    .limit(NEWEST)
  return rows.map((attempt) => ({
    _id: attempt.id,
    videoTitle: attempt.videoTitle,
    ageCategory: attempt.ageCategory,
    ...scoreAttempt(attempt),
    startedAt: attempt.startedAt.toISOString(),
    isReset: attempt.resetAt !== null,
  }))
}
