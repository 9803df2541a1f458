// How admins answer the reports of a question.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { REPORT_ANSWER_MAX } from './limits.ts'
import { quizReportsText } from './reports-text.ts'
import { reportOutcomes } from './reports.ts'

export const ReportAnswerForm = z.strictObject({
  outcome: z.enum(reportOutcomes, quizReportsText.outcomeMissing),
  text: field.requiredText({ name: 'Answer', max: REPORT_ANSWER_MAX, lines: true }),
})
export type ReportAnswerForm = z.output<typeof ReportAnswerForm>
