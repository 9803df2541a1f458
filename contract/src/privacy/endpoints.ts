// The endpoints students use to download a copy of their data and to delete their account.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { Proof } from '../accounts/identity-providers.ts'

/** The number of months without a session after which a student's account is erased. */
export const INACTIVE_MONTHS = 24
/** How many days before the erasure each of the two emails announces it. */
export const FIRST_INACTIVITY_MAIL_DAYS = 30
export const LAST_INACTIVITY_MAIL_DAYS = 7

export const privacyText = {
  accountErased: 'Your account has been deleted.',
  inactiveNews: ({ day }: { day: string }) => ({
    title: `We delete your account on ${day}`,
    description:
      'You have not used your account for a long time. To keep it, log in before that day. You do not need to do anything else.',
  }),
} as const

const group = 'Privacy'

/** A copy of all data about one student: the rows of each table. */
export const DataCopy = z.object({
  exportedAt: field.instant,
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})

export const exportData = endpoint({
  group,
  method: 'GET',
  path: '/student/me/export',
  who: 'student',
  summary: 'Everything that is stored about the student, as one JSON file',
  reply: DataCopy,
})

export const eraseAccount = endpoint({
  group,
  method: 'DELETE',
  path: '/student/me',
  who: 'student',
  summary: 'Deletes the account: all personal data is deleted immediately, points stay without a name',
  body: Proof,
  reply: z.object({ message: z.string() }),
  fails: ['busy', 'kept_by_guardian'],
})
