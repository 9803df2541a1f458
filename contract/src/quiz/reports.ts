// A student reports a question with which something is wrong, in the review of a finished attempt.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { ReportForm, reportReasons } from './reports-forms.ts'

/** What an admin found about a reported question. */
export const reportOutcomes = ['corrected', 'right', 'removed'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

/** The answer to all students who reported a question. */
export const ReportAnswer = z
  .object({ outcome: z.enum(reportOutcomes), text: z.string(), answeredAt: field.instant })
  .meta({ id: 'ReportAnswer' })
export type ReportAnswer = z.infer<typeof ReportAnswer>

/** A report as the student who made it sees it. `text` is null if the student wrote nothing. */
export const QuestionReport = z
  .object({
    reason: z.enum(reportReasons),
    text: z.string().nullable(),
    reportedAt: field.instant,
    answer: ReportAnswer.nullable(),
  })
  .meta({ id: 'QuestionReport' })
export type QuestionReport = z.infer<typeof QuestionReport>

export const reportQuestion = endpoint({
  group: 'Trivia',
  method: 'POST',
  path: '/api/trivia/video/:videoTitle/:ageCategory/questions/:triviaId/report',
  who: 'student',
  summary: "Reports a question of the student's own locked attempt, once; the same report sent again changes nothing",
  params: z.object({ videoTitle: field.videoTitleParam, ageCategory: field.ageCategory, triviaId: field.id }),
  body: ReportForm,
  reply: z.object({ message: z.string(), report: QuestionReport }),
  fails: ['video_not_found', 'not_found', 'attempt_open', 'question_not_found', 'already_reported'],
})
