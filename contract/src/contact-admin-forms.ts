// How admins answer messages.
import * as z from 'zod/mini'
import * as field from './fields.ts'
import { MESSAGE_MAX } from './limits.ts'

export const MessageAnswerForm = z.strictObject({
  answer: field.requiredText({ name: 'Answer', max: MESSAGE_MAX, lines: true }),
})
