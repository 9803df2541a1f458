// What the console reads of a game: its questions with their answers, and a paper to try them with.
import { randomInt } from 'node:crypto'
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { QUIZ_SECONDS } from '@baobab/contract/limits.ts'
import type * as contract from '@baobab/contract/trivia.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { App } from '../app.ts'
import { isId } from '../platform/database.ts'
import { fail } from '../platform/errors.ts'
import type { VideoRow } from '../videos/queries.ts'
import { videos } from '../videos/tables.ts'
import type { AddedQuestion } from './add-question.ts'
import { questionsOf } from './queries.ts'
import { makePaper } from './rules.ts'

export type Game = { videoId: string; ageCategory: AgeCategory }

/** The video of a game; 404 where there is none. */
export async function videoOfGame(app: App, { videoId }: Game): Promise<VideoRow> {
  const [video] = isId(videoId)
    ? await app.db
        .select()
        .from(videos)
        .where(and(eq(videos.id, videoId), isNull(videos.deletedAt)))
    : []
  return video ?? fail('video_not_found')
}

export function knownQuestion({ question: row, video }: AddedQuestion): contract.KnownQuestion {
  const { id: _id, question, options, correctAnswer, ageCategory } = row
  return { _id, question, options, correctAnswer, ageCategory, videoTitle: video.title }
}

export async function listKnownQuestions(app: App, game: Game): Promise<ReplyOf<typeof contract.listKnownQuestions>> {
  const video = await videoOfGame(app, game)
  const rows = await questionsOf(app, video.id, game.ageCategory)
  return { questions: rows.map((question) => knownQuestion({ question, video })) }
}

/** A paper as an attempt would get it, by the same shuffling; nothing is stored and nothing can be earned with it. */
export async function makeDryRun(app: App, game: Game): Promise<contract.DryRun> {
  const video = await videoOfGame(app, game)
  const asked = await questionsOf(app, video.id, game.ageCategory)
  if (asked.length === 0) fail('no_questions')
  const now = app.clock.now()
  const paper = makePaper(asked, (below) => randomInt(below))
  return {
    videoTitle: video.title,
    ageCategory: game.ageCategory,
    startedAt: now.toISOString(),
    deadline: new Date(now.getTime() + QUIZ_SECONDS * 1_000).toISOString(),
    serverNow: now.toISOString(),
    questions: paper.map(({ id, ...rest }) => ({ _id: id, ...rest })),
  }
}
