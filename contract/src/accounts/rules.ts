// Limits that server and browser share, and pure rules.
import { normalize } from '../kernel/text.ts'

export const USERNAME_MIN = 5
export const STUDENT_USERNAME_MAX = 10
export const ADMIN_USERNAME_MAX = 30
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 70
export const EMAIL_MAX = 254
/** Mail allows 254 characters: 64 of them before the @, and 63 in each part of the domain. */
const emailShape =
  /^(?=.{1,254}$)(?=.{1,64}@)(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i

/** Returns whether a cleaned text can be an email address. */
export function isEmail(value: string): boolean {
  return emailShape.test(value)
}
export const ADDRESS_MIN = 5
/** The maximum number of characters of a typed phone number, including separators. */
export const PHONE_MAX = 40
export const ADDRESS_MAX = 200
export const SCHOOL_MAX = 120
export const GUARDIAN_NAME_MAX = 100
/** The lowest and highest ages that have an age category. */
export const AGE_MIN = 5
export const AGE_MAX = 20
/** The validity of an emailed code in milliseconds, counted from when the mail server accepted it. */
export const CODE_MS = 15 * 60_000
/** The number of wrong attempts after which a code is no longer valid. */
export const CODE_TRIES = 5
/** Milliseconds until another code can be requested. */
export const RESEND_MS = 60_000
/** How long a sign-in with an identity provider may take until the provider returns the browser. */
export const SIGN_IN_MS = 10 * 60_000
/** How long the tab that started a sign-in can use the code to finish it. */
export const SIGN_IN_CODE_MS = 60_000
/** How long somebody may take to fill in the form of a first sign-in. */
export const SIGN_IN_TICKET_MS = 30 * 60_000
/** Providers give no accounts to younger people; parents register these children by email. */
export const PROVIDER_AGE_MIN = 11
/** The validity of a password reset link in milliseconds. */
export const RESET_MS = 30 * 60_000
/** Days without a login after which a phone number must be proved again, because companies give unused numbers to other people. */
export const NUMBER_STALE_DAYS = 180
/** Milliseconds after which an unverified registration is deleted; until then it reserves its username. */
export const UNVERIFIED_HOLDS_MS = 7 * 24 * 3_600_000
/** Days from the last mail to a guardian who has not agreed until the registration is deleted. */
export const GUARDIAN_WAIT_DAYS = 30
/** The maximum number of unverified registrations for one email. */
export const PENDING_REGISTRATIONS = 5
/** Session lengths in milliseconds. */
export const SESSION_MS = 12 * 3_600_000
export const REMEMBERED_SESSION_MS = 30 * 24 * 3_600_000
export const ADMIN_SESSION_MS = 8 * 3_600_000
/** The number of browsers in which an account is recognised. */
export const KNOWN_BROWSERS = 10
/** The number of accounts recognised in one browser, for example on a school's computer. */
export const BROWSER_ACCOUNTS = 50
/** Milliseconds after entering the password during which an admin may export, invite and draw. */
export const REAUTHENTICATION_MS = 15 * 60_000
/** The validity of an admin invitation in milliseconds. */
export const INVITATION_MS = 72 * 3_600_000
/** The number of single-use codes that replace an admin's second factor. */
export const RECOVERY_CODES = 10

// Ages and age categories. Nigeria is at UTC+1 all year, so Lagos time is a fixed offset.

export const ageCategories = ['5-10', '11-20'] as const
export type AgeCategory = (typeof ageCategories)[number]

/** Used if a leaderboard request names no category. */
export const DEFAULT_CATEGORY: AgeCategory = '11-20'

const LAGOS_OFFSET_MS = 3_600_000
const DAY_MS = 86_400_000

/** Returns the calendar date in Lagos at an instant, as YYYY-MM-DD. */
export function lagosDate(at: Date): string {
  return new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 10)
}

/** Returns the milliseconds from an instant to the next midnight in Lagos; at least one. */
export function msToLagosMidnight(at: Date): number {
  return DAY_MS - ((at.getTime() + LAGOS_OFFSET_MS) % DAY_MS)
}

/**
 * Returns the age in whole years at an instant, by the date in Lagos. Anyone born on 29 February has their birthday on 1 March in
 * common years.
 * @param birth YYYY-MM-DD
 */
export function ageAt(birth: string, now: Date): number {
  const today = lagosDate(now)
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4))
  // Month and day are compared as text: in a common year, a birthday on 29 February is reached on 1 March.
  return today.slice(5) >= birth.slice(5) ? years : years - 1
}

/** The highest age in each category. */
const lastAge: Record<AgeCategory, number> = { '5-10': 10, '11-20': AGE_MAX }

/** Returns the category for an age: '5-10', '11-20', or null. */
export function getAgeCategory(age: number): AgeCategory | null {
  if (age < AGE_MIN) return null
  return ageCategories.find((category) => age <= lastAge[category]) ?? null
}

