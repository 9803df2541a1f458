// The public questions of a video: without their correct answers, even for admins.
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import type { listQuestions as endpoint } from '@baobab/contract/quiz.ts'
import type { App } from '../platform/app.ts'
import type { SessionUser } from '../platform/http/auth.ts'
import { requireAccessibleVideo, loadQuestions } from './queries.ts'
import { publicOptionOrder } from './rules.ts'

/** Returns the questions of a quiz, with options in an order that reveals nothing. */
export async function listQuestions(
  app: App,
  who: SessionUser | undefined,
  quiz: { videoTitle: string; ageCategory: AgeCategory },
): Promise<ReplyOf<typeof endpoint>> {
  const video = await requireAccessibleVideo(app, who, quiz.videoTitle)
  const rows = await loadQuestions(app, video.id, quiz.ageCategory)
  return rows.map((row) => ({
    _id: row.id,
    question: row.question,
    options: publicOptionOrder(row),
    videoTitle: video.title,
    ageCategory: row.ageCategory,
  }))
}
