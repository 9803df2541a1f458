// A student's quiz history, with scores and dates.
import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { AttemptSummary, listAttempts as endpoint } from '@baobab/contract/quiz/endpoints.ts'
import type { App } from '../platform/app.ts'
import { isId } from '../platform/database/database.ts'
import { quizTime, readMaintenance } from '../platform/maintenance/require-open.ts'
import { isPublished } from '../videos/queries.ts'
import { videos } from '../videos/tables.ts'
import { listActiveDays } from './active-days.ts'
import { listFormerQuizzes } from './former-attempts.ts'
import { quizNow } from './queries.ts'
import { listStreakPauses } from './pause-streak.ts'
import { lockedSince, scoreAttempt } from './rules.ts'
import { countStreakDays, describeStreakWeek } from './streak-rules.ts'
import { attempts } from './tables.ts'

export type StudentAttemptRow = typeof attempts.$inferSelect
type Row = { attempt: StudentAttemptRow; isDeleted: boolean; isPublished: boolean; now: Date }

function selectAttempts(app: App, condition: SQL | undefined): Promise<Row[]> {
  return app.db
    .select({
      attempt: attempts,
      isDeleted: sql<boolean>`${videos.deletedAt} is not null`,
      isPublished: sql<boolean>`${isPublished(app.clock.now())}`,
      now: quizNow(app),
    })
    .from(attempts)
    .innerJoin(videos, eq(videos.id, attempts.videoId))
    .where(condition)
    .orderBy(desc(attempts.startedAt), desc(attempts.id))
}

function toAttemptSummary({ attempt, isDeleted, isPublished: isListed, now }: Row): AttemptSummary {
  const lockedAt = lockedSince(attempt, now)
  // A running attempt continues even if its video has been made a draft.
  const hasVideo = !isDeleted && (isListed || !lockedAt)
  return {
    _id: attempt.id,
    videoId: attempt.videoId,
    videoTitle: attempt.videoTitle,
    hasVideo,
    ageCategory: attempt.ageCategory,
    state: lockedAt ? 'locked' : 'running',
    ...scoreAttempt(attempt),
    startedAt: attempt.startedAt.toISOString(),
    seconds: attempt.seconds,
    deadline: attempt.deadline.toISOString(),
    lockedAt: lockedAt?.toISOString() ?? null,
  }
}

/**
 * Returns a student's attempts that were not reset, newest first, the quizzes the student cannot take because of an erased
 * account, and the streak of days with a quiz.
 */
export async function listAttempts(app: App, studentId: string): Promise<ReplyOf<typeof endpoint>> {
  const rows = await selectAttempts(app, and(eq(attempts.studentId, studentId), isNull(attempts.resetAt)))
  const formerQuizzes = await listFormerQuizzes(app, studentId)
  const days = (await listActiveDays(app.db, [studentId])).get(studentId) ?? []
  const pauses = await listStreakPauses(app.db, studentId)
  const now = app.clock.now()
  const today = lagosDate(now)
  return {
    attempts: rows.map(toAttemptSummary),
    formerQuizzes,
    serverNow: quizTime(app).toISOString(),
    maintenance: readMaintenance(app),
    streakDays: countStreakDays(days, today, pauses),
    streakWeek: describeStreakWeek(days, today, pauses),
  }
}

/** Returns all of a student's attempts for an admin, including reset ones. */
export async function listStudentAttempts(app: App, studentId: string) {
  const rows = await selectAttempts(app, eq(attempts.studentId, studentId))
  return {
    attempts: rows.map(toSummaryWithReset),
  }
}

function toSummaryWithReset(row: Row) {
  const { resetAt, resetReason } = row.attempt
  return { ...toAttemptSummary(row), resetAt: resetAt?.toISOString() ?? null, resetReason }
}

/** Returns an attempt of any student with its summary for an admin; undefined if there is none with this id. */
export async function findStudentAttempt(app: App, attemptId: string) {
  if (!isId(attemptId)) return undefined
  const [row] = await selectAttempts(app, eq(attempts.id, attemptId))
  return row && { attempt: row.attempt, summary: toSummaryWithReset(row) }
}
