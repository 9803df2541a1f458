// The forms of a sign-in with a provider, and of the sign-in methods of an account.
import * as z from 'zod/mini'
import { registrationFields, repeatedPassword } from './forms.ts'
import * as field from '../kernel/fields.ts'
import { identityProvidersText } from './identity-providers-text.ts'

/** What every sign-in may send besides. */
export const loginFields = { rememberMe: z.optional(z.boolean()), device: z.optional(field.device) }

/** The two ways to prove who a student is: the password, or a code that was mailed to them. Forms ask for one of them. */
export const PasswordProof = z.object({ password: field.typedPassword })
export const CodeProof = z.object({
  code: z
    .string(identityProvidersText.codeNeeded)
    .check(
      z.trim(),
      z.minLength(1, { error: identityProvidersText.codeNeeded, abort: true }),
      z.maxLength(20, identityProvidersText.wrongProofCode),
    ),
})

const formFields = z.omit(z.object(registrationFields), { password: true, repassword: true }).shape

/** The short form of a first sign-in. The browser validates it with the same rules before it is sent. */
export const SignInForm = z.strictObject({ ticket: z.string().check(z.maxLength(200)), ...formFields, ...loginFields })

/** The fields of a new password; its form has a proof besides. */
export const newPasswordFields = {
  newPassword: field.studentPassword,
  repassword: z.optional(repeatedPassword),
}
