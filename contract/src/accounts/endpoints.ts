// The endpoints students use to register, verify their email, log in and reset their password.
import { z } from 'zod'
import {
  CodeRequest,
  ConsentLink,
  EmailVerification,
  ForgottenPassword,
  GuardianRequest,
  Login,
  ResetLink,
  ResetPassword,
  StudentRegistration,
  WaitingRequest,
} from './forms.ts'
import { EndedReply } from './sessions.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { cleanEmail } from '../kernel/text.ts'
import { CODE_TRIES, EMAIL_MAX } from './rules.ts'
import { accountsText } from './text.ts'

const group = 'Accounts'
/** The masked email of the guardian who has to agree: 'p•••@home.example'. */
const maskedEmail = z.string()
const Message = z.object({ message: z.string() })
const Outcome = z.object({ status: z.literal('success'), message: z.string() })

export const registerStudent = endpoint({
  group,
  method: 'POST',
  path: '/student/register',
  who: 'anyone',
  summary: 'Registers a student and mails the code that verifies the email',
  body: StudentRegistration,
  status: 201,
  reply: z.object({
    message: z.string(),
    verificationToken: z.string(),
    /** Identifies this registration in later calls, because several may be pending for the same email. */
    registration: z.string(),
    /** Null if the phone number is proved instead. */
    email: z.string().nullable(),
  }),
  fails: ['username_taken', 'busy', 'sms_paused'],
})

export const verifyEmail = endpoint({
  group,
  method: 'POST',
  path: '/student/verify-email',
  who: 'anyone',
  summary: `Verifies an email by its 6-digit code; ${CODE_TRIES} wrong tries block the code. While several registrations wait for one email, \`registration\` says which one is meant`,
  body: EmailVerification,
  /** `guardianEmail` is set if the account only opens once that guardian has agreed. */
  reply: Outcome.extend({ guardianEmail: maskedEmail.nullable() }),
  fails: ['verification_failed', 'username_taken'],
})

export const askGuardian = endpoint({
  group,
  method: 'POST',
  path: '/student/ask-guardian',
  who: 'anyone',
  summary: 'Mails the guardian who has to agree again, or another guardian instead',
  body: GuardianRequest,
  reply: Outcome.extend({ guardianEmail: maskedEmail }),
  fails: ['not_found'],
})

export const isGuardianAsked = endpoint({
  group,
  method: 'POST',
  path: '/student/guardian-answer',
  who: 'anyone',
  summary: "Whether a registration or an account still waits for a guardian's answer",
  body: WaitingRequest,
  reply: z.object({ isWaiting: z.boolean() }),
})

export const readConsentRequest = endpoint({
  group,
  method: 'POST',
  path: '/student/guardian-consent/request',
  who: 'anyone',
  summary: 'Whose account a guardian is asked about by the mailed link, and when they agreed',
  body: ConsentLink,
  reply: z.object({
    username: z.string(),
    agreedAt: z.nullable(field.instant),
    /** False until the child has entered the code. */
    canAgree: z.boolean(),
    /** Whether the account was already open, in which case a refusal does not delete it. */
    isAccount: z.boolean(),
    /** Whether our team was told about this guardian. If this one refuses, the former one stays. */
    isChange: z.boolean(),
  }),
  fails: ['token_invalid'],
})

export const giveGuardianConsent = endpoint({
  group,
  method: 'POST',
  path: '/student/guardian-consent',
  who: 'anyone',
  summary: "A parent or guardian agrees to a child's account by the mailed link",
  body: ConsentLink,
  /** Always true; earlier releases also sent false. */
  reply: Outcome.extend({ isOpen: z.boolean() }),
  fails: ['token_invalid', 'consent_too_early', 'username_taken', 'guardian_is_child', 'prize_unpaid'],
})

export const withdrawGuardianConsent = endpoint({
  group,
  method: 'POST',
  path: '/student/guardian-consent/withdraw',
  who: 'anyone',
  summary:
    'A parent or guardian says no by the mailed link: deletes the registration, or closes the account to which they agreed',
  body: ConsentLink,
  reply: Outcome,
  fails: ['token_invalid'],
})

export const resendCode = endpoint({
  group,
  method: 'POST',
  path: '/student/resend-code',
  who: 'anyone',
  summary:
    'Mails a new verification code, which replaces the old one. Without `registration` a valid code is mailed again',
  body: CodeRequest,
  reply: Outcome,
})

export const logInStudent = endpoint({
  group,
  method: 'POST',
  path: '/student/login',
  who: 'anyone',
  summary: 'Logs a student in. The reply has the secret of this browser, which later logins send as `device`',
  body: Login,
  reply: z.object({
    message: z.string(),
    authToken: z.string(),
    device: z.string(),
    studentData: z.object({
      _id: z.string(),
      username: z.string(),
      /** Null for students without an email. */
      email: z.string().nullable(),
      ageCategory: z.nullable(field.ageCategory),
    }),
  }),
  fails: ['login_failed', 'email_unverified', 'consent_needed', 'account_merged', 'busy'],
})

export const logOutStudent = endpoint({
  group,
  method: 'POST',
  path: '/student/logout',
  who: 'student',
  summary: 'Ends the session on the server',
  reply: Message,
})

export const forgotPassword = endpoint({
  group,
  method: 'POST',
  path: '/student/forgot-password',
  who: 'anyone',
  summary: 'Mails a reset link, or sends a code to a phone number, if it has an account; the reply is the same if not',
  body: ForgottenPassword,
  reply: Outcome,
  fails: ['sms_paused'],
})

/** The parameters of a mailed link for setting a new password. */
export const linkFields = {
  token: z.string(accountsText.tokenInvalid).min(1, accountsText.tokenInvalid).max(200, accountsText.tokenInvalid),
  email: z
    .string(accountsText.tokenInvalid)
    .overwrite(cleanEmail)
    .min(1, accountsText.tokenInvalid)
    .max(EMAIL_MAX, accountsText.tokenInvalid),
}

export const readPasswordReset = endpoint({
  group,
  method: 'POST',
  path: '/student/reset-password/link',
  who: 'anyone',
  summary: 'Lists the parents or guardians whom a reset by this link or code can remove',
  body: ResetLink,
  reply: z.object({ guardians: z.array(z.object({ email: maskedEmail, agreedAt: z.nullable(field.instant) })) }),
  fails: ['token_invalid'],
})

export const resetPassword = endpoint({
  group,
  method: 'POST',
  path: '/student/reset-password',
  who: 'anyone',
  summary: 'Sets a new password by a mailed link or a code sent by SMS, and ends every other way into the account',
  body: ResetPassword,
  reply: Outcome.extend({
    /** Missing while the account waits for a guardian. */
    device: z.string().optional(),
    /** The providers that can no longer be used to sign in. */
    disconnected: z.array(field.identityProvider),
    ended: EndedReply,
    /** Set if a guardian has to agree before anybody can log in; `guardianEmail` is empty if none is named. */
    waiting: z.object({ registration: z.string(), guardianEmail: maskedEmail }).optional(),
  }),
  fails: ['token_invalid', 'busy'],
})
