import { randomInt } from 'node:crypto'
import { QUIZ_SECONDS } from '@baobab/contract/quiz/rules.ts'
import type { DryRun } from '@baobab/contract/quiz/admin.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { linkOptionPictures } from '../option-pictures.ts'
import { loadPool, type QuizKey } from '../question-pool.ts'
import { countAsked, makeQuestionSnapshot, revealAnswer } from '../rules.ts'
import { requireQuizVideo } from './list-questions-with-answers.ts'

/**
 * Creates a quiz for an admin to try. Questions are chosen and shuffled again each time, as many as a student is asked. Stores
 * nothing, so it earns no points.
 * @param quiz.triviaId asks only this question
 */
export async function makeDryRun(
  app: App,
  who: AdminUser,
  quiz: QuizKey & { triviaId?: string | undefined },
): Promise<DryRun> {
  const video = await requireQuizVideo(app, quiz)
  const pool = await loadPool(app.db, { ...quiz, videoId: video.id })
  if (pool.questions.length === 0) fail('no_questions')
  const shuffled = makeQuestionSnapshot(pool.questions, (below) => randomInt(below))
  const asked =
    quiz.triviaId === undefined
      ? shuffled.slice(0, countAsked(shuffled.length, pool.askedCount))
      : shuffled.filter(({ id }) => id === quiz.triviaId)
  if (asked.length === 0) fail('question_not_found')
  const now = app.clock.now()
  return {
    videoTitle: video.title,
    ageCategory: quiz.ageCategory,
    startedAt: now.toISOString(),
    deadline: new Date(now.getTime() + QUIZ_SECONDS * 1_000).toISOString(),
    serverNow: now.toISOString(),
    questions: asked.map(({ id, question, options, alsoCorrect = null, ...rest }) => ({
      _id: id,
      question,
      options,
      alsoCorrect,
      pictures: linkOptionPictures(app, who, rest),
      ...revealAnswer(rest),
    })),
  }
}