/**
 * Returns the birthday, as YYYY-MM-DD, on which a student leaves a category. It takes effect at 00:00 Lagos time.
 * @param birth YYYY-MM-DD
 */
export function leavesCategoryOn(birth: string, category: AgeCategory): string {
  const year = Number(birth.slice(0, 4)) + lastAge[category] + 1
  const birthday = `${year}${birth.slice(4)}`
  return isRealDate(birthday) ? birthday : `${year}-03-01`
}

/** Returns the category at an instant, by the date in Lagos; null for an age outside every category. */
export function ageCategoryAt(birth: string, now: Date): AgeCategory | null {
  return getAgeCategory(ageAt(birth, now))
}

/** Returns whether a text is a real calendar date (YYYY-MM-DD) in 1900 or later. */
export function isRealDate(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date < '1900-01-01') return false
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}

// The rules for a new password, without zod: a page with a password field checks them off while the person types.

/** A requirement for passwords, with the sentence shown while it is not met. */
export type PasswordRule = { name: PasswordRuleName; isMet: (password: string) => boolean; message: string }
export type PasswordRuleName = 'length' | 'capitalLetter' | 'smallLetter' | 'number' | 'special'

/** Passwords are judged, compared and hashed in this form, so that no keyboard's way of composing letters matters. */
export function normalizePassword(password: string): string {
  return normalize(password, 'NFKC')
}

/** Whether two passwords are the same, however their letters are composed. */
export function isSamePassword(one: string, other: string): boolean {
  return normalizePassword(one) === normalizePassword(other)
}

/** Returns the number of characters in a password: an emoji is one. */
export function countCharacters(password: string): number {
  return Array.from(normalizePassword(password)).length
}

const contains = (pattern: RegExp) => (password: string) => pattern.test(normalizePassword(password))

/** Length is counted in characters, not bytes. Letters and digits of every script count. */
export const studentPasswordRules = [
  {
    name: 'length',
    isMet: (password) => countCharacters(password) >= PASSWORD_MIN,
    message: 'Password must be at least 8 characters',
  },
  {
    name: 'capitalLetter',
    isMet: contains(/\p{Lu}/u),
    message: 'Password must contain at least one uppercase letter',
  },
  {
    name: 'smallLetter',
    isMet: contains(/\p{Ll}/u),
    message: 'Password must contain at least one lowercase letter',
  },
  {
    name: 'number',
    isMet: contains(/\p{Nd}/u),
    message: 'Password must contain at least one number',
  },
] as const satisfies readonly PasswordRule[]

export const specialCharacterRule = {
  name: 'special',
  isMet: contains(/[@$!%*?&]/),
  message: 'Password must contain at least one special character',
} as const satisfies PasswordRule

export const adminPasswordRules = [...studentPasswordRules, specialCharacterRule] as const

// The roles of admins. Each covers one part of the work, so that a stolen login only gives access to that part.

export const adminRoles = ['owner', 'content', 'support', 'finance', 'auditor'] as const
export type AdminRole = (typeof adminRoles)[number]

/** An admin's roles. One person may have several, and may then do what each of them may. */
export type Roles = {
  role: AdminRole
  /** Besides `role`. Earlier releases neither send nor read it. */
  moreRoles?: readonly AdminRole[] | undefined
}

export const listRoles = ({ role, moreRoles = [] }: Roles): AdminRole[] => [role, ...moreRoles]

/** Returns chosen roles as they are stored: in order, each once. Owners may do everything, so they have no other role. */
export function toRoles(chosen: readonly AdminRole[]): { role: AdminRole; moreRoles: AdminRole[] } {
  if (chosen.includes('owner')) return { role: 'owner', moreRoles: [] }
  const [role, ...moreRoles] = adminRoles.filter((one) => chosen.includes(one))
  if (!role) throw new Error('An admin has at least one role.')
  return { role, moreRoles }
}

/** Everybody who is logged in: a student, a guardian, or an admin by role. */
export type CallerRole = 'student' | 'guardian' | AdminRole

/** The allowed callers. `admin` means an admin of any role. The type requires owners in every list of roles. */
export type Who = 'anyone' | 'student' | 'guardian' | 'admin' | readonly ['owner', ...Exclude<CallerRole, 'guardian'>[]]

/** Returns whether a caller is allowed, by any of an admin's roles. `undefined` is a caller who is not logged in. */
export function isAllowed(who: Who, caller: CallerRole | readonly AdminRole[] | undefined): boolean {
  if (who === 'anyone') return true
  if (caller === undefined) return false
  if (typeof caller !== 'string') return caller.some((role) => isAllowed(who, role))
  if (who === 'student' || who === 'guardian') return caller === who
  if (caller === 'guardian') return false
  return who === 'admin' ? caller !== 'student' : who.includes(caller)
}
