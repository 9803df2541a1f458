// The forms students use to register, verify their email, log in and reset their password. Browsers validate them with the same
// rules before sending them.
import * as z from 'zod/mini'
import { findDigits, findSecondFactorCode, findSetupCode, type FindCode } from './codes.ts'
import { accountsText, identityProvidersText, accountsAdminText } from './text.ts'
import * as field from '../kernel/fields.ts'
import { cleanEmail } from '../kernel/text.ts'
import { EMAIL_MAX, adminRoles, isSamePassword } from './rules.ts'

/** The secret reference of a registration, from the reply to it or from a refused login. */
export const registrationReference = z.string().check(z.minLength(1), z.maxLength(100))

function areStrings(form: unknown, names: readonly string[]): boolean {
  if (typeof form !== 'object' || form === null) return false
  const entries = new Map(Object.entries(form))
  return names.every((name) => typeof entries.get(name) === 'string')
}

/** The password, typed a second time. */
export const repeatedPassword = z
  .string('Please confirm your password')
  .check(z.minLength(1, 'Please confirm your password'))

/** The fields of the registration form. */
export const registrationFields = {
  username: field.studentUsername,
  email: field.email,
  number: field.phone,
  password: field.studentPassword,
  repassword: z.optional(repeatedPassword),
  birth: field.birth,
  gender: field.gender,
  address: field.address,
  school: z.optional(field.school),
  avatar: z.optional(field.avatar),
  guardianEmail: z.optional(field.email),
}

/** What the code of a registration proves: the email, or the phone number. */
export const verifyBy = z.enum(['email', 'sms'])

