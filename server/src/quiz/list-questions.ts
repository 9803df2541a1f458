// The questions of a video as anyone may read them: never with their answers, not even for admins.
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import type { listQuestions as endpoint } from '@baobab/contract/quiz.ts'
import type { App } from '../app.ts'
import type { Person } from '../platform/auth.ts'
import { openVideoOfQuiz, questionsOf } from './queries.ts'
import { publicOrder } from './rules.ts'

export async function listQuestions(
  app: App,
  person: Person | undefined,
  quiz: { videoTitle: string; ageCategory: AgeCategory },
): Promise<ReplyOf<typeof endpoint>> {
  const video = await openVideoOfQuiz(app, person, quiz.videoTitle)
  const rows = await questionsOf(app, video.id, quiz.ageCategory)
  return rows.map((row) => ({
    _id: row.id,
    question: row.question,
    options: publicOrder(row),
    videoTitle: video.title,
    ageCategory: row.ageCategory,
  }))
}
