// The question bank: the questions of all videos, which can be used again in another quiz.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { QUESTION_LENGTH } from './rules.ts'

/** A stored question as it can be used again: its texts, without the pictures and the moment, which belong to its video. */
export const BankQuestion = z
  .object({
    _id: z.string(),
    videoTitle: z.string(),
    ageCategory: field.ageCategory,
    question: z.string(),
    /** In the order they were typed. */
    options: z.array(z.string()),
    correctAnswer: z.string(),
    explanation: z.string().nullable(),
  })
  .meta({ id: 'BankQuestion' })
export type BankQuestion = z.infer<typeof BankQuestion>

export const searchQuestions = endpoint({
  group: 'Trivia',
  method: 'GET',
  path: '/admin/question-bank',
  who: ['owner', 'content'],
  summary: 'The questions of all videos that contain a text, newest first',
  query: z.strictObject({
    /** Words of the question, its options or the title of its video. */
    search: z._default(field.optionalText({ name: 'Search', max: QUESTION_LENGTH }), ''),
    /** Leaves out the questions of this quiz, and those with the same text as one of them. */
    videoId: field.id,
    ageCategory: field.ageCategory,
    limit: z.coerce.number().int().min(1).max(50).default(20),
    cursor: z.string().max(200).optional(),
  }),
  reply: z.object({ questions: z.array(BankQuestion), nextCursor: z.string().nullable() }),
  fails: ['video_not_found'],
})
