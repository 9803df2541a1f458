// Starts the one attempt of a student at a video in an age category. Starting again returns the running attempt.
import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/age.ts'
import { QUIZ_SECONDS } from '@baobab/contract/limits.ts'
import type { Attempt } from '@baobab/contract/quiz.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import {
  loadAnswers,
  toAttemptReply,
  databaseNow,
  findAttempt,
  requireAccessibleVideo,
  loadQuestions,
  type AttemptKey,
  type AttemptWithClock,
} from './queries.ts'
import { lockedSince, makeQuestionSnapshot, findCategoryRefusal, type SnapshotQuestion } from './rules.ts'
import { attempts } from './tables.ts'

/** Starts the attempt, or returns the running one with the same deadline, the same order and the answers so far. */
export async function startAttempt(
  app: App,
  who: StudentUser,
  quiz: { videoTitle: string; ageCategory: AgeCategory },
): Promise<Attempt> {
  const found = await findOrOpenAttempt(app, who, quiz)
  if (found.isNew) return toAttemptReply(found, [])
  if (lockedSince(found.attempt, found.now)) {
    requireCategory(app, who, quiz.ageCategory)
    fail('quiz_completed')
  }
  return toAttemptReply(found, await loadAnswers(app, found.attempt.id))
}

/**
 * Returns the attempt at a quiz, finished or not. If there is none, opens one.
 * @param checkQuestions may refuse the request before a new attempt starts its clock
 */
export async function findOrOpenAttempt(
  app: App,
  who: StudentUser,
  { videoTitle, ageCategory }: { videoTitle: string; ageCategory: AgeCategory },
  checkQuestions?: (questionSnapshot: readonly SnapshotQuestion[]) => void,
): Promise<AttemptWithClock & { isNew: boolean }> {
  const video = await requireAccessibleVideo(app, who, videoTitle)
  const key = { studentId: who.id, video, ageCategory }
  const existing = await findAttempt(app, key)
  if (existing) return { ...existing, isNew: false }
  const questionSnapshot = await prepareQuestionSnapshot(app, who, key)
  checkQuestions?.(questionSnapshot)
  return openAttempt(app, key, questionSnapshot)
}

/** Fails with 403 if the category is not the student's today. */
export function requireCategory(app: App, who: StudentUser, category: AgeCategory): void {
  const refusal = findCategoryRefusal(category, who.birth, app.clock.now())
  if (refusal) fail(refusal)
}

/** Makes the question snapshot of a new attempt. Fails if the category is not the student's or has no questions. */
async function prepareQuestionSnapshot(app: App, who: StudentUser, key: AttemptKey): Promise<SnapshotQuestion[]> {
  requireCategory(app, who, key.ageCategory)
  const questions = await loadQuestions(app, key.video.id, key.ageCategory)
  if (questions.length === 0) fail('no_questions')
  return makeQuestionSnapshot(questions, (below) => randomInt(below))
}

/** Opens the attempt. Of several concurrent calls the first one wins, and all return its snapshot and deadline. */
async function openAttempt(
  app: App,
  key: AttemptKey,
  questionSnapshot: SnapshotQuestion[],
): Promise<AttemptWithClock & { isNew: boolean }> {
  // The clock is read within the statement, so that waiting for a connection costs the student no time.
  const startedAt = sql`(select started_at from clock)`
  const clock = app.db
    .$with('clock', { startedAt: sql`started_at` })
    .as(sql`select ${databaseNow(app.clock.offsetMs())} as started_at`)
  const [attempt] = await app.db
    .with(clock)
    .insert(attempts)
    .values({
      studentId: key.studentId,
      videoId: key.video.id,
      ageCategory: key.ageCategory,
      videoTitle: key.video.title,
      questionSnapshot,
      questionCount: questionSnapshot.length,
      startedAt,
      deadline: sql`${startedAt} + ${QUIZ_SECONDS} * interval '1 second'`,
    })
    .onConflictDoNothing()
    .returning()
  if (attempt) return { attempt, now: attempt.startedAt, isNew: true }
  const existing = await findAttempt(app, key)
  // Tries again if the conflicting attempt was reset in the meantime.
  return existing ? { ...existing, isNew: false } : openAttempt(app, key, questionSnapshot)
}
