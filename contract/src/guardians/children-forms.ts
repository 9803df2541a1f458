// The forms with which a guardian adds a child, and decides about one. Browsers validate them with the same rules.
import * as z from 'zod/mini'
import { repeatedPassword } from '../accounts/forms.ts'
import { accountsText } from '../accounts/text.ts'
import { isSamePassword } from '../accounts/rules.ts'
import * as field from '../kernel/fields.ts'
import { childrenText } from './children-text.ts'

/** Requires that a password which was typed twice is the same both times. */
const passwordsMatch = <Name extends 'password' | 'newPassword'>(name: Name) =>
  z.refine<Record<Name, string> & { repassword?: string | undefined }>(
    (form) => form.repassword === undefined || isSamePassword(form.repassword, form[name]),
    {
      path: ['repassword'],
      error: accountsText.passwordsMustMatch,
      // Compares the passwords even if other fields are invalid, so that all errors are reported together.
      when: ({ value }) => areTexts(value, [name, 'repassword']),
    },
  )

function areTexts(form: unknown, names: readonly string[]): boolean {
  if (typeof form !== 'object' || form === null) return false
  const entries = new Map(Object.entries(form))
  return names.every((name) => typeof entries.get(name) === 'string')
}

/** A new child, with the guardian's consent. */
export const ChildRegistration = z
  .strictObject({
    username: field.studentUsername,
    password: field.studentPassword,
    repassword: z.optional(repeatedPassword),
    birth: field.birth,
    gender: field.gender,
    school: z.optional(field.school),
    avatar: z.optional(field.avatar),
    agrees: z.literal(true, childrenText.agreeFirst),
  })
  .check(passwordsMatch('password'))

/** A child's new password, and the guardian's own. */
export const ChildPassword = z
  .strictObject({
    newPassword: field.studentPassword,
    repassword: z.optional(repeatedPassword),
    password: field.typedPassword,
  })
  .check(passwordsMatch('newPassword'))

/** The guardian's own password. */
export const GuardianPassword = z.strictObject({ password: field.typedPassword })