export const StudentRegistration = z
  .strictObject({
    ...registrationFields,
    /** Required unless the phone number is proved instead. */
    email: z.optional(field.email),
    verifyBy: z.optional(verifyBy),
    /** The guardian's phone number, for a guardian without an email. */
    guardianNumber: z.optional(field.phone),
  })
  .check(
    z.refine(({ email, verifyBy: by }) => email !== undefined || by === 'sms', {
      path: ['email'],
      error: 'Email is required',
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
    z.refine((form) => form.repassword === undefined || isSamePassword(form.repassword, form.password), {
      path: ['repassword'],
      error: accountsText.passwordsMustMatch,
      // Compares the passwords even if other fields are invalid, so that all errors are reported together.
      when: ({ value }) => areStrings(value, ['password', 'repassword']),
    }),
  )

/** Longer than any mail with a code. The limit exists because a letter with very many marks takes long to search. */
const PASTED_MAX = 2_000

/** Replaces pasted text by the code in it, if there is one. */
const codeOf = (find: FindCode) =>
  z.overwrite<string>((text) => (text.length > PASTED_MAX ? undefined : find(text)) ?? text.trim())

/** The phone number that a call is about, in place of an email. */
export const numberInstead = { number: z.optional(field.phone) }

/** Requires either an email or a phone number. */
export const oneAddress = (error: string) =>
  z.refine<{ email?: string | undefined; number?: string | undefined }>(
    ({ email, number }) => (email === undefined) !== (number === undefined),
    { path: ['email'], error, when: ({ value }) => typeof value === 'object' && value !== null },
  )

export const EmailVerification = z
  .strictObject({
    email: z.optional(
      z
        .string(accountsText.verificationMissing)
        .check(
          z.overwrite(cleanEmail),
          z.minLength(1, accountsText.verificationMissing),
          z.maxLength(EMAIL_MAX, accountsText.verificationMissing),
        ),
    ),
    ...numberInstead,
    verificationToken: z
      .string(accountsText.verificationMissing)
      .check(
        codeOf(findDigits),
        z.minLength(1, accountsText.verificationMissing),
        z.maxLength(200, accountsText.verificationFailed),
      ),
    registration: z.optional(registrationReference),
  })
  .check(oneAddress(accountsText.verificationMissing))

const guardianRequestFields = { email: z.optional(field.email), ...numberInstead, registration: registrationReference }

/** Names a registration or an account that waits for a guardian. */
export const WaitingRequest = z.strictObject(guardianRequestFields).check(oneAddress('Email is required'))

export const GuardianRequest = z
  .strictObject({
    ...guardianRequestFields,
    /** Replaces the guardian's earlier email or phone number. */
    guardianEmail: z.optional(field.email),
    guardianNumber: z.optional(field.phone),
  })
  .check(oneAddress('Email is required'))

const tokenPart = (max: number) =>
  z
    .string(accountsText.tokenInvalid)
    .check(z.minLength(1, accountsText.tokenInvalid), z.maxLength(max, accountsText.tokenInvalid))

/** The parameters of the link in a guardian's mail. */
export const ConsentLink = z.strictObject({ student: tokenPart(100), token: tokenPart(200) })

export const EmailOnly = z.strictObject({ email: field.email })

export const CodeRequest = z
  .strictObject({ email: z.optional(field.email), ...numberInstead, registration: z.optional(registrationReference) })
  .check(oneAddress('Email is required'))

/** Asks for a reset link or code. A known browser has its own quota of mails, which strangers cannot use up. */
export const ForgottenPassword = z
  .strictObject({ email: z.optional(field.email), ...numberInstead, device: z.optional(field.device) })
  .check(oneAddress('Email is required'))

const resetFields = {
  /** The token of a mailed link, or the code sent to the phone number. */
  token: tokenPart(200),
  email: z.optional(
    z
      .string(accountsText.tokenInvalid)
      .check(
        z.overwrite(cleanEmail),
        z.minLength(1, accountsText.tokenInvalid),
        z.maxLength(EMAIL_MAX, accountsText.tokenInvalid),
      ),
  ),
  ...numberInstead,
}

/** An admin asks for a reset link. A known browser has its own quota of mails, which strangers cannot use up. */
export const ForgottenAdminPassword = z.extend(EmailOnly, { device: z.optional(field.device) })

/**
 * The parameters of a student's mailed reset link, or the number and its code. A known browser has its own tries at the code, which
 * strangers cannot use up.
 */
export const ResetLink = z
  .strictObject({ ...resetFields, device: z.optional(field.device) })
  .check(oneAddress(accountsText.tokenInvalid))

export const ResetPassword = z
  .strictObject({
    ...resetFields,
    newPassword: field.studentPassword,
    device: z.optional(field.device),
    /** Whether to remove the parents or guardians, so that another guardian has to agree if the settings require one. */
    removeGuardian: z.optional(z.boolean()),
  })
  .check(oneAddress(accountsText.tokenInvalid))

export const Login = z.strictObject({
  email: field.loginName,
  password: field.typedPassword,
  rememberMe: z.optional(z.boolean()),
  device: z.optional(field.device),
  registration: z.optional(registrationReference),
})

/** The login of admins, who always have an email. */
export const EmailLogin = z.extend(Login, { email: field.email })

// The forms for signing in with a provider, and for an account's sign-in methods.

/** Optional fields of every sign-in. */
export const loginFields = { rememberMe: z.optional(z.boolean()), device: z.optional(field.device) }

/** The two ways to prove who a student is: the password, or a code mailed to the student. Each form asks for one of them. */
export const PasswordProof = z.object({ password: field.typedPassword })
export const CodeProof = z.object({
  code: z
    .string(identityProvidersText.codeNeeded)
    .check(
      codeOf(findDigits),
      z.minLength(1, { error: identityProvidersText.codeNeeded, abort: true }),
      z.maxLength(20, identityProvidersText.wrongProofCode),
    ),
})

const formFields = z.omit(z.object(registrationFields), { password: true, repassword: true }).shape

/** The short form of a first sign-in. The browser validates it with the same rules before sending it. */
export const SignInForm = z.strictObject({ ticket: z.string().check(z.maxLength(200)), ...formFields, ...loginFields })

/** The fields of a new password; its form also has a proof. */
export const newPasswordFields = {
  newPassword: field.studentPassword,
  repassword: z.optional(repeatedPassword),
}

// The forms admins use to register, log in, reauthenticate, and invite others.

/** Six digits from an authenticator app, or a recovery code. */
export const secondFactorCode = z
  .string(accountsAdminText.secondFactorNeeded)
  .check(
    codeOf(findSecondFactorCode),
    z.minLength(1, accountsAdminText.secondFactorNeeded),
    z.maxLength(40, accountsAdminText.secondFactorWrong),
  )

export const role = z.enum(adminRoles, accountsAdminText.chooseRole)
/** The other roles of the same person. */
export const moreRoles = z.optional(z.array(role).check(z.maxLength(adminRoles.length)))

export const AdminRegistration = z.strictObject({
  username: field.adminUsername,
  email: field.email,
  password: field.adminPassword,
  setupCode: z.optional(z.string().check(codeOf(findSetupCode), z.maxLength(100))),
  invitation: z.optional(z.string().check(z.trim(), z.maxLength(200))),
})

/** The password of the logged-in admin, and a `code` if the second factor is on. */
export const Reauthentication = z.strictObject({
  password: field.typedPassword,
  code: z.optional(secondFactorCode),
})

export const NewInvitation = z.strictObject({ email: field.email, role, moreRoles })

/** The same as a form, in which roles are chosen from one list. */
export const InvitationForm = z.strictObject({
  email: field.email,
  roles: z.array(role).check(z.minLength(1, accountsAdminText.chooseRole)),
})

export const CodeOnly = z.strictObject({ code: secondFactorCode })

export const PasswordChange = z.extend(Reauthentication, { newPassword: field.adminPassword })
