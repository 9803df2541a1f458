// The fields that forms and endpoints share, with their messages, in zod/mini because browsers load them. Lengths are checked
// before patterns, so that no pattern runs on a huge text.
import * as z from 'zod/mini'
import * as limits from '../accounts/rules.ts'
import {
  ageCategories,
  isRealDate,
  lagosDate,
  specialCharacterRule,
  studentPasswordRules,
  type PasswordRule,
} from '../accounts/rules.ts'
import { avatars } from '../profile/text.ts'
import { isLikePhoneNumber } from './phone.ts'
import { cleanEmail, cleanLines, cleanText, invisible } from './text.ts'
import { identityProviders, signInMethods } from '../accounts/text.ts'

/** Matches control characters and Unicode line separators, which single-line text must not contain. */
const controlOrBreak = /[\p{Cc}\u2028\u2029]/u
/** Matches the same characters except tab and line break, which multi-line text may contain. */
const control = /[^\P{Cc}\t\n]|[\u2028\u2029]/u

/** Half of a surrogate pair, which PostgreSQL cannot store as text. */
const loneSurrogate = /\p{Cs}/u

type TextRule = { name: string; max: number; min?: number; missing?: string; lines?: boolean }

/** Schema for optional text. Cleans it, and rejects control characters and lone surrogates. */
export function optionalText({ name, max, lines = false }: Pick<TextRule, 'name' | 'max' | 'lines'>) {
  return textSchema({ name, min: 0, max, missing: `${name} is not a text`, lines })
}

/**
 * Schema for required text, with its messages ('{Name} is required' and so on). Cleans it, and rejects control characters and lone
 * surrogates.
 */
export function requiredText({ name, max, min = 1, missing = `${name} is required`, lines = false }: TextRule) {
  return textSchema({ name, min, max, missing, lines })
}

/** Transforms a text after its checks have passed. */
function clean(text: z.ZodMiniString<string>, change: (value: string) => string) {
  return z.pipe(text, z.transform(change))
}

function textSchema({ name, min, max, missing, lines }: Required<TextRule>) {
  const unusable = lines ? control : controlOrBreak
  return z.pipe(
    clean(z.string(missing), lines ? cleanLines : cleanText),
    z.string().check(
      z.minLength(Math.min(min, 1), { error: missing, abort: true }),
      z.refine((value) => value.replace(invisible, '').length >= min, {
        error: `${name} must be at least ${min} characters`,
        abort: true,
      }),
      z.maxLength(max, { error: `${name} cannot exceed ${max} characters`, abort: true }),
      z.refine((value) => !loneSurrogate.test(value) && !unusable.test(value), `${name} has a character we cannot use`),
    ),
  )
}

function username(max: number) {
  return requiredText({ name: 'Username', min: limits.USERNAME_MIN, max }).check(
    z.refine((value) => /^[A-Za-z0-9_.-]+$/.test(value), 'Username may hold letters, digits, _ . and - only'),
  )
}
/** A student's username. One of ten digits or more could be mistaken for a phone number, with which students log in too. */
export const studentUsername = username(limits.STUDENT_USERNAME_MAX).check(
  z.refine((value) => !/^\d{10,}$/.test(value), 'Username cannot look like a phone number'),
)
export const adminUsername = username(limits.ADMIN_USERNAME_MAX)

/** A username in a path. Any text is accepted, so that unknown and invalid names get the same error as another user's name. */
export const usernameParam = z.string().check(z.minLength(1), z.maxLength(200))

export const email = z.pipe(
  clean(z.string('Email is required'), cleanEmail),
  z
    .string()
    .check(z.minLength(1, { error: 'Email is required', abort: true }), z.refine(limits.isEmail, 'Invalid email')),
)

/**
 * What a student logs in with: an email, a username or a proved phone number. What contains an @ must be a valid email, and the
 * rest is only looked up.
 */
export const loginName = z.pipe(
  clean(z.string('Email is required'), cleanEmail),
  z.string().check(
    z.minLength(1, { error: 'Email is required', abort: true }),
    z.maxLength(limits.EMAIL_MAX, { error: 'Invalid email', abort: true }),
    z.refine((name) => !name.includes('@') || limits.isEmail(name), 'Invalid email'),
  ),
)

