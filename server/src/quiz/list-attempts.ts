// The quizzes a student has begun: the history, with scores and dates.
import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { lagosDate } from '@baobab/contract/age.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import type * as contract from '@baobab/contract/quiz.ts'
import type { App } from '../platform/app.ts'
import { videos } from '../videos/tables.ts'
import { databaseNow, type AttemptRow } from './queries.ts'
import { lockedSince, scoreAttempt, countStreakDays } from './rules.ts'
import { attempts } from './tables.ts'

type Row = { attempt: AttemptRow; videoDeletedAt: Date | null; now: Date }

function attemptsWhere(app: App, condition: SQL | undefined): Promise<Row[]> {
  return app.db
    .select({ attempt: attempts, videoDeletedAt: videos.deletedAt, now: databaseNow(app.clock.offsetMs()) })
    .from(attempts)
    .innerJoin(videos, eq(videos.id, attempts.videoId))
    .where(condition)
    .orderBy(desc(attempts.startedAt), desc(attempts.id))
}

function shapeOf({ attempt, videoDeletedAt, now }: Row) {
  const lockedAt = lockedSince(attempt, now)
  return {
    _id: attempt.id,
    videoId: attempt.videoId,
    videoTitle: attempt.videoTitle,
    hasVideo: videoDeletedAt === null,
    ageCategory: attempt.ageCategory,
    state: lockedAt ? ('locked' as const) : ('running' as const),
    ...scoreAttempt(attempt),
    startedAt: attempt.startedAt.toISOString(),
    deadline: attempt.deadline.toISOString(),
    lockedAt: lockedAt?.toISOString() ?? null,
  }
}

/** All attempts of a student that count, the newest first, and the days in a row on which quizzes were taken. */
export async function listAttempts(app: App, studentId: string): Promise<ReplyOf<typeof contract.listAttempts>> {
  const rows = await attemptsWhere(app, and(eq(attempts.studentId, studentId), isNull(attempts.resetAt)))
  const days = rows.map(({ attempt }) => lagosDate(attempt.startedAt))
  return { attempts: rows.map(shapeOf), streakDays: countStreakDays(days, lagosDate(app.clock.now())) }
}

/** The same for an admin, with those that were reset. */
export async function listStudentAttempts(app: App, studentId: string) {
  const rows = await attemptsWhere(app, eq(attempts.studentId, studentId))
  return {
    attempts: rows.map((row) => {
      const { resetAt, resetReason } = row.attempt
      return { ...shapeOf(row), resetAt: resetAt?.toISOString() ?? null, resetReason }
    }),
  }
}
