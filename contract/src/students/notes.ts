// Notes about a student that admins write for each other. Students see them in the copy of their data only.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { StaffNoteForm } from './notes-forms.ts'

const group = 'Students'
const params = z.object({ username: field.usernameParam })
const Message = z.object({ message: z.string() })

export const StaffNote = z
  .object({
    _id: z.string(),
    text: z.string(),
    /** The username of the admin. */
    by: z.string(),
    at: field.instant,
    /** Whether the caller may delete it: whoever wrote it, and owners. */
    canDelete: z.boolean(),
  })
  .meta({ id: 'StaffNote' })
export type StaffNote = z.infer<typeof StaffNote>

export const listStaffNotes = endpoint({
  group,
  method: 'GET',
  path: '/admin/students/:username/notes',
  who: ['owner', 'support', 'auditor'],
  summary: 'The notes of admins about a student, the newest first',
  params,
  reply: z.object({ notes: z.array(StaffNote) }),
  fails: ['not_found'],
})

export const addStaffNote = endpoint({
  group,
  method: 'POST',
  path: '/admin/students/:username/notes',
  who: ['owner', 'support'],
  summary: 'Adds a note about a student for other admins',
  params,
  body: StaffNoteForm,
  reply: Message,
  status: 201,
  fails: ['not_found', 'too_many_notes'],
})

export const deleteStaffNote = endpoint({
  group,
  method: 'DELETE',
  path: '/admin/students/:username/notes/:noteId',
  who: ['owner', 'support'],
  summary: "Deletes a note: one's own, or as an owner any",
  params: params.extend({ noteId: field.id }),
  reply: Message,
  fails: ['not_found'],
})
