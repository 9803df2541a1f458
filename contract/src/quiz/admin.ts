// Quizzes for admins: list questions with their answers, edit and order them, take a dry run, read statistics.
import { z } from 'zod'
import { commonText } from '../kernel/text.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { MAX_QUESTIONS, OPTION_PICTURES_BYTES } from './rules.ts'
import { QuestionChange, QuestionForm } from './forms.ts'
import { quizAdminText } from './text.ts'
import { optionPictures, PublicQuestion } from './endpoints.ts'
import { voids } from './voids.ts'

const group = 'Trivia'
const quizKey = z.strictObject({ videoId: field.id, ageCategory: field.ageCategory })
const questionParams = z.object({ triviaId: field.id })

/**
 * A question as admins see it, with its correct answer and with its options in the order they were typed. `alsoCorrect` is a former
 * correct answer that still counts.
 */
export const Question = PublicQuestion.extend({
  correctAnswer: z.string(),
  alsoCorrect: z.string().nullable(),
  explanation: z.string().nullable(),
  momentSeconds: z.number().int().nullable(),
  pictures: optionPictures,
}).meta({ id: 'Question' })
export type Question = z.infer<typeof Question>

export const addQuestion = endpoint({
  group,
  method: 'POST',
  path: '/api/trivia/add',
  who: ['owner', 'content'],
  summary: 'Adds one question by hand',
  unauthorised: commonText.tokenMissing,
  body: QuestionForm,
  status: 201,
  reply: z.object({ message: z.string(), trivia: Question }),
  fails: ['question_exists', 'question_voided', 'too_many_questions'],
})

export const listQuestionsWithAnswers = endpoint({
  group,
  method: 'GET',
  path: '/admin/trivia-questions',
  who: ['owner', 'content', 'auditor'],
  summary: 'The questions of a video for an age category, with their answers, in their order, and how many are asked',
  query: quizKey,
  reply: z.object({
    questions: z.array(Question),
    /** How many of them each student is asked; null for all of them. */
    askedCount: z.number().int().nullable(),
    /** Whether a student has started the quiz, so that the number can no longer change. */
    isFixed: z.boolean(),
  }),
  fails: ['video_not_found'],
})

export const editQuestion = endpoint({
  group,
  method: 'PUT',
  path: '/api/trivia/:triviaId',
  who: ['owner', 'content'],
  summary:
    'Changes a question; attempts that have begun keep it as it was. Changing the correct answer needs a regrade once a student has started the quiz',
  params: questionParams,
  body: QuestionChange,
  reply: z.object({ message: z.string(), trivia: Question }),
  fails: ['not_found', 'question_exists', 'question_voided', 'needs_regrade'],
})

export const deleteQuestion = endpoint({
  group,
  method: 'DELETE',
  path: '/api/trivia/:triviaId',
  who: ['owner', 'content'],
  summary: 'Deletes a question; attempts that have begun keep it, and points stay',
  params: questionParams,
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'too_few_questions'],
})

export const setAskedCount = endpoint({
  group,
  method: 'PUT',
  path: '/admin/trivia-pool',
  who: ['owner', 'content'],
  summary: 'Sets how many questions of a quiz each student is asked, or all; fixed once a student has started it',
  body: quizKey.extend({
    askedCount: z.union(
      [
        z.literal('all'),
        z
          .number()
          .int(quizAdminText.askedCountInvalid)
          .min(1, quizAdminText.askedCountInvalid)
          .max(MAX_QUESTIONS, quizAdminText.askedCountInvalid),
      ],
      quizAdminText.askedCountInvalid,
    ),
  }),
  reply: z.object({ message: z.string() }),
  fails: ['video_not_found', 'asked_count_fixed'],
})

/** The form fields of the picture files, in the order of the options. */
export const optionPictureFiles = ['picture1', 'picture2', 'picture3', 'picture4'] as const

export const setOptionPictures = endpoint({
  group,
  method: 'PUT',
  path: '/admin/trivia/:triviaId/pictures',
  who: ['owner', 'content'],
  summary: 'Gives each of the four options a picture. Attempts that have started keep what they show',
  params: questionParams,
  body: z.strictObject({}),
  files: optionPictureFiles,
  bodyLimit: OPTION_PICTURES_BYTES,
  reply: z.object({ message: z.string(), trivia: Question }),
  fails: ['not_found', 'not_a_picture', 'storage_full'],
})

