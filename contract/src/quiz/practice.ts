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
  summary: 'Three questions from finished quizzes, the same all day; those answered wrongly last time come first',
  unauthorised,
  reply: z.object({
    questions: z.array(PracticeQuestion),
    /** Whether all the questions were practised today. */
    isDone: z.boolean(),
  }),
})

export const readReplay = endpoint({
  group,
  method: 'GET',
  path: '/api/trivia/video/:videoTitle/:ageCategory/replay',
  who: 'student',
  summary: "Questions from the pool of the caller's own finished quiz, to practise: those that are new to the caller",
  params: quizParams,
  reply: z.object({ questions: z.array(PracticeQuestion) }),
  fails: ['video_not_found', 'payment_needed', 'not_found', 'attempt_open'],
})

/** What a student can do besides the listed videos. */
export const Today = z
  .object({
    /** The day's practice: how many questions, 0 before the first finished quiz. */
    practice: z.object({ count: z.number().int(), isDone: z.boolean() }),
    /** The finished quizzes whose pools have questions that are new to the student, in the order of the videos. */
    replays: z.array(
      z.object({
        videoId: z.string(),
        videoTitle: z.string(),
        ageCategory: field.ageCategory,
        newCount: z.number().int(),
      }),
    ),
    /** When the next scheduled video is published, and whether it requires a payment first. Its title is not shown before. */
    nextVideo: z.object({ at: field.instant, isLocked: z.boolean() }).nullable(),
  })
  .meta({ id: 'Today' })
export type Today = z.infer<typeof Today>

export const readToday = endpoint({
  group,
  method: 'GET',
  path: '/api/trivia/today',
  who: 'student',
  summary: 'What waits for the student besides videos: practice, new questions for old videos, and the next video',
  reply: Today,
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
