// The forms with which admins register, log in, reauthenticate, and invite others.
import * as z from 'zod/mini'
import { accountsAdminText } from './admin-text.ts'
import * as field from '../kernel/fields.ts'
import { adminRoles } from './roles.ts'

/** Six digits from an authenticator app, or a recovery code. */
export const secondFactorCode = z
  .string(accountsAdminText.secondFactorNeeded)
  .check(
    z.trim(),
    z.minLength(1, accountsAdminText.secondFactorNeeded),
    z.maxLength(40, accountsAdminText.secondFactorWrong),
  )

export const role = z.enum(adminRoles, accountsAdminText.chooseRole)

export const AdminRegistration = z.strictObject({
  username: field.adminUsername,
  email: field.email,
  password: field.adminPassword,
  setupCode: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  invitation: z.optional(z.string().check(z.trim(), z.maxLength(200))),
})

/** The password of the logged-in admin, and a `code` if the second factor is on. */
export const Reauthentication = z.strictObject({
  password: field.typedPassword,
  code: z.optional(secondFactorCode),
})

export const NewInvitation = z.strictObject({ email: field.email, role })

export const CodeOnly = z.strictObject({ code: secondFactorCode })

export const PasswordChange = z.extend(Reauthentication, { newPassword: field.adminPassword })
