import { randomInt } from 'node:crypto'
import { QUIZ_SECONDS } from '@baobab/contract/limits.ts'
import type { DryRun } from '@baobab/contract/quiz-admin.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/http/errors.ts'
import { loadQuestions } from '../queries.ts'
import { makeQuestionSnapshot } from '../rules.ts'
import { requireQuizVideo, type QuizKey } from './list-questions-with-answers.ts'

/** Makes a quiz for an admin to try, shuffled like an attempt. Stores nothing, so it earns no points. */
export async function makeDryRun(app: App, quiz: QuizKey): Promise<DryRun> {
  const video = await requireQuizVideo(app, quiz)
  const questions = await loadQuestions(app, video.id, quiz.ageCategory)
  if (questions.length === 0) fail('no_questions')
  const now = app.clock.now()
  return {
    videoTitle: video.title,
    ageCategory: quiz.ageCategory,
    startedAt: now.toISOString(),
    deadline: new Date(now.getTime() + QUIZ_SECONDS * 1_000).toISOString(),
    serverNow: now.toISOString(),
    questions: makeQuestionSnapshot(questions, (below) => randomInt(below)).map(({ id, ...rest }) => ({
      _id: id,
      ...rest,
    })),
  }
}
