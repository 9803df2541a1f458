// Schemas of account forms that differ from those of the endpoints. Loaded once a form is filled in.
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

/** A new guardian's email for a registration that is waiting for consent. */
export const ChangedGuardian = z.required(GuardianRequest)

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
