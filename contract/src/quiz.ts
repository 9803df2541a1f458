// The quiz: its questions, the one attempt a student has, and what an admin adds.
import { z } from 'zod'
import { ageCategories } from './age.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { OPTION_LENGTH, OPTIONS, QUESTION_LENGTH } from './limits.ts'
import { commonText } from './common-text.ts'
import { quizText } from './quiz-text.ts'
import { quizAdminText } from './quiz-admin-text.ts'

const group = 'Trivia'
const unauthorised = commonText.mustBeLoggedInToAnswer
const quizParams = z.object({ videoTitle: z.string().min(1).max(500), ageCategory: field.ageCategory })

/** One form for comparing texts: trimmed and without regard to case (spec 5). */
export function toComparisonKey(value: string): string {
  return field.normalizeText(value).toLowerCase()
}

export const PublicQuestion = z
  .object({
    _id: z.string(),
    question: z.string(),
    options: z.array(z.string()),
    videoTitle: z.string(),
    ageCategory: field.ageCategory,
  })
  .meta({ id: 'Question' })

export const listQuestions = endpoint({
  group,
  method: 'GET',
  path: '/api/trivia/video/:videoTitle/:ageCategory',
  who: 'anyone',
  summary: 'The questions of a video for an age category, never with their answers',
  params: quizParams,
  reply: z.array(PublicQuestion),
  fails: ['video_not_found', 'payment_needed'],
})

/** A running or finished attempt as its student sees it: order and clock are the server's. */
export const Attempt = z
  .object({
    _id: z.string(),
    videoTitle: z.string(),
    ageCategory: field.ageCategory,
    startedAt: field.instant,
    deadline: field.instant,
    /** The server's clock when it answered; the screen counts down from it, not from the phone's. */
    serverNow: field.instant,
    questions: z.array(z.object({ _id: z.string(), question: z.string(), options: z.array(z.string()) })),
    answers: z.array(z.object({ triviaId: z.string(), answer: z.string(), correct: z.boolean() })),
  })
  .meta({ id: 'Attempt' })
export type Attempt = z.infer<typeof Attempt>

export const startAttempt = endpoint({
  group,
  method: 'POST',
  path: '/api/trivia/video/:videoTitle/:ageCategory/start',
  who: 'student',
  summary: 'Starts the one attempt, or returns the running one with the same clock and order',
  unauthorised,
  params: quizParams,
  reply: Attempt,
  fails: ['video_not_found', 'payment_needed', 'no_questions', 'quiz_completed', 'other_category'],
})

export const AnswerForm = z.strictObject({
  triviaId: z.string(quizText.selectAnswer).min(1, quizText.selectAnswer).max(100),
  answer: z
    .string(quizText.selectAnswer)
    .trim()
    .min(1, quizText.selectAnswer)
    .max(OPTION_LENGTH, quizText.selectAnswer),
})

/** The same body however often the same answer is sent. */
export const AnswerResult = z
  .object({
    message: z.string(),
    correct: z.boolean(),
    points: z.number().int(),
    triviaId: z.string(),
    answer: z.string(),
  })
  .meta({ id: 'AnswerResult' })
export type AnswerResult = z.infer<typeof AnswerResult>

export const answerQuestion = endpoint({
  group,
  method: 'POST',
  path: '/api/trivia/video/:videoTitle/:ageCategory/answer',
  who: 'student',
  summary: 'Answers one question, once; the first answer starts the attempt where none runs',
  unauthorised,
  params: quizParams,
  body: AnswerForm,
  reply: AnswerResult,
  fails: [
    'video_not_found',
    'question_not_found',
    'payment_needed',
    'already_answered',
    'time_is_up',
    'other_category',
  ],
})

export const finishAttempt = endpoint({
  group,
  method: 'POST',
  path: '/api/trivia/video/:videoTitle/:ageCategory/finish',
  who: 'student',
  summary: 'Locks the attempt; locking it again changes nothing',
  unauthorised,
  params: quizParams,
  reply: z.object({ score: z.number().int(), maxScore: z.number().int(), lockedAt: field.instant }),
  fails: ['video_not_found', 'not_found'],
})

