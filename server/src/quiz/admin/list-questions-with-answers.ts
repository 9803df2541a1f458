import type { AgeCategory } from '@baobab/contract/age.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import type { listQuestionsWithAnswers as endpoint, Question } from '@baobab/contract/quiz-admin.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/http/errors.ts'
import { findVideoById } from '../../videos/queries.ts'
import type { VideoRow } from '../../videos/tables.ts'
import type { QuestionWithVideo } from './add-question.ts'
import { loadQuestions } from '../queries.ts'

/** Identifies the quiz of a video for an age category in admins' requests. */
export type QuizKey = { videoId: string; ageCategory: AgeCategory }

/** Returns the video of a quiz. Fails with 404 if there is none. */
export async function requireQuizVideo(app: App, { videoId }: QuizKey): Promise<VideoRow> {
  return (await findVideoById(app.db, videoId)) ?? fail('video_not_found')
}

export function toQuestionReply({ question: row, video }: QuestionWithVideo): Question {
  const { id: _id, question, options, correctAnswer, ageCategory } = row
  return { _id, question, options, correctAnswer, ageCategory, videoTitle: video.title }
}

/** Returns the questions of a quiz in their order, with their correct answers. */
export async function listQuestionsWithAnswers(app: App, quiz: QuizKey): Promise<ReplyOf<typeof endpoint>> {
  const video = await requireQuizVideo(app, quiz)
  const rows = await loadQuestions(app, video.id, quiz.ageCategory)
  return { questions: rows.map((question) => toQuestionReply({ question, video })) }
}