export const deleteOptionPictures = endpoint({
  group,
  method: 'DELETE',
  path: '/admin/trivia/:triviaId/pictures',
  who: ['owner', 'content'],
  summary: 'Removes the pictures of the options. Attempts that have started keep them',
  params: questionParams,
  reply: z.object({ message: z.string(), trivia: Question }),
  fails: ['not_found'],
})

export const orderQuestions = endpoint({
  group,
  method: 'POST',
  path: '/api/trivia/order',
  who: ['owner', 'content'],
  summary: 'Moves a question before another of its video and category, or to the end',
  body: z.strictObject({ id: field.id, before: z.nullable(field.id) }),
  reply: z.object({ message: z.string() }),
  fails: ['not_found'],
})

/** A quiz as a student would get it now, including the answers: the browser scores the dry run, and nothing is stored. */
export const DryRun = z
  .object({
    videoTitle: z.string(),
    ageCategory: field.ageCategory,
    startedAt: field.instant,
    deadline: field.instant,
    serverNow: field.instant,
    questions: z.array(Question.omit({ videoTitle: true, ageCategory: true })),
  })
  .meta({ id: 'DryRun' })
export type DryRun = z.infer<typeof DryRun>

export const dryRun = endpoint({
  group,
  method: 'GET',
  path: '/admin/trivia-dry-run',
  who: ['owner', 'content', 'auditor'],
  summary:
    'A quiz, or one of its questions, to try without an attempt: chosen and shuffled again each time, stored nowhere',
  query: quizKey.extend({ triviaId: z.optional(field.id) }),
  reply: DryRun,
  fails: ['video_not_found', 'no_questions', 'question_not_found'],
})

/** How students answered one question in the attempts that were counted. */
export const QuestionStatistics = z
  .object({
    _id: z.string(),
    question: z.string(),
    /** Who gets the points if the question is void; null if it counts. New students are not asked a void question. */
    voided: z.enum(voids).nullable(),
    /** The number of attempts in which this question was asked. Attempts without an answer ran out of time or were abandoned. */
    asked: z.number().int(),
    answered: z.number().int(),
    /** Counted as scored at the time of the answer: editing a question does not rescore answers. */
    correct: z.number().int(),
    /** Seconds since the previous answer, or since the start of the attempt. */
    medianSeconds: z.number().nullable(),
    meanSeconds: z.number().nullable(),
    options: z.array(z.object({ option: z.string(), isCorrect: z.boolean(), chosen: z.number().int() })),
    /** The number of answers that are no longer among the options because the question was edited. */
    former: z.number().int(),
    /** The wrong option chosen most often. */
    topWrong: z.string().nullable(),
  })
  .meta({ id: 'QuestionStatistics' })
export type QuestionStatistics = z.infer<typeof QuestionStatistics>

export const questionStatistics = endpoint({
  group,
  method: 'GET',
  path: '/admin/trivia-statistics',
  who: ['owner', 'content', 'auditor'],
  summary: 'How the questions of a video and category were answered in their newest finished attempts',
  query: quizKey,
  reply: z.object({
    /** The number of finished attempts counted, and the maximum that is counted. */
    attempts: z.number().int(),
    limit: z.number().int(),
    /**
     * Practice after the quiz: how many students practised, how many answers they gave (only the first to a question each day), and
     * how many of these were correct.
     */
    practice: z.object({ students: z.number().int(), answered: z.number().int(), correct: z.number().int() }),
    /** When the first and the last of these attempts ended. */
    since: z.nullable(field.instant),
    until: z.nullable(field.instant),
    questions: z.array(QuestionStatistics),
  }),
  fails: ['video_not_found'],
})

export const resetAttempt = endpoint({
  group,
  method: 'POST',
  path: '/admin/attempts/:attemptId/reset',
  who: ['owner', 'support'],
  summary: 'Takes one attempt and its points back, with a reason; the student may then try again',
  params: z.object({ attemptId: field.id }),
  body: z.strictObject({ reason: field.requiredText({ name: 'Reason', min: 5, max: 500 }) }),
  reply: z.object({ message: z.string() }),
  needsReauthentication: true,
  fails: ['not_found'],
})
