// What students change of their profile.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'

/**
 * What a student may change. A `profilePicture` of null deletes the picture; a string is ignored. `avatar` is the drawn picture
 * that is shown without one.
 */
export const ProfileChange = z.strictObject({
  number: z.optional(field.phone),
  address: z.optional(field.address),
  school: z.optional(field.school),
  avatar: z.optional(field.avatar),
  profilePicture: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
})

/** The fields of the form in the settings. */
export const EditableProfile = z.required(z.pick(ProfileChange, { number: true, address: true, school: true }))
