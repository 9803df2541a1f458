// What a student can do besides the listed videos.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { DAILY_PRACTICE_QUESTIONS } from '@baobab/contract/quiz/rules.ts'
import { and, count, eq, inArray, isNull, not } from 'drizzle-orm'
import type { Today } from '@baobab/contract/quiz/practice.ts'
import { hasAccess } from '../payments/queries.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { findNextScheduled } from '../videos/queries.ts'
import { checkVideoAccess } from '../videos/rules.ts'
import { chooseDailyPractice, listFinishedQuizzes, listPractised, type FinishedQuiz } from './practice.ts'
import { isAsked } from './queries.ts'
import { practiceAnswers } from './streak-tables.ts'
import { attempts, questions } from './tables.ts'

/** Returns the day's practice, the old videos with new questions, and when the next video is published. */
export async function readToday(app: App, who: StudentUser): Promise<Today> {
  const finished = await listFinishedQuizzes(app, who)
  return {
    practice: await readProgress(app, who, finished),
    replays: await listReplays(app, who, finished),
    nextVideo: await readNextVideo(app, who),
  }
}

/**
 * Returns how many questions the day's practice has, and whether they are done. Chooses them only if enough have been practised.
 */
async function readProgress(app: App, who: StudentUser, finished: readonly FinishedQuiz[]): Promise<Today['practice']> {
  const total = finished.reduce((sum, { practicableCount }) => sum + practicableCount, 0)
  const asked = Math.min(total, DAILY_PRACTICE_QUESTIONS)
  const practised = await listPractised(app, who.id, lagosDate(app.clock.now()))
  const isDone = asked > 0 && practised.length >= asked && (await chooseDailyPractice(app, who, finished)).isDone
  return { count: asked, isDone }
}

/** Returns the finished quizzes whose pools have questions that the student was not asked and has not practised. */
async function listReplays(app: App, who: StudentUser, finished: readonly FinishedQuiz[]): Promise<Today['replays']> {
  if (finished.length === 0) return []
  const ids = finished.map(({ id }) => id)
  const rows = await app.db
    .select({ attemptId: attempts.id, fresh: count() })
    .from(attempts)
    .innerJoin(questions, and(eq(questions.videoId, attempts.videoId), eq(questions.ageCategory, attempts.ageCategory)))
    .leftJoin(practiceAnswers, and(eq(practiceAnswers.studentId, who.id), eq(practiceAnswers.questionId, questions.id)))
    .where(and(inArray(attempts.id, ids), isNull(practiceAnswers.questionId), not(isAsked(questions.id))))
    .groupBy(attempts.id)
  const freshOf = new Map(rows.map(({ attemptId, fresh }) => [attemptId, fresh]))
  return finished.flatMap(({ id, videoId, title: videoTitle, ageCategory, questionCount }) => {
    const newCount = Math.min(freshOf.get(id) ?? 0, questionCount)
    return newCount > 0 ? [{ videoId, videoTitle, ageCategory, newCount }] : []
  })
}

async function readNextVideo(app: App, who: StudentUser): Promise<Today['nextVideo']> {
  const next = await findNextScheduled(app)
  if (!next) return null
  const caller = { user: who, hasPaid: await hasAccess(app.db, who.id) }
  return { at: next.publishAt.toISOString(), isLocked: checkVideoAccess(next, caller) !== 'open' }
}
