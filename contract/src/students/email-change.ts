// An admin changes a student's email: the new address confirms it by a mailed link, and the current one can refuse it.
import * as mini from 'zod/mini'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import type { ErrorCodes } from '../kernel/text.ts'

/** The validity of the links in milliseconds. */
export const EMAIL_CHANGE_MS = 72 * 3_600_000
/** How long after a change the former address can say that it was a mistake. */
export const EMAIL_REPORT_MS = 7 * 24 * 3_600_000

export const emailChangeText = {
  asked: 'We have emailed the new address. The email changes once it is confirmed there.',
  askedAgain: 'The email with the link is on its way again.',
  canceled: 'The email change has been canceled.',
  /** Anyone who reads a winner's mails can claim the prize. */
  prizeUnpaid: 'This account has won a prize that is not paid yet. Its email and guardian can change after that.',
  sameEmail: 'The student already has this email.',
  hasAccount: 'This address already has an account.',
  isGuardians: "This is the guardian's email. The student needs another one.",
  confirmed: 'Your email has been changed. Log in with the new one.',
  refused: 'Thank you. The email of the account stays as it is, and our team can see your answer.',
  isGuardiansMeanwhile:
    "This address has become the email of the account's parent or guardian, so we could not change the email.",
  reported: 'Thank you. Our team will check the account and write to you at this address.',
  /** The message that our team gets from the former address. */
  report: ({ username, day }: { username: string; day: string }) =>
    `This was not me: I did not ask for the new email of the account ${username}.\n\n(Sent with the button in our email about the change on ${day}. The account still uses the new email. Check who owns the account before you change anything.)`,
  takenMeanwhile: 'Another account uses this address now, so we could not change the email.',
} as const

export const emailChangeErrors = {
  prize_unpaid: { status: 409, message: emailChangeText.prizeUnpaid },
  email_has_account: { status: 409, message: emailChangeText.hasAccount },
  email_is_guardians: { status: 409, message: emailChangeText.isGuardiansMeanwhile },
  email_taken_meanwhile: { status: 409, message: emailChangeText.takenMeanwhile },
} as const satisfies ErrorCodes

export const EmailChangeForm = mini.strictObject({
  email: field.email,
  reason: field.requiredText({ name: 'Reason', min: 5, max: 500 }),
})

const linkPart = (max: number) => mini.string('Incomplete link').check(mini.minLength(1), mini.maxLength(max))

/** The token of a mailed link. */
export const EmailChangeLink = mini.strictObject({ token: linkPart(200) })

/** An email change that waits for the new address to confirm it. */
export const EmailChange = z
  .object({
    email: z.string(),
    reason: z.string(),
    /** The username of the admin. */
    by: z.string(),
    at: field.instant,
    expiresAt: field.instant,
    /** When the owner of the current address said that this was not them; the change is then canceled. */
    refusedAt: z.nullable(field.instant),
  })
  .meta({ id: 'EmailChange' })
export type EmailChange = z.infer<typeof EmailChange>

const group = 'Students'
const Message = z.object({ message: z.string() })

const ofAdmin = <const Path extends string>(path: Path, summary: string) =>
  ({
    group,
    method: 'POST',
    path,
    who: ['owner', 'support'],
    summary,
    params: z.object({ username: field.usernameParam }),
    reply: Message,
  }) as const

export const changeEmail = endpoint({
  ...ofAdmin(
    '/admin/students/:username/email-change',
    'Mails a link to the new address of a student. The email changes once that address has confirmed it',
  ),
  body: EmailChangeForm,
  needsReauthentication: true,
  fails: ['not_found', 'email_has_account', 'prize_unpaid'],
})

export const resendEmailChange = endpoint({
  ...ofAdmin('/admin/students/:username/email-change/resend', 'Mails the link to the new address again'),
  fails: ['not_found'],
})

export const cancelEmailChange = endpoint({
  ...ofAdmin('/admin/students/:username/email-change', 'Cancels an email change that has not been confirmed yet'),
  method: 'DELETE',
  fails: ['not_found'],
})

export const readEmailChange = endpoint({
  group,
  method: 'POST',
  path: '/student/email-change/request',
  who: 'anyone',
  summary: 'What the mailed link about an email change is for, and to which of the addresses it was mailed',
  body: EmailChangeLink,
  reply: z.object({
    username: z.string(),
    /** The new address; masked for the owners of the others. */
    email: z.string(),
    address: z.enum(['new', 'present', 'former']),
  }),
  fails: ['token_invalid'],
})

export const confirmEmailChange = endpoint({
  group,
  method: 'POST',
  path: '/student/email-change',
  who: 'anyone',
  summary: 'The owner of the new address confirms it: the email changes, and all devices are logged out',
  body: EmailChangeLink,
  reply: Message,
  fails: ['token_invalid', 'email_taken_meanwhile', 'email_is_guardians', 'prize_unpaid'],
})

export const refuseEmailChange = endpoint({
  group,
  method: 'POST',
  path: '/student/email-change/refuse',
  who: 'anyone',
  summary: 'The owner of the current address says that this was not them: nothing changes',
  body: EmailChangeLink,
  reply: Message,
  fails: ['token_invalid'],
})

export const reportEmailChange = endpoint({
  group,
  method: 'POST',
  path: '/student/email-change/report',
  who: 'anyone',
  summary:
    'The owner of the former address says within 7 days of the change that this was not them: our team gets a message. Safe to repeat',
  body: EmailChangeLink,
  reply: Message,
  fails: ['token_invalid'],
})
