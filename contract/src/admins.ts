// The team of the console: invitations, a password given again, the second factor, and an admin's own devices.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

const group = 'Admins'
const Message = z.object({ message: z.string() })

/** A password given again by one who is logged in; `code` where the second factor is on. */
export const PasswordAgain = z.strictObject({
  password: field.typedPassword,
  code: field.secondFactorCode.optional(),
})

export const confirmAdmin = endpoint({
  group,
  method: 'POST',
  path: '/admin/confirm',
  who: 'admin',
  summary: 'The password again: for 15 minutes the session may do what wants a fresh login',
  body: PasswordAgain,
  reply: Message,
  fails: ['busy'],
})
