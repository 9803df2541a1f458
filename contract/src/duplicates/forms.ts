// How admins merge two accounts of one student.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'

/** The other account of a student, by which a merge is previewed. */
export const OtherAccountForm = z.strictObject({ into: field.requiredText({ name: 'Username', max: 200 }) })

/** Merges an account into another, with the reason. The audit log, which is never erased, holds no reasons. */
export const MergeForm = z.strictObject({
  /** The username of the account that stays. */
  into: field.requiredText({ name: 'Username', max: 200 }),
  reason: field.requiredText({ name: 'Reason', min: 5, max: 500 }),
})
