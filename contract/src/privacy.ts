// What a student may ask of us about the data we hold: a copy of all of it, and its end.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

const group = 'Privacy'

export const exportData = endpoint({
  group,
  method: 'GET',
  path: '/student/me/export',
  who: 'student',
  summary: 'All that is held on the student, as one JSON file to keep',
  reply: z.object({
    exportedAt: field.instant,
    tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  }),
})

export const eraseAccount = endpoint({
  group,
  method: 'DELETE',
  path: '/student/me',
  who: 'student',
  summary: 'Deletes the account: everything personal goes at once, points stay under no name',
  body: z.strictObject({ password: field.typedPassword }),
  reply: z.object({ message: z.string() }),
  fails: ['busy'],
})
