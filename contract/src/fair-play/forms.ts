// How a student whose points are on hold tells the own side.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { APPEAL_TEXT_MAX } from './limits.ts'

export const AppealForm = z.strictObject({
  text: field.requiredText({ name: 'Your message', max: APPEAL_TEXT_MAX, lines: true }),
})
export type AppealForm = z.output<typeof AppealForm>
