// Schemas of account forms that differ from those of the endpoints. Loaded once a form is filled in.
import {
  CodeProof,
  newPasswordFields,
  PasswordProof,
  SignInForm,
  StudentRegistration,
} from '@baobab/contract/accounts/forms.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import { adminPassword, email, phone, studentPassword } from '@baobab/contract/kernel/fields.ts'
import * as z from 'zod/mini'
import { isEmailAddress } from './address.ts'

/** A guardian's email or phone number, in one field. */
const guardianAddress = z.string().check(({ value, issues }) => {
  const { error } = z.safeParse(isEmailAddress(value) ? email : phone, value)
  if (error)
    issues.push({
      code: 'custom',
      input: value,
      message: value === '' ? accountsText.guardianNeeded : error.issues[0]?.message,
    })
})

/** The registration form. Its field for the guardian also takes a phone number. */
export const RegistrationForm = z.safeExtend(StudentRegistration, { guardianEmail: z.optional(guardianAddress) })

/** A new guardian for a registration that is waiting for consent. */
export const ChangedGuardian = z.object({ guardianEmail: guardianAddress })

/** What the provider does not tell us. */
export const CompletedSignIn = z.omit(SignInForm, { ticket: true, rememberMe: true, device: true })

const makeNewPassword = (password: typeof studentPassword) =>
  z.object({
    newPassword: z.pipe(
      z.string().check(z.minLength(1, { error: accountsText.passwordsRequired, abort: true })),
      password,
    ),
    repassword: z.string().check(z.minLength(1, accountsText.passwordsRequired)),
  })

/** The form behind a mailed link for choosing a new password. */
export const newPassword = { student: makeNewPassword(studentPassword), admin: makeNewPassword(adminPassword) }

/** A new password chosen in the settings, with the proof of identity that the form asks for. */
export const provenPassword = {
  password: z.object({ ...newPasswordFields, ...PasswordProof.shape }),
  code: z.object({ ...newPasswordFields, ...CodeProof.shape }),
}
