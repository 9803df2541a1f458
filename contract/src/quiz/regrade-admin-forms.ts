// How admins propose to correct the key of a question.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { EXPLANATION_LENGTH, OPTION_LENGTH } from './limits.ts'

export const RegradeForm = z.strictObject({
  triviaId: field.id,
  newAnswer: field.requiredText({ name: 'Correct answer', max: OPTION_LENGTH }),
  keepsOld: z._default(z.boolean(), false),
  /** The explanation of the new answer; empty for none. Without the field it stays. */
  explanation: z.optional(field.optionalText({ name: 'Explanation', max: EXPLANATION_LENGTH })),
  /** The reports that led to it. */
  reportGroupId: z.optional(field.id),
})
export type RegradeForm = z.output<typeof RegradeForm>
