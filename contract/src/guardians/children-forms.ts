// The forms with which a guardian adds a child, and decides about one. Browsers validate them with the same rules.
import * as z from 'zod/mini'
import { registrationFields, repeatedPassword } from '../accounts/forms.ts'
import { accountsText } from '../accounts/text.ts'
import { isSamePassword } from '../accounts/rules.ts'
import * as field from '../kernel/fields.ts'
import { childrenText } from './children-text.ts'

const { username, password, birth, gender, school, avatar } = registrationFields
const agrees = z.literal(true, childrenText.agreeFirst)

/** A new child, as the server takes it. */
export const ChildRegistration = z.strictObject({ username, password, birth, gender, school, avatar, agrees })

const passwordsMatch = (name: 'password' | 'newPassword') =>
  z.refine<{ repassword: string } & Partial<Record<'password' | 'newPassword', string>>>(
    (form) => isSamePassword(form.repassword, form[name] ?? ''),
    {
      path: ['repassword'],
      error: accountsText.passwordsMustMatch,
      // Compares the passwords even if other fields are invalid, so that all errors are reported together.
      when: ({ value }) => typeof value === 'object' && value !== null && 'repassword' in value && name in value,
    },
  )

/** The same on the page, with the password typed twice. */
export const ChildForm = z
  .strictObject({ ...ChildRegistration.shape, repassword: repeatedPassword })
  .check(passwordsMatch('password'))

/** A child's new password, and the guardian's own. */
export const ChildPassword = z.strictObject({ newPassword: field.studentPassword, password: field.typedPassword })

/** The same on the page, with the new password typed twice. */
export const ChildPasswordForm = z
  .strictObject({ ...ChildPassword.shape, repassword: repeatedPassword })
  .check(passwordsMatch('newPassword'))

/** The guardian's own password. */
export const GuardianPassword = z.strictObject({ password: field.typedPassword })
