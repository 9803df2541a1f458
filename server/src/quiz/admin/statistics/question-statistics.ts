// Shows admins how a quiz's questions are answered.
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { STATISTICS_ATTEMPTS } from '@baobab/contract/quiz/rules.ts'
import type { questionStatistics as endpoint } from '@baobab/contract/quiz/admin.ts'
import type { App } from '../../../platform/app.ts'
import { requireQuizVideo } from '../list-questions-with-answers.ts'
import { loadPool, type QuizKey } from '../../question-pool.ts'
import { countPractice } from '../../practice.ts'
import { listVoids } from '../regrade/find-void.ts'
import { countAnswers } from './count-answers.ts'
import { summarizeAnswers } from './rules.ts'

const noAnswers = { asked: 0, tallies: [], medianSeconds: null, meanSeconds: null }

/** Loads the statistics of a quiz's current questions, and then of those that are void. Deleted questions are not included. */
export async function questionStatistics(app: App, quiz: QuizKey): Promise<ReplyOf<typeof endpoint>> {
  const video = await requireQuizVideo(app, quiz)
  const [pool, voids, practice, { attempts, since, until, byQuestion }] = await Promise.all([
    loadPool(app.db, { ...quiz, videoId: video.id }),
    listVoids(app.db, { ...quiz, videoId: video.id }),
    countPractice(app, { ...quiz, videoId: video.id }),
    countAnswers(app, quiz),
  ])
  const shown = [...pool.questions, ...voids.map(({ question, voided }) => ({ ...question, voided }))]
  return {
    attempts,
    limit: STATISTICS_ATTEMPTS,
    practice,
    since: since?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    questions: shown.map((question) => summarizeAnswers(question, byQuestion.get(question.id) ?? noAnswers)),
  }
}
