// An admin names another guardian of a student, or writes to the guardian.
import * as mini from 'zod/mini'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import type { ErrorCodes } from '../kernel/text.ts'

/** The maximum lengths of the subject and the text of a message to a guardian, in characters. */
export const GUARDIAN_SUBJECT_MAX = 100
export const GUARDIAN_MESSAGE_MAX = 2_000

export const guardianAdminText = {
  asked: 'We have emailed this parent or guardian. Until they agree, nothing changes.',
  canceled: 'The change of guardian has been canceled.',
  sameGuardian: 'This is already the guardian.',
  isNewEmail: 'The student is about to get this email. The guardian needs another one.',
  messageSent: 'The message is on its way to the guardian.',
  noGuardian: 'This student has no guardian to write to.',
} as const

export const guardianAdminErrors = {
  no_guardian: { status: 409, message: guardianAdminText.noGuardian },
} as const satisfies ErrorCodes

export const GuardianForm = mini.strictObject({
  guardianEmail: field.email,
  reason: field.requiredText({ name: 'Reason', min: 5, max: 500 }),
})

export const GuardianMessageForm = mini.strictObject({
  subject: field.requiredText({ name: 'Subject', max: GUARDIAN_SUBJECT_MAX }),
  text: field.requiredText({ name: 'Message', max: GUARDIAN_MESSAGE_MAX, lines: true }),
})

/** A guardian who was named by an admin and has not agreed. */
export const GuardianChange = z
  .object({
    guardianEmail: z.string(),
    reason: z.string(),
    /** The username of the admin. */
    by: z.string(),
    at: field.instant,
    /** When this guardian said no; the former guardian stays. */
    refusedAt: z.nullable(field.instant),
  })
  .meta({ id: 'GuardianChange' })
export type GuardianChange = z.infer<typeof GuardianChange>

/** A message from our team to the guardian. */
export const GuardianMessage = z
  .object({
    _id: z.string(),
    email: z.string(),
    subject: z.string(),
    text: z.string(),
    /** The username of the admin. */
    by: z.string(),
    at: field.instant,
    /** When the mail server accepted it; null until then. */
    sentAt: z.nullable(field.instant),
  })
  .meta({ id: 'GuardianMessage' })
export type GuardianMessage = z.infer<typeof GuardianMessage>

const ofAdmin = <const Path extends string>(path: Path, summary: string) =>
  ({
    group: 'Students',
    method: 'POST',
    path,
    who: ['owner', 'support'],
    summary,
    params: z.object({ username: field.usernameParam }),
    reply: z.object({ message: z.string() }),
  }) as const

export const changeGuardian = endpoint({
  ...ofAdmin(
    '/admin/students/:username/guardian-change',
    'Asks another parent or guardian for consent. Until they agree, the current guardian stays',
  ),
  body: GuardianForm,
  fails: ['not_found', 'prize_unpaid'],
})

export const cancelGuardianChange = endpoint({
  ...ofAdmin(
    '/admin/students/:username/guardian-change',
    'Cancels a change of guardian to which the new one has not agreed yet',
  ),
  method: 'DELETE',
  fails: ['not_found'],
})

export const writeToGuardian = endpoint({
  ...ofAdmin('/admin/students/:username/guardian-messages', 'Emails a message to the guardian of a student'),
  body: GuardianMessageForm,
  status: 201,
  fails: ['not_found', 'no_guardian'],
})
