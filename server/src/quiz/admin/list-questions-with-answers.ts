// What the console reads of a game: its questions with their answers, and a paper to try them with.
import { randomInt } from 'node:crypto'
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { QUIZ_SECONDS } from '@baobab/contract/limits.ts'
import type * as contract from '@baobab/contract/quiz-admin.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { isId } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import type { VideoRow } from '../../videos/queries.ts'
import { videos } from '../../videos/tables.ts'
import type { QuestionWithVideo } from './add-question.ts'
import { loadQuestions } from '../queries.ts'
import { makeQuestionSnapshot } from '../rules.ts'

export type QuizKey = { videoId: string; ageCategory: AgeCategory }

/** The video of a game; 404 where there is none. */
export async function requireQuizVideo(app: App, { videoId }: QuizKey): Promise<VideoRow> {
  const [video] = isId(videoId)
    ? await app.db
        .select()
        .from(videos)
        .where(and(eq(videos.id, videoId), isNull(videos.deletedAt)))
    : []
  return video ?? fail('video_not_found')
}

export function toQuestionReply({ question: row, video }: QuestionWithVideo): contract.Question {
  const { id: _id, question, options, correctAnswer, ageCategory } = row
  return { _id, question, options, correctAnswer, ageCategory, videoTitle: video.title }
}

export async function listQuestionsWithAnswers(
  app: App,
  game: QuizKey,
): Promise<ReplyOf<typeof contract.listQuestionsWithAnswers>> {
  const video = await requireQuizVideo(app, game)
  const rows = await loadQuestions(app, video.id, game.ageCategory)
  return { questions: rows.map((question) => toQuestionReply({ question, video })) }
}

/** A paper as an attempt would get it, by the same shuffling; nothing is stored and nothing can be earned with it. */
export async function makeDryRun(app: App, game: QuizKey): Promise<contract.DryRun> {
  const video = await requireQuizVideo(app, game)
  const asked = await loadQuestions(app, video.id, game.ageCategory)
  if (asked.length === 0) fail('no_questions')
  const now = app.clock.now()
  const paper = makeQuestionSnapshot(asked, (below) => randomInt(below))
  return {
    videoTitle: video.title,
    ageCategory: game.ageCategory,
    startedAt: now.toISOString(),
    deadline: new Date(now.getTime() + QUIZ_SECONDS * 1_000).toISOString(),
    serverNow: now.toISOString(),
    questions: paper.map(({ id, ...rest }) => ({ _id: id, ...rest })),
  }
}
