// Endpoints with which students register, verify their email, log in and reset their password.
import { z } from 'zod'
import { avatarField } from './avatars.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { IdentityProvider } from './identity-provider-names.ts'
import { CODE_TRIES, EMAIL_MAX } from './limits.ts'
import { accountsText } from './accounts-text.ts'

const group = 'Accounts'
const rememberMe = z.boolean().optional()
/** The secret reference of a registration, from the reply to it or from the refusal of a login. */
const registration = z.string().min(1).max(100).optional()
/** The masked email of the guardian who has to agree: 'p•••@home.example'. */
const maskedEmail = z.string()
const Message = z.object({ message: z.string() })
const Outcome = z.object({ status: z.literal('success'), message: z.string() })

function areStrings(form: unknown, names: readonly string[]): boolean {
  if (typeof form !== 'object' || form === null) return false
  const entries = new Map(Object.entries(form))
  return names.every((name) => typeof entries.get(name) === 'string')
}

/** The fields of the registration form. */
export const registrationFields = {
  username: field.studentUsername,
  email: field.email,
  number: field.phone,
  password: field.studentPassword,
  repassword: z.string('Please confirm your password').min(1, 'Please confirm your password').optional(),
  birth: field.birth,
  gender: field.gender,
  address: field.address,
  school: field.school.optional(),
  avatar: avatarField.optional(),
  guardianEmail: field.email.optional(),
}

/** The registration form. The browser validates it with the same rules before it is sent. */
export const StudentRegistration = z
  .strictObject(registrationFields)
  .refine((form) => form.repassword === undefined || form.repassword === form.password, {
    path: ['repassword'],
    error: accountsText.passwordsMustMatch,
    // Compares the passwords even if other fields are invalid, so that all errors are reported together.
    when: ({ value }) => areStrings(value, ['password', 'repassword']),
  })

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
    /** Names this registration in later calls, because several may wait for the same email. */
    registration: z.string(),
    email: z.string(),
  }),
  fails: ['username_taken', 'busy'],
})

export const EmailVerification = z.strictObject({
  email: z
    .string(accountsText.verificationMissing)
    .trim()
    .min(1, accountsText.verificationMissing)
    .max(EMAIL_MAX, accountsText.verificationMissing),
  verificationToken: z
    .string(accountsText.verificationMissing)
    .trim()
    .min(1, accountsText.verificationMissing)
    .max(200, accountsText.verificationFailed),
  registration,
})

export const verifyEmail = endpoint({
  group,
  method: 'POST',
  path: '/student/verify-email',
  who: 'anyone',
  summary: `Verifies an email by its 6-digit code; ${CODE_TRIES} wrong tries block the code. While several registrations wait for one email, \`registration\` says which one is meant`,
  body: EmailVerification,
  /** `guardianEmail` is set if the account opens only once that guardian has agreed. */
  reply: Outcome.extend({ guardianEmail: maskedEmail.nullable() }),
  fails: ['verification_failed', 'username_taken'],
})

export const GuardianRequest = z.strictObject({
  email: field.email,
  registration: z.string().min(1).max(100),
  /** Replaces the guardian's email that was given before. */
  guardianEmail: field.email.optional(),
})

export const askGuardian = endpoint({
  group,
  method: 'POST',
  path: '/student/ask-guardian',
  who: 'anyone',
  summary: 'Mails the guardian of a verified registration again, or another guardian instead',
  body: GuardianRequest,
  reply: Outcome.extend({ guardianEmail: maskedEmail }),
  fails: ['not_found'],
})

/** The parameters of the link in a guardian's mail. */
export const ConsentLink = z.strictObject({
  student: z.string(accountsText.tokenInvalid).min(1, accountsText.tokenInvalid).max(100, accountsText.tokenInvalid),
  token: z.string(accountsText.tokenInvalid).min(1, accountsText.tokenInvalid).max(200, accountsText.tokenInvalid),
})

export const readConsentRequest = endpoint({
  group,
  method: 'POST',
  path: '/student/guardian-consent/request',
  who: 'anyone',
  summary: 'Whose account a guardian is asked about by the mailed link, and when they agreed',
  body: ConsentLink,
  reply: z.object({ username: z.string(), agreedAt: field.instant.nullable() }),
  fails: ['token_invalid'],
})

export const giveGuardianConsent = endpoint({
  group,
  method: 'POST',
  path: '/student/guardian-consent',
  who: 'anyone',
  summary: "A parent or guardian agrees to a child's account by the mailed link",
  body: ConsentLink,
  /** `isOpen` is false while the child has not entered the code. */
  reply: Outcome.extend({ isOpen: z.boolean() }),
  fails: ['token_invalid', 'username_taken'],
})

export const withdrawGuardianConsent = endpoint({
  group,
  method: 'POST',
  path: '/student/guardian-consent/withdraw',
  who: 'anyone',
  summary: 'A parent or guardian says no by the mailed link: deletes the registration, or closes the account',
  body: ConsentLink,
  reply: Outcome,
  fails: ['token_invalid'],
})

export const EmailOnly = z.strictObject({ email: field.email })

/** Asks for a reset link. A known browser has a quota of mails of its own, which strangers cannot use up. */
export const ForgottenPassword = EmailOnly.extend({ device: field.device.optional() })

export const CodeRequest = EmailOnly.extend({ registration })

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

export const Login = z.strictObject({
  email: field.email,
  password: field.typedPassword,
  rememberMe,
  device: field.device.optional(),
  registration,
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
      email: z.string(),
      ageCategory: field.ageCategory.nullable(),
    }),
  }),
  fails: ['login_failed', 'email_unverified', 'consent_needed', 'busy'],
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
  summary: 'Mails a reset link if the email has an account; the reply is the same if not',
  body: ForgottenPassword,
  reply: Outcome,
})

export const resetPassword = endpoint({
  group,
  method: 'POST',
  path: '/student/reset-password',
  who: 'anyone',
  summary: 'Sets a new password by a mailed link and ends every session of the account',
  body: z.strictObject({
    token: z.string(accountsText.tokenInvalid).min(1, accountsText.tokenInvalid).max(200, accountsText.tokenInvalid),
    email: z
      .string(accountsText.tokenInvalid)
      .trim()
      .min(1, accountsText.tokenInvalid)
      .max(EMAIL_MAX, accountsText.tokenInvalid),
    newPassword: field.studentPassword,
    device: field.device.optional(),
  }),
  reply: Outcome.extend({
    /** Missing while the account waits for a guardian. */
    device: z.string().optional(),
    /** The providers that can no longer be used to sign in. */
    disconnected: z.array(IdentityProvider),
  }),
  fails: ['token_invalid', 'busy'],
})
