// Schemas of account forms that differ from those of the endpoints. Loaded once a form is filled in.
import {
  CodeProof,
  EmailLogin,
  EmailOnly,
  EmailVerification,
  Login,
  newPasswordFields,
  PasswordProof,
  SignInForm,
  StudentRegistration,
} from '@baobab/contract/accounts/forms.ts'
import { accountsText, identityProvidersText } from '@baobab/contract/accounts/text.ts'
import { adminPassword, email, phone, studentPassword } from '@baobab/contract/kernel/fields.ts'
import * as z from 'zod/mini'
import { isEmailAddress } from './address.ts'

/** An email or phone number, in one field. */
const addressField = (missing: string) =>
  z.string().check(({ value, issues }) => {
    const { error } = z.safeParse(isEmailAddress(value) ? email : phone, value)
    if (error)
      issues.push({
        code: 'custom',
        input: value,
        message: value === '' ? missing : error.issues[0]?.message,
      })
  })

const guardianAddress = addressField(accountsText.guardianNeeded)

// From here and not from the contract, because registration has loaded this file when the network is lost before the next form.
export const VerificationForm = EmailVerification
export const LoginForm = Login
export const EmailLoginForm = EmailLogin

/** The admin's form for a forgotten password. */
export const EmailForm = EmailOnly

/** Whose password was forgotten. */
export const ForgottenForm = z.object({ email: addressField('Email is required') })

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

const newPassword = { student: makeNewPassword(studentPassword), admin: makeNewPassword(adminPassword) }

/** A new password by a mailed link, in a form whose field for a code stays empty. */
export const mailedPassword = {
  student: z.extend(newPassword.student, { token: z.string() }),
  admin: z.extend(newPassword.admin, { token: z.string() }),
}

/** A new password with the code of a text message, which the call takes as the token. */
export const codedPassword = z.extend(newPassword.student, {
  token: z.string().check(z.minLength(1, identityProvidersText.codeNeeded)),
})

/** A new password chosen in the settings, with the proof of identity that the form asks for. */
export const provenPassword = {
  password: z.object({ ...newPasswordFields, ...PasswordProof.shape }),
  code: z.object({ ...newPasswordFields, ...CodeProof.shape }),
}
