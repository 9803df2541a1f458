// The one attempt of a student at a video in a category. A second start inside its time is the same attempt.
import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/age.ts'
import { QUIZ_SECONDS } from '@baobab/contract/limits.ts'
import type { Attempt } from '@baobab/contract/quiz.ts'
import type { App } from '../app.ts'
import type { StudentPerson } from '../platform/auth.ts'
import { fail } from '../platform/errors.ts'
import {
  answersOf,
  attemptShape,
  databaseNow,
  findAttempt,
  openVideoOfQuiz,
  questionsOf,
  type AttemptKey,
  type Timed,
} from './queries.ts'
import { lockedSince, makePaper, whyNotCategory, type PaperQuestion } from './rules.ts'
import { attempts } from './tables.ts'

type Quiz = { videoTitle: string; ageCategory: AgeCategory }

/** Starts the attempt, or answers the running one with the same clock, the same order and the answers so far. */
export async function startAttempt(app: App, who: StudentPerson, quiz: Quiz): Promise<Attempt> {
  const video = await openVideoOfQuiz(app, who, quiz.videoTitle)
  const key = { studentId: who.id, video, ageCategory: quiz.ageCategory }
  const running = await findAttempt(app, key)
  if (!running) {
    const started = await openAttempt(app, key, await newPaper(app, who, key))
    return attemptShape(started, started.isNew ? [] : await answersOf(app, started.attempt.id))
  }
  if (lockedSince(running.attempt, running.now)) {
    requireCategory(app, who, quiz.ageCategory)
    fail('quiz_completed')
  }
  return attemptShape(running, await answersOf(app, running.attempt.id))
}

/** Refuses a category that is not the student's of today. */
export function requireCategory(app: App, who: StudentPerson, category: AgeCategory): void {
  const refusal = whyNotCategory(category, who.birth, app.clock.now())
  if (refusal) fail(refusal)
}

/** The paper a student would get now; refuses where the category is another's or nothing is asked. */
export async function newPaper(app: App, who: StudentPerson, key: AttemptKey): Promise<PaperQuestion[]> {
  requireCategory(app, who, key.ageCategory)
  const asked = await questionsOf(app, key.video.id, key.ageCategory)
  if (asked.length === 0) fail('no_questions')
  return makePaper(asked, (below) => randomInt(below))
}

/** Opens the attempt; of many at once the first one's paper and clock stand, and all get those. */
export async function openAttempt(
  app: App,
  key: AttemptKey,
  paper: PaperQuestion[],
): Promise<Timed & { isNew: boolean }> {
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
