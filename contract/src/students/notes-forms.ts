// What admins write about a student for each other.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { STAFF_NOTE_MAX } from './limits.ts'

export const StaffNoteForm = z.strictObject({
  text: field.requiredText({ name: 'Note', max: STAFF_NOTE_MAX, lines: true }),
})
