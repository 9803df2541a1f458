// The endpoints students and admins use to read and change their own profile.
import * as mini from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { PICTURE_BYTES } from './text.ts'
import { EXTRA_TIME_FACTORS } from '../quiz/rules.ts'
import { adminRoles } from '../accounts/rules.ts'
import { CodeProof } from '../accounts/forms.ts'
import { hasOneProof, oneProof, proof, Proof } from '../accounts/identity-providers.ts'

// What students can change in their profile.

/**
 * The fields a student may change. A `profilePicture` of null deletes the picture; a string is ignored. `avatar` is the drawn
 * picture that is shown without one.
 */
export const ProfileChange = mini.strictObject({
  number: mini.optional(field.phone),
  address: mini.optional(field.address),
  school: mini.optional(field.school),
  avatar: mini.optional(field.avatar),
  profilePicture: mini.optional(mini.nullable(mini.string().check(mini.maxLength(2_000)))),
})

/** The fields of the form in the settings. */
export const EditableProfile = mini.required(mini.pick(ProfileChange, { number: true, address: true, school: true }))

/** The same for a child whose guardian keeps the account, which has no phone number or address. */
export const KeptProfile = mini.required(mini.pick(ProfileChange, { school: true }))

const group = 'Profile'

export const StudentProfile = z
  .object({
    _id: z.string(),
    username: z.string(),
    /** Null for students without an email. */
    email: z.string().nullable(),
    number: z.string(),
    /** The phone number that a code has proved, in E.164: only with this one can the student log in. Null if there is none. */
    provedNumber: z.string().nullable(),
    /** 'stale' if the number must be proved again before codes sent to it count. */
    numberProof: z.enum(['fresh', 'stale']).nullable(),
    gender: z.enum(['male', 'female']),
    birth: z.string(),
    address: z.string(),
    school: z.string().nullable(),
    ageCategory: z.nullable(field.ageCategory),
    profilePicture: z.string().nullable(),
    /** The drawn picture that is shown without a `profilePicture`. */
    avatar: field.avatar,
    /** Whether boards show a letter instead, because the student chose the picture when others could not see it. */
    isAvatarHidden: z.boolean(),
    score: z.number().int(),
    isPaid: z.boolean(),
    /** The factor by which this student's quiz time is extended. */
    extraTimeFactor: z.literal(EXTRA_TIME_FACTORS),
    /** Whether this student wants texts read aloud, and so gets quiz time by the length of the questions. */
    wantsReading: z.boolean(),
    /** Whether this student gets non-essential mails, which are about news and quizzes. */
    getsOptionalMails: z.boolean(),
    /** Whether a guardian keeps the account, which then has neither an email nor a phone number of its own. */
    isKeptByGuardian: z.boolean(),
  })
  .meta({ id: 'StudentProfile' })
export type StudentProfile = z.infer<typeof StudentProfile>

const usernameParams = z.object({ username: field.usernameParam })

export const readStudentProfile = endpoint({
  group,
  method: 'GET',
  path: '/student/one-student/:username',
  who: ['owner', 'support', 'auditor', 'student'],
  summary: "A student's own profile; admins may read any, which is written to the audit log",
  params: usernameParams,
  reply: z.object({ data: StudentProfile }),
  fails: ['not_found'],
})

export const updateProfile = endpoint({
  group,
  method: 'PATCH',
  path: '/student/update-profile/:username',
  who: 'student',
  summary:
    'Changes phone number, address, school or picture, as JSON or multipart; students aged 10 or younger cannot upload one',
  params: usernameParams,
  body: ProfileChange,
  files: ['profilePicture'],
  bodyLimit: PICTURE_BYTES,
  reply: z.object({ message: z.string(), updatedData: StudentProfile }),
  fails: ['not_a_picture', 'too_young_for_photo', 'kept_by_guardian'],
})

export const MailSetting = z.strictObject({ getsOptionalMails: z.boolean('Say yes or no') })

export const changeMailSetting = endpoint({
  group,
  method: 'PUT',
  path: '/student/mail-setting',
  who: 'student',
  summary: 'Turns mails to the student that are not essential on or off',
  body: MailSetting,
  reply: MailSetting,
})

const ReadingSetting = z.strictObject({ wantsReading: z.boolean('Say yes or no') })

export const changeReadingSetting = endpoint({
  group,
  method: 'PUT',
  path: '/student/reading-setting',
  who: 'student',
  summary:
    'Turns reading aloud on or off; from the next quiz on, it also sets the quiz time by the length of the questions',
  body: ReadingSetting,
  reply: ReadingSetting,
})

export const sendNumberCode = endpoint({
  group,
  method: 'POST',
  path: '/student/number-code',
  who: 'student',
  summary:
    'Sends a code by SMS that proves a phone number, given the password or a code. The reply is the same for every number',
  body: z.strictObject({ number: field.phone, ...proof }).refine(hasOneProof, oneProof),
  reply: z.object({ message: z.string() }),
  fails: ['busy', 'sms_paused'],
})

export const proveNumber = endpoint({
  group,
  method: 'POST',
  path: '/student/number',
  who: 'student',
  summary:
    'Proves a phone number by its code: from then on the student can log in with it, instead of the one proved before',
  body: z.strictObject({ code: CodeProof.shape.code }),
  reply: z.object({ message: z.string(), provedNumber: z.string() }),
  fails: ['number_in_use'],
})

export const removeNumber = endpoint({
  group,
  method: 'DELETE',
  path: '/student/number-proof',
  who: 'student',
  summary: 'Ends logins and codes by the proved phone number, given the password or a code; never the only address',
  body: Proof,
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'only_address', 'busy'],
})

export const updateStudentPicture = endpoint({
  group,
  method: 'PUT',
  path: '/student/update-profile-picture/:username',
  who: 'student',
  summary: 'Replaces the profile picture; the server scales it down and removes its metadata',
  params: usernameParams,
  body: z.strictObject({}),
  files: ['profilePicture'],
  bodyLimit: PICTURE_BYTES,
  reply: z.object({ message: z.string(), profilePicture: z.string() }),
  fails: ['not_a_picture', 'too_young_for_photo'],
})

export const AdminProfile = z
  .object({
    _id: z.string(),
    username: z.string(),
    email: z.string(),
    role: z.enum(adminRoles),
    moreRoles: z.array(z.enum(adminRoles)),
    profilePicture: z.string().nullable(),
  })
  .meta({ id: 'AdminProfile' })
export type AdminProfile = z.infer<typeof AdminProfile>

export const readAdminProfile = endpoint({
  group,
  method: 'GET',
  path: '/admin/one-admin',
  who: 'admin',
  summary: "An admin's own profile",
  query: z.strictObject({ username: field.usernameParam }),
  reply: z.object({ adminData: AdminProfile }),
})

export const updateAdminPicture = endpoint({
  group,
  method: 'PUT',
  path: '/admin/update-profile-picture/:username',
  who: 'admin',
  summary: "Replaces the admin's own profile picture",
  params: usernameParams,
  body: z.strictObject({}),
  files: ['profilePicture'],
  bodyLimit: PICTURE_BYTES,
  reply: z.object({ message: z.string(), profilePicture: z.string() }),
  fails: ['not_a_picture'],
})
