// Registering, logging in and looking after one's own account, for students and admins.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { CODE_TRIES, EMAIL_MAX, PICTURE_BYTES } from './limits.ts'
import { accountsText } from './accounts-text.ts'

const group = 'Accounts'
const rememberMe = z.boolean().optional()
const Message = z.object({ message: z.string() })
const Outcome = z.object({ status: z.literal('success'), message: z.string() })

function areTexts(form: unknown, names: readonly string[]): boolean {
  if (typeof form !== 'object' || form === null) return false
  const entries = new Map(Object.entries(form))
  return names.every((name) => typeof entries.get(name) === 'string')
}

/** What the register form holds; the browser checks it with the same rules before it sends. */
export const StudentRegistration = z
  .strictObject({
    username: field.studentUsername,
    email: field.email,
    number: field.phone,
    password: field.studentPassword,
    repassword: z.string('Please confirm your password').min(1, 'Please confirm your password').optional(),
    birth: field.birth,
    gender: field.gender,
    address: field.address,
    school: field.school.optional(),
    guardianEmail: field.email.optional(),
  })
  .refine((form) => form.repassword === undefined || form.repassword === form.password, {
    path: ['repassword'],
    error: accountsText.passwordsMustMatch,
    // Said beside the messages of other fields, not only once they are all right.
    when: ({ value }) => areTexts(value, ['password', 'repassword']),
  })

export const registerStudent = endpoint({
  group,
  method: 'POST',
  path: '/student/register',
  who: 'anyone',
  summary: 'Registers a student and mails the code that verifies the email',
  body: StudentRegistration,
  status: 201,
  reply: z.object({ message: z.string(), verificationToken: z.string(), email: z.string() }),
  fails: ['username_taken', 'busy'],
})

export const EmailVerification = z.strictObject({
  email: z
    .string(accountsText.verificationMissing)
    .trim()
    .min(1, accountsText.verificationMissing)
    .max(EMAIL_MAX, accountsText.verificationMissing),
  verificationToken: z
    .string(accountsText.verificationMissing)
    .trim()
    .min(1, accountsText.verificationMissing)
    .max(200, accountsText.verificationFailed),
})

export const verifyEmail = endpoint({
  group,
  method: 'POST',
  path: '/student/verify-email',
  who: 'anyone',
  summary: `Verifies an email by its 6-digit code; ${CODE_TRIES} wrong tries kill the code`,
  body: EmailVerification,
  reply: Outcome,
  fails: ['verification_failed'],
})

export const giveGuardianConsent = endpoint({
  group,
  method: 'POST',
  path: '/student/guardian-consent',
  who: 'anyone',
  summary: "A parent or guardian agrees to a child's account by the mailed link",
  body: z.strictObject({
    student: z.string(accountsText.tokenInvalid).min(1, accountsText.tokenInvalid).max(100, accountsText.tokenInvalid),
    token: z.string(accountsText.tokenInvalid).min(1, accountsText.tokenInvalid).max(200, accountsText.tokenInvalid),
  }),
  reply: Outcome,
  fails: ['token_invalid'],
})

export const EmailOnly = z.strictObject({ email: field.email })

export const resendCode = endpoint({
  group,
  method: 'POST',
  path: '/student/resend-code',
  who: 'anyone',
  summary: 'Mails a new verification code; the old one dies',
  body: EmailOnly,
  reply: Outcome,
})

export const Login = z.strictObject({ email: field.email, password: field.typedPassword, rememberMe })

export const logInStudent = endpoint({
  group,
  method: 'POST',
  path: '/student/login',
  who: 'anyone',
  summary: 'Logs a student in',
  body: Login,
  reply: z.object({
    message: z.string(),
    authToken: z.string(),
    studentData: z.object({
      _id: z.string(),
      username: z.string(),
      email: z.string(),
      ageCategory: field.ageCategory.nullable(),
    }),
  }),
  fails: ['login_failed', 'email_unverified', 'consent_needed', 'busy'],
})

export const logOutStudent = endpoint({
  group,
  method: 'POST',
  path: '/student/logout',
  who: 'student',
  summary: 'Ends the session on the server',
  reply: Message,
})

export const forgotPassword = endpoint({
  group,
  method: 'POST',
  path: '/student/forgot-password',
  who: 'anyone',
  summary: 'Mails a reset link where the address has an account; answers the same where it has none',
  body: EmailOnly,
  reply: Outcome,
})

