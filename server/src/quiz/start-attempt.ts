// The one attempt of a student at a video in a category. A second start inside its time is the same attempt.
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

type Quiz = { videoTitle: string; ageCategory: AgeCategory }

/** Starts the attempt, or answers the running one with the same clock, the same order and the answers so far. */
export async function startAttempt(app: App, who: StudentUser, quiz: Quiz): Promise<Attempt> {
  const video = await requireAccessibleVideo(app, who, quiz.videoTitle)
  const key = { studentId: who.id, video, ageCategory: quiz.ageCategory }
  const running = await findAttempt(app, key)
  if (!running) {
    const started = await openAttempt(app, key, await prepareQuestionSnapshot(app, who, key))
    return toAttemptReply(started, started.isNew ? [] : await loadAnswers(app, started.attempt.id))
  }
  if (lockedSince(running.attempt, running.now)) {
    requireCategory(app, who, quiz.ageCategory)
    fail('quiz_completed')
  }
  return toAttemptReply(running, await loadAnswers(app, running.attempt.id))
}

/** Refuses a category that is not the student's of today. */
export function requireCategory(app: App, who: StudentUser, category: AgeCategory): void {
  const refusal = findCategoryRefusal(category, who.birth, app.clock.now())
  if (refusal) fail(refusal)
}

/** The paper a student would get now; refuses where the category is another's or nothing is asked. */
export async function prepareQuestionSnapshot(
  app: App,
  who: StudentUser,
  key: AttemptKey,
): Promise<SnapshotQuestion[]> {
  requireCategory(app, who, key.ageCategory)
  const asked = await loadQuestions(app, key.video.id, key.ageCategory)
  if (asked.length === 0) fail('no_questions')
  return makeQuestionSnapshot(asked, (below) => randomInt(below))
}

/** Opens the attempt; of many at once the first one's paper and clock stand, and all get those. */
export async function openAttempt(
  app: App,
  key: AttemptKey,
  paper: SnapshotQuestion[],
): Promise<AttemptWithClock & { isNew: boolean }> {
  // The clock is read by the statement itself, behind every queue, so that waiting costs a student no time (B-23).
  const startedAt = sql`(select started_at from moment)`
  const moment = app.db
    .$with('moment', { startedAt: sql`started_at` })
    .as(sql`select ${databaseNow(app.clock.offsetMs())} as started_at`)
  const [attempt] = await app.db
    .with(moment)
    .insert(attempts)
    .values({
      studentId: key.studentId,
      videoId: key.video.id,
      ageCategory: key.ageCategory,
      videoTitle: key.video.title,
      paper,
      questionCount: paper.length,
      startedAt,
      deadline: sql`${startedAt} + ${QUIZ_SECONDS} * interval '1 second'`,
    })
    .onConflictDoNothing()
    .returning()
  if (attempt) return { attempt, now: attempt.startedAt, isNew: true }
  const earlier = await findAttempt(app, key)
  // One that stood in the way and is gone was reset this moment: now the way is free.
  return earlier ? { ...earlier, isNew: false } : openAttempt(app, key, paper)
}
