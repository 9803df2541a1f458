// Limits that server and browser share, and pure rules.
import { lagosDate } from '../accounts/rules.ts'
import { addMonths, countDays } from '../kernel/days.ts'
import { invisible } from '../kernel/text.ts'

/** The minimum number of letters in the name that a winner may show instead of the username, and the name's maximum length. */
export const PUBLIC_NAME_MIN = 2
export const PUBLIC_NAME_MAX = 60
/** The maximum length of an admin's reason for changing a claim, which the winner and the guardian read. */
export const CLAIM_REASON_MAX = 300
/** The maximum length of a payout's reference, as shown on the bank's receipt. */
export const PAYOUT_RECEIPT_MAX = 80
/** The maximum length of a witness's name, such as 'Head teacher of a school in Kano'. */
export const WITNESS_NAME_MAX = 60
/** The maximum length of a student's claim to be missing from a list, and of the answer, which a notification shows. */
export const LIST_CLAIM_TEXT_MAX = 300
export const LIST_CLAIM_ANSWER_MAX = 500
/** The number of list claims that an admin sees at once; open ones come first. */
export const LIST_CLAIMS_SHOWN = 100
/** How long a winner has to claim the prize, in milliseconds. */
export const CLAIM_MS = 14 * 24 * 3_600_000
/** How many days before the deadline the winner and the guardian are reminded. */
export const CLAIM_REMINDER_DAYS = [7, 3, 1] as const
/** A winner younger than this when the month closes gets the prize only if a guardian agrees. */
export const ADULT_AGE = 18

// Scholarship months, which are calendar months in Lagos: when one closes and when its winner is drawn.

export type ScholarshipMonth = {
  /** YYYY-MM */
  month: string
  /** The last millisecond in which points count. */
  closesAt: Date
  /** The earliest moment of the draw: the 3rd of the next month, 12:00 UTC. */
  drawsAt: Date
}

/** Returns the scholarship month of an instant in Lagos (UTC+1 all year). */
export function scholarshipMonth(now: Date): ScholarshipMonth {
  return monthCloses(lagosDate(now).slice(0, 7))
}

/** Returns when a month closes and its winner is drawn. @param month YYYY-MM */
export function monthCloses(month: string): ScholarshipMonth {
  const next = nextMonth(month)
  return {
    month,
    closesAt: new Date(Date.parse(`${next}-01T00:00:00+01:00`) - 1),
    drawsAt: new Date(`${next}-03T12:00:00Z`),
  }
}

/** Returns the month before the one of an instant in Lagos. */
export const lastMonth = (now: Date): string => addMonths(lagosDate(now).slice(0, 7), -1)

/** Returns the number of days until a day's month ends, on every page; 0 on the last day. @param day in Lagos, YYYY-MM-DD */
export function daysToMonthEnd(day: string): number {
  const nextMonthBegins = `${nextMonth(day.slice(0, 7))}-01`
  return countDays({ from: day, to: nextMonthBegins }) - 2
}

/** Returns the month after a month. */
export const nextMonth = (month: string): string => addMonths(month, 1)

/** A month in addresses and data: YYYY-MM. */
export const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns a month as people read it: November 2026. @param month YYYY-MM; any other text is returned unchanged */
export function monthName(month: string): string {
  return monthPattern.test(month) ? monthFormat.format(new Date(`${month}-01T00:00:00Z`)) : month
}

/** Returns a recent month as people say it: November. @param month YYYY-MM */
export const shortMonthName = (month: string): string => monthName(month).replace(/ \d+$/, '')

/** Returns the number that people read for an index of a list: the protocol and its files count from 0, people from 1. */
export const toDrawNumber = (index: number): number => index + 1

// Rules for the public name that replaces a winner's username. It may only say who somebody is: no site addresses, no numbers, and
// nothing that imitates something else.

/** Matches characters that names do not have. */
const notOfNames = /[^\p{L}\p{M} '’.,()-]/u

/** Why a name cannot be shown in public. */
export const publicNameFaults = {
  short: `The name must have at least ${PUBLIC_NAME_MIN} letters`,
  character: 'The name can have letters, spaces, hyphens, dots, commas, brackets and apostrophes only',
  scripts: 'Write the name in one alphabet',
  accents: 'The name has a letter with too many accents',
  address: 'The name cannot be the address of a site. Write a space after a dot',
} as const
export type PublicNameFault = keyof typeof publicNameFaults

/** Whether a text looks like a site's address, including the ways people write one to get round a filter. */
function looksLikeAddress(name: string): boolean {
  if (/(^|[^\p{L}\p{M}])(www|https?)($|[^\p{L}\p{M}])/iu.test(name)) return true
  // A known ending after a dot, with or without spaces.
  if (/\.\s*(com|net|org|info|ng|africa|xyz|online|site|app|io)($|[^\p{L}\p{M}])/iu.test(name)) return true
  // Only initials are written without a space after the dot, as in "A.B. Bello".
  return [...name.matchAll(/([\p{L}\p{M}]*)\s*\.([\p{L}\p{M}]+)/gu)].some(
    ([, before = '', after = '']) => countLetters(before) !== 1 || countLetters(after) !== 1,
  )
}

const countLetters = (text: string) => Array.from(text.replace(/[^\p{L}]/gu, '')).length

/** Whether a name mixes Latin letters with letters of other alphabets, some of which look the same. */
function mixesScripts(name: string): boolean {
  const letters = name.replace(/[^\p{L}]/gu, '')
  const latin = letters.replace(/[^\p{Script=Latin}]/gu, '')
  return latin !== '' && latin !== letters
}

/**
 * Returns why a name cannot be shown in public; undefined if it can. The characters that names have exclude control characters,
 * marks that change the text direction, and invisible characters.
 * @param name in NFC, trimmed; '' is allowed and means no name
 */
export function findPublicNameFault(name: string): PublicNameFault | undefined {
  if (name === '') return undefined
  // Look-alikes of the letters in names have a different compatibility form: wide or bold letters, and ligatures.
  const isPlain = !notOfNames.test(name) && name.replace(invisible, '') === name && name.normalize('NFKC') === name
  if (!isPlain) return 'character'
  if (countLetters(name) < PUBLIC_NAME_MIN) return 'short'
  if (/\p{M}{3}/u.test(name.normalize('NFD'))) return 'accents'
  if (mixesScripts(name)) return 'scripts'
  return looksLikeAddress(name) ? 'address' : undefined
}

/**
 * Returns the usernames that a name could be mistaken for: lower case, without accents, its words joined directly or by one of the
 * separators that usernames may have.
 */
export function listLikeUsernames(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^\p{L}]+/u).filter((word) => word !== '')
  return [...new Set([plain, ...['', '_', '.', '-'].map((joint) => words.join(joint))])]
}
