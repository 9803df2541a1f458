// How a student reports a question.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { REPORT_TEXT_MAX } from './limits.ts'
import { quizReportsText } from './reports-text.ts'

export const reportReasons = ['wrong-answer', 'unclear', 'spelling', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** What a student fills in. Only the reason `other` says nothing by itself and needs a text. */
export const ReportForm = z
  .strictObject({
    reason: z.enum(reportReasons, quizReportsText.reasonMissing),
    text: z._default(field.optionalText({ name: 'Text', max: REPORT_TEXT_MAX, lines: true }), ''),
  })
  .check(
    z.refine(({ reason, text }) => reason !== 'other' || text !== '', {
      path: ['text'],
      error: quizReportsText.textMissing,
    }),
  )
export type ReportForm = z.output<typeof ReportForm>
