// Practice: old questions again, without a clock and without points. It counts as a day of the streak.
import { z } from 'zod'
import { commonText } from '../kernel/text.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { AnswerForm, AnswerResult, optionPictures } from './endpoints.ts'

const group = 'Trivia'
const unauthorised = commonText.mustBeLoggedInToAnswer
const quizParams = z.object({ videoTitle: field.videoTitleParam, ageCategory: field.ageCategory })

/** A question to practise. The reply to an answer reveals the correct answer. */
export const PracticeQuestion = z
  .object({
    _id: z.string(),
    question: z.string(),
    options: z.array(z.string()),
    pictures: optionPictures,
    /** The quiz it belongs to. */
    videoTitle: z.string(),
    videoId: z.string(),
    ageCategory: field.ageCategory,
  })
  .meta({ id: 'PracticeQuestion' })
export type PracticeQuestion = z.infer<typeof PracticeQuestion>

export const readPractice = endpoint({
  group,
  method: 'GET',
  path: '/api/trivia/video/:videoTitle/:ageCategory/practice',
  who: 'student',
  summary: "The questions of the caller's own finished quiz, to practise: without a clock and without points",
  unauthorised,
  params: quizParams,
  reply: z.object({ questions: z.array(PracticeQuestion) }),
  fails: ['video_not_found', 'payment_needed', 'not_found', 'attempt_open'],
})

export const readDailyPractice = endpoint({
  group,
  method: 'GET',
  path: '/api/trivia/practice/daily',
  who: 'student',
  summary: 'Three questions of finished quizzes, the same all day, those that were answered wrongly last time first',
  unauthorised,
  reply: z.object({
    questions: z.array(PracticeQuestion),
    /** Whether all of them were practised today. */
    isDone: z.boolean(),
  }),
})

export const answerPractice = endpoint({
  group,
  method: 'POST',
  path: '/api/trivia/video/:videoTitle/:ageCategory/practice/answer',
  who: 'student',
  summary: 'Judges an answer to a question that is practised. It earns no points and may be repeated',
  unauthorised,
  params: quizParams,
  body: AnswerForm,
  reply: AnswerResult.omit({ points: true }),
  fails: ['video_not_found', 'question_not_found', 'payment_needed', 'not_found', 'attempt_open'],
})
