// How admins answer messages and organize their work on them.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { MESSAGE_MAX, NOTE_MAX } from './limits.ts'
import { TITLE_MAX } from '../kernel/limits.ts'

export const MessageAnswerForm = z.strictObject({
  answer: field.requiredText({ name: 'Answer', max: MESSAGE_MAX, lines: true }),
})

/** What admins write about a message for each other. */
export const MessageNoteForm = z.strictObject({
  note: field.requiredText({ name: 'Note', max: NOTE_MAX, lines: true }),
})

/** An answer that admins use again and again. */
export const SavedAnswerForm = z.strictObject({
  title: field.requiredText({ name: 'Name', max: TITLE_MAX }),
  text: field.requiredText({ name: 'Answer', max: MESSAGE_MAX, lines: true }),
})
