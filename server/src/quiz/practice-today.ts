// What a student can do besides the listed videos.
import { inArray } from 'drizzle-orm'
import type { Today } from '@baobab/contract/quiz/practice.ts'
import { hasAccess } from '../payments/queries.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { findNextScheduled } from '../videos/queries.ts'
import { checkVideoAccess } from '../videos/rules.ts'
import { chooseDailyPractice, listPractised, loadFinishedQuizzes, type FinishedQuiz } from './practice.ts'
import { questions } from './tables.ts'

/** Returns the day's practice, the old videos with new questions, and when the next video is published. */
export async function readToday(app: App, who: StudentUser): Promise<Today> {
  const finished = await loadFinishedQuizzes(app, who)
  const { chosen, isDone } = await chooseDailyPractice(app, who, finished)
  return {
    practice: { count: chosen.length, isDone },
    replays: await listReplays(app, who, finished),
    nextVideo: await readNextVideo(app, who),
  }
}

/** Returns the finished quizzes whose pools have questions that the student was not asked and has not practised. */
async function listReplays(app: App, who: StudentUser, finished: readonly FinishedQuiz[]): Promise<Today['replays']> {
  if (finished.length === 0) return []
  const { id, videoId, ageCategory } = questions
  const videoIds = finished.map(({ attempt }) => attempt.videoId)
  const pool = await app.db.select({ id, videoId, ageCategory }).from(questions).where(inArray(videoId, videoIds))
  const practised = await listPractised(app, who.id)
  return finished.flatMap(({ attempt, title }) => {
    const seen = new Set([...attempt.questionSnapshot.map((question) => question.id), ...practised])
    const fresh = pool.filter(
      (one) => one.videoId === attempt.videoId && one.ageCategory === attempt.ageCategory && !seen.has(one.id),
    )
    if (fresh.length === 0) return []
    return {
      videoId: attempt.videoId,
      videoTitle: title,
      ageCategory: attempt.ageCategory,
      newCount: Math.min(fresh.length, attempt.questionCount),
    }
  })
}

async function readNextVideo(app: App, who: StudentUser): Promise<Today['nextVideo']> {
  const next = await findNextScheduled(app)
  if (!next) return null
  const caller = { user: who, hasPaid: await hasAccess(app.db, who.id) }
  return { at: next.publishAt.toISOString(), isLocked: checkVideoAccess(next, caller) !== 'open' }
}