export const Review = z
  .object({
    title: z.string(),
    ageCategory: field.ageCategory,
    score: z.number().int(),
    maxScore: z.number().int(),
    lockedAt: field.instant,
    questions: z.array(
      z.object({
        _id: z.string(),
        question: z.string(),
        correctAnswer: z.string(),
        answer: z.string().nullable(),
        correct: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Review' })
export type Review = z.infer<typeof Review>

export const reviewAttempt = endpoint({
  group,
  method: 'GET',
  path: '/api/trivia/video/:videoTitle/:ageCategory/review',
  who: 'student',
  summary: 'Score and correct answers of a locked attempt; 403 while it runs',
  unauthorised,
  params: quizParams,
  reply: Review,
  fails: ['video_not_found', 'not_found', 'attempt_open'],
})

export const AttemptSummary = z
  .object({
    _id: z.string(),
    videoId: z.string(),
    videoTitle: z.string(),
    /** False once the video was deleted: the score stays, the review is gone. */
    hasVideo: z.boolean(),
    ageCategory: field.ageCategory,
    state: z.enum(['running', 'locked']),
    score: z.number().int(),
    maxScore: z.number().int(),
    startedAt: field.instant,
    deadline: field.instant,
    lockedAt: field.instant.nullable(),
  })
  .meta({ id: 'QuizState' })

export const listAttempts = endpoint({
  group,
  method: 'GET',
  path: '/api/trivia/attempts',
  who: 'student',
  summary: 'The quizzes the student has started, newest first, with their scores',
  unauthorised,
  reply: z.object({ attempts: z.array(AttemptSummary), streakDays: z.number().int() }),
})

export const resetAttempt = endpoint({
  group,
  method: 'POST',
  path: '/admin/attempts/:attemptId/reset',
  who: 'admin',
  summary: 'Takes one attempt and its points back, with a reason; the student may then try again',
  params: z.object({ attemptId: field.id }),
  body: z.strictObject({ reason: field.requiredText({ name: 'Reason', min: 5, max: 500 }) }),
  reply: z.object({ message: z.string() }),
  fails: ['not_found'],
})

const required = (max: number, name: string) =>
  field.requiredText({ name, max, missing: quizAdminText.allFieldsRequired })

const typed = {
  question: required(QUESTION_LENGTH, 'Question'),
  options: z
    .array(required(OPTION_LENGTH, 'Option'), quizAdminText.allFieldsRequired)
    .length(OPTIONS, quizAdminText.allFieldsRequired),
  correctAnswer: required(OPTION_LENGTH, 'Correct answer'),
}
type TypedQuestion = { options: string[]; correctAnswer: string }
const different = {
  holds: ({ options }: TypedQuestion) => new Set(options.map(toComparisonKey)).size === options.length,
  fault: { path: ['options'], error: quizAdminText.optionsDiffer },
}
const answered = {
  holds: ({ options, correctAnswer }: TypedQuestion) =>
    options.map(toComparisonKey).includes(toComparisonKey(correctAnswer)),
  fault: { path: ['correctAnswer'], error: quizAdminText.answerNotAnOption },
}

/** A question as an admin types it (spec 5, decisions 4). */
export const QuestionForm = z
  .strictObject({
    videoTitle: required(500, 'Video title'),
    ...typed,
    ageCategory: z.enum(ageCategories, quizAdminText.allFieldsRequired),
  })
  .refine(different.holds, different.fault)
  .refine(answered.holds, answered.fault)
export type QuestionForm = z.output<typeof QuestionForm>

/** What an edit may change: a question stays with its video and category. */
export const QuestionChange = z
  .strictObject(typed)
  .refine(different.holds, different.fault)
  .refine(answered.holds, answered.fault)
export type QuestionChange = z.output<typeof QuestionChange>

export const addQuestion = endpoint({
  group,
  method: 'POST',
  path: '/api/trivia/add',
  who: 'admin',
  summary: 'Adds one question by hand',
  unauthorised: commonText.tokenMissing,
  body: QuestionForm,
  status: 201,
  reply: z.object({ message: z.string(), trivia: PublicQuestion.extend({ correctAnswer: z.string() }) }),
  fails: ['question_exists', 'too_many_questions'],
})
