// The schemas of account forms that differ from those of the endpoints. Pages load this file once a form is filled in.
import {
  GuardianRequest,
  CodeProof,
  newPasswordFields,
  PasswordProof,
  SignInForm,
} from '@baobab/contract/accounts/forms.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import { adminPassword, studentPassword } from '@baobab/contract/kernel/fields.ts'
import * as z from 'zod/mini'

/** Another guardian's email, for a registration that waits. */
export const ChangedGuardian = z.required(GuardianRequest)

/** What the provider does not tell. */
export const CompletedSignIn = z.omit(SignInForm, { ticket: true, rememberMe: true, device: true })

const makeNewPassword = (password: typeof studentPassword) =>
  z.object({
    newPassword: z.pipe(
      z.string().check(z.minLength(1, { error: accountsText.passwordsRequired, abort: true })),
      password,
    ),
    repassword: z.string().check(z.minLength(1, accountsText.passwordsRequired)),
  })

/** The form that a mailed link opens to choose a new password. */
export const newPassword = { student: makeNewPassword(studentPassword), admin: makeNewPassword(adminPassword) }

/** A new password from the settings, with the proof that the form asks for. */
export const provenPassword = {
  password: z.object({ ...newPasswordFields, ...PasswordProof.shape }),
  code: z.object({ ...newPasswordFields, ...CodeProof.shape }),
}
