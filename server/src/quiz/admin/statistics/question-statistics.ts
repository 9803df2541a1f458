// How the questions of a game are answered, for the console.
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { STATISTICS_ATTEMPTS } from '@baobab/contract/limits.ts'
import type { questionStatistics as endpoint } from '@baobab/contract/quiz-admin.ts'
import type { App } from '../../../platform/app.ts'
import { requireQuizVideo, type QuizKey } from '../list-questions-with-answers.ts'
import { loadQuestions } from '../../queries.ts'
import { countAnswers } from './count-answers.ts'
import { summarizeAnswers } from './rules.ts'

const nothing = { asked: 0, tallies: [], medianSeconds: null, meanSeconds: null }

/** The statistics of the questions that there are now; what was deleted is not counted any more. */
export async function questionStatistics(app: App, game: QuizKey): Promise<ReplyOf<typeof endpoint>> {
  const video = await requireQuizVideo(app, game)
  const [asked, { attempts, since, until, byQuestion }] = await Promise.all([
    loadQuestions(app, video.id, game.ageCategory),
    countAnswers(app, game),
  ])
  return {
    attempts,
    limit: STATISTICS_ATTEMPTS,
    since: since?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    questions: asked.map((question) => summarizeAnswers(question, byQuestion.get(question.id) ?? nothing)),
  }
}