export const resetPassword = endpoint({
  group,
  method: 'POST',
  path: '/student/reset-password',
  who: 'anyone',
  summary: 'Sets a new password by a mailed link and ends every session of the account',
  body: z.strictObject({
    token: z.string(accountsText.tokenInvalid).min(1, accountsText.tokenInvalid).max(200, accountsText.tokenInvalid),
    email: z
      .string(accountsText.tokenInvalid)
      .trim()
      .min(1, accountsText.tokenInvalid)
      .max(EMAIL_MAX, accountsText.tokenInvalid),
    newPassword: field.studentPassword,
  }),
  reply: Outcome,
  fails: ['token_invalid', 'busy'],
})

export const StudentProfile = z
  .object({
    _id: z.string(),
    username: z.string(),
    email: z.string(),
    number: z.string(),
    gender: z.enum(['male', 'female']),
    birth: z.string(),
    address: z.string(),
    school: z.string().nullable(),
    ageCategory: field.ageCategory.nullable(),
    profilePicture: z.string().nullable(),
    score: z.number().int(),
    isPaid: z.boolean(),
  })
  .meta({ id: 'StudentProfile' })
export type StudentProfile = z.infer<typeof StudentProfile>

const ofUser = z.object({ username: field.usernameParam })

export const readStudentProfile = endpoint({
  group,
  method: 'GET',
  path: '/student/one-student/:username',
  who: 'user',
  summary: "A student's own profile; admins may read any, and each reading is logged",
  params: ofUser,
  reply: z.object({ data: StudentProfile }),
  fails: ['not_found'],
})

/** What the settings form may change; a `profilePicture` of null deletes the picture, a text is ignored. */
export const ProfileChange = z.strictObject({
  number: field.phone.optional(),
  address: field.address.optional(),
  school: field.school.optional(),
  profilePicture: z.string().max(2_000).nullable().optional(),
})

export const updateProfile = endpoint({
  group,
  method: 'PATCH',
  path: '/student/update-profile/:username',
  who: 'student',
  summary: 'Changes phone number, address, school or picture, as JSON or multipart',
  params: ofUser,
  body: ProfileChange,
  files: ['profilePicture'],
  bodyLimit: PICTURE_BYTES,
  reply: z.object({ message: z.string(), updatedData: StudentProfile }),
  fails: ['not_a_picture'],
})

export const updateStudentPicture = endpoint({
  group,
  method: 'PUT',
  path: '/student/update-profile-picture/:username',
  who: 'student',
  summary: 'Replaces the profile picture; it is made small and loses its metadata',
  params: ofUser,
  body: z.strictObject({}),
  files: ['profilePicture'],
  bodyLimit: PICTURE_BYTES,
  reply: z.object({ message: z.string(), profilePicture: z.string() }),
  fails: ['not_a_picture'],
})

export const AdminRegistration = z.strictObject({
  username: field.adminUsername,
  email: field.email,
  password: field.adminPassword,
  setupCode: z.string().trim().max(100).optional(),
  invitation: z.string().trim().max(200).optional(),
})

export const registerAdmin = endpoint({
  group,
  method: 'POST',
  path: '/admin/register',
  who: 'anyone',
  summary: 'Registers the first admin (in production with the setup code printed in the log), later ones by invitation',
  body: AdminRegistration,
  status: 201,
  reply: Message,
  fails: ['invitation_needed', 'setup_code_needed', 'username_taken', 'busy'],
})

export const AdminData = z
  .object({
    _id: z.string(),
    username: z.string(),
    email: z.string(),
    profilePicture: z.string().nullable(),
  })
  .meta({ id: 'AdminData' })

export const AdminLogin = Login.extend({ code: field.secondFactorCode.optional() })

export const logInAdmin = endpoint({
  group,
  method: 'POST',
  path: '/admin/login',
  who: 'anyone',
  summary: 'Logs an admin in; where the second factor is on it wants a code as well',
  body: AdminLogin,
  reply: z.object({ message: z.string(), authToken: z.string(), adminData: AdminData }),
  fails: ['login_failed', 'mfa_required', 'busy'],
})

export const logOutAdmin = endpoint({
  group,
  method: 'POST',
  path: '/admin/logout',
  who: 'admin',
  summary: 'Ends the session on the server',
  reply: Message,
})

export const readAdminProfile = endpoint({
  group,
  method: 'GET',
  path: '/admin/one-admin',
  who: 'admin',
  summary: "An admin's own profile",
  query: z.strictObject({ username: field.usernameParam }),
  reply: z.object({ adminData: AdminData }),
})

export const updateAdminPicture = endpoint({
  group,
  method: 'PUT',
  path: '/admin/update-profile-picture/:username',
  who: 'admin',
  summary: "Replaces the admin's own profile picture",
  params: ofUser,
  body: z.strictObject({}),
  files: ['profilePicture'],
  bodyLimit: PICTURE_BYTES,
  reply: z.object({ message: z.string(), profilePicture: z.string() }),
  fails: ['not_a_picture'],
})
