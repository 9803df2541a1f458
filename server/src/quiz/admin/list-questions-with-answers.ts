import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { listQuestionsWithAnswers as endpoint, Question } from '@baobab/contract/quiz/admin.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { findVideoById } from '../../videos/queries.ts'
import type { VideoRow } from '../../videos/tables.ts'
import type { QuestionWithVideo } from './add-question.ts'
import { linkOptionPictures } from '../option-pictures.ts'
import { loadPool, type QuizKey } from '../question-pool.ts'

/** Returns a quiz's video. Fails with 404 if there is none. */
export async function requireQuizVideo(app: App, { videoId }: QuizKey): Promise<VideoRow> {
  return (await findVideoById(app.db, videoId)) ?? fail('video_not_found')
}

export function toQuestionReply(app: App, who: AdminUser, { question: row, video }: QuestionWithVideo): Question {
  const { id: _id, question, options, correctAnswer, alsoCorrect, explanation, momentSeconds, ageCategory } = row
  const texts = { question, options, correctAnswer, alsoCorrect, explanation, momentSeconds }
  return { _id, ...texts, pictures: linkOptionPictures(app, who, row), ageCategory, videoTitle: video.title }
}

/** Returns a quiz's questions in order, with their correct answers, and how many of them are asked. */
export async function listQuestionsWithAnswers(
  app: App,
  who: AdminUser,
  quiz: QuizKey,
): Promise<ReplyOf<typeof endpoint>> {
  const video = await requireQuizVideo(app, quiz)
  const { questions, askedCount, isFixed } = await loadPool(app.db, { ...quiz, videoId: video.id })
  const replies = questions.map((question) => toQuestionReply(app, who, { question, video }))
  return { questions: replies, askedCount, isFixed }
}