/**
 * A video title in a path. PostgreSQL cannot store NUL, and one such title would also fail the other requests read by the same
 * statement.
 */
export const videoTitleParam = z.string().check(
  z.minLength(1),
  z.maxLength(500),
  z.refine((title) => !title.includes('\0'), 'Title has a character we cannot use'),
)

/** An existing password: only its presence is checked. */
export const typedPassword = z
  .string('Password is required')
  .check(
    z.minLength(1, { error: 'Password is required', abort: true }),
    z.maxLength(1_000, 'Password cannot exceed 70 characters'),
  )

export const identityProvider = z.enum(identityProviders)
/** A way to sign in to an account. */
export const signInMethod = z.enum(signInMethods)

/** The length of a secret in base64url, including the space after it. */
const DEVICE_LENGTH = 44

/**
 * The secret by which the server recognises a browser where an account has logged in before. A browser used by several accounts
 * sends all their secrets, separated by spaces. They give access to nothing; unknown and malformed secrets are ignored.
 */
export const device = z
  .string('Unknown browser')
  .check(z.maxLength(limits.BROWSER_ACCOUNTS * DEVICE_LENGTH, 'Unknown browser'))

const [lengthRule, ...letterRules] = studentPasswordRules

const requiring = (rule: PasswordRule) => z.refine<string>((password) => rule.isMet(password), rule.message)

/** A new password, which is checked, compared and hashed in NFKC. */
export const studentPassword = z.string('Password is required').check(
  z.minLength(1, { error: 'Password is required', abort: true }),
  requiring(lengthRule),
  z.refine((value) => limits.countCharacters(value) <= limits.PASSWORD_MAX, {
    error: 'Password cannot exceed 70 characters',
    abort: true,
  }),
  ...letterRules.map(requiring),
)

export const adminPassword = studentPassword.check(requiring(specialCharacterRule))

export const COMMON_PASSWORD = 'Please choose a less common password.'

export const INVALID_PHONE = 'Phone number must be valid and include country code'

/** A phone number as typed. */
export const phone = z.pipe(
  clean(z.string('Phone number is required'), cleanText),
  z
    .string()
    .check(
      z.minLength(1, { error: 'Phone number is required', abort: true }),
      z.maxLength(limits.PHONE_MAX, { error: INVALID_PHONE, abort: true }),
      z.refine(isLikePhoneNumber, INVALID_PHONE),
    ),
)

export const INVALID_DATE = 'Invalid date format'

const dateTime = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/

/** Converts a date-time to its date in Lagos; without an offset it is read as Lagos time. Any other text is returned unchanged. */
function toLagosDate(value: string): string {
  const [, date, time, offset = '+01:00'] = dateTime.exec(value) ?? []
  // The Date constructor would turn 30 February into 1 March.
  if (date === undefined || !isRealDate(date)) return value
  const at = new Date(`${date}T${time}${offset}`)
  return Number.isNaN(at.getTime()) ? value : lagosDate(at)
}

/** A date of birth: YYYY-MM-DD, or a date-time, which is converted to its date in Lagos. */
export const birth = clean(
  z
    .string('Date of birth is required')
    .check(
      z.trim(),
      z.minLength(1, { error: 'Date of birth is required', abort: true }),
      z.maxLength(40, { error: INVALID_DATE, abort: true }),
    ),
  toLagosDate,
).check(z.refine(isRealDate, INVALID_DATE))

export const gender = z.enum(['male', 'female'], {
  error: (issue) => (issue.input === undefined || issue.input === '' ? 'Gender is required' : 'Invalid gender'),
})

export const avatar = z.enum(avatars, 'Unknown picture')

export const address = requiredText({ name: 'Address', min: limits.ADDRESS_MIN, max: limits.ADDRESS_MAX })
export const school = optionalText({ name: 'School', max: limits.SCHOOL_MAX })

export const ageCategory = z.enum(ageCategories, 'Unknown age category')

/** An opaque id. A malformed id gets the same error as an unknown one. */
export const id = z.string().check(z.minLength(1), z.maxLength(100))

/** An instant on the wire: ISO 8601 with an offset. */
export const instant = z.iso.datetime({ offset: true })
