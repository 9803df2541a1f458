// The forms with which parents and guardians register, log in and change their accounts. Browsers validate them with the same rules.
import * as z from 'zod/mini'
import {
  CodeProof,
  newPasswordFields,
  numberInstead,
  oneAddress,
  PasswordProof,
  registrationReference,
} from '../accounts/forms.ts'
import * as field from '../kernel/fields.ts'
import { GUARDIAN_NAME_MAX } from './rules.ts'

const name = field.requiredText({ name: 'Name', max: GUARDIAN_NAME_MAX })
const code = CodeProof.shape.code
const address = { email: z.optional(field.email), ...numberInstead }
const needsAddress = oneAddress('Email is required')

/** A new account, with the email or the phone number that a code will prove. */
export const GuardianRegistration = z
  .strictObject({ name, ...address, password: field.studentPassword })
  .check(needsAddress)

export const GuardianVerification = z
  .strictObject({ ...address, verificationToken: code, registration: z.optional(registrationReference) })
  .check(needsAddress)

export const GuardianCodeRequest = z
  .strictObject({ ...address, registration: z.optional(registrationReference) })
  .check(needsAddress)

/** `email` is an email or a phone number. */
export const GuardianLogin = z.strictObject({
  email: field.loginName,
  password: field.typedPassword,
  device: z.optional(field.device),
})

/** Asks for a code to choose a new password. A known browser has its own codes, which strangers cannot use up. */
export const ForgottenGuardianPassword = z
  .strictObject({ ...address, device: z.optional(field.device) })
  .check(needsAddress)

export const GuardianPasswordReset = z
  .strictObject({ ...address, code, newPassword: field.studentPassword, device: z.optional(field.device) })
  .check(needsAddress)

export const GuardianName = z.strictObject({ name })

const needsOneProof = z.refine<{ password?: string | undefined; code?: string | undefined }>(
  ({ password, code: sent }) => (password === undefined) !== (sent === undefined),
  {
    path: ['password'],
    error: 'Password is required',
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
)
const proof = { password: z.optional(PasswordProof.shape.password), code: z.optional(code) }

/** The password, or a code that was sent to the account's address. */
export const GuardianProof = z.strictObject(proof).check(needsOneProof)

export const NewGuardianPassword = z
  .strictObject({ newPassword: newPasswordFields.newPassword, ...proof })
  .check(needsOneProof)
