// The decisions of admins about flagged students, and their answers to appeals.
import * as z from 'zod/mini'
import { appealOutcomes, holdReasons } from './endpoints.ts'
import { fairPlayText } from './text.ts'
import * as field from '../kernel/fields.ts'
import { APPEAL_ANSWER_MAX } from './limits.ts'

const reason = z.enum(holdReasons, fairPlayText.reasonMissing)

export const HoldForm = z.strictObject({ reason })

export const DisqualifyForm = z.strictObject({
  reason,
  /** For admins; the student reads the sentence of the reason. */
  text: field.requiredText({ name: 'Note', min: 5, max: 500 }),
})

export const AppealAnswerForm = z.strictObject({
  outcome: z.enum(appealOutcomes, fairPlayText.outcomeMissing),
  text: field.requiredText({ name: 'Answer', max: APPEAL_ANSWER_MAX, lines: true }),
})
export type AppealAnswerForm = z.output<typeof AppealAnswerForm>
