// The rules of the student list: what a search means, the order, and the dates of birth in each age group. Pure.
import { toDialled } from '@baobab/contract/kernel/phone.ts'
import { isRealDate, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { StudentSelection, StudentSort } from '@baobab/contract/students/endpoints.ts'
import { toSearchWords } from '@baobab/contract/kernel/comparison.ts'

export type Search =
  | { kind: 'none' | 'nobody' }
  /** Usernames from `from` up to, but not including, `to`. */
  | { kind: 'beginning'; from: string; to: string }
  /** One of `parts` anywhere in the username, email, phone number or school. */
  | { kind: 'inside'; parts: readonly SearchPart[] }

/** A text to find, and the LIKE pattern that finds it in the trigram index. The pattern also finds a few other texts. */
export type SearchPart = { letters: string; pattern: string }

/**
 * Signs that count as letters in the trigram index, because trigrams only consist of letters and digits. The `students_searched` index
 * stores the same: change both together.
 */
export const SEARCH_SIGNS = "_.-@+ '&(),/:"

/** Parses a search. A text too short for a trigram matches no student, whatever it means to the database. */
export function readSearch(text: string): Search {
  const key = toSearchWords(text).join(' ')
  if (key === '') return { kind: 'none' }
  if (key.length < 3) return readBeginning(key)
  const phone = readPhone(key)
  const parts = [key, ...(phone === undefined || phone === key ? [] : [phone])]
    .map((letters) => ({ letters, pattern: toPattern(letters) }))
    .filter(({ pattern }) => /[a-z0-9]{3}/.test(pattern))
  return parts.length === 0 ? { kind: 'nobody' } : { kind: 'inside', parts }
}

function readBeginning(key: string): Search {
  if (!/^[a-z0-9_.-]+$/.test(key)) return { kind: 'nobody' }
  const last = String.fromCharCode(key.charCodeAt(key.length - 1) + 1)
  return { kind: 'beginning', from: key, to: key.slice(0, -1) + last }
}

/** Returns the digits of a phone number without the leading 0 or +234, because numbers are stored as +2348012345678. */
function readPhone(key: string): string | undefined {
  const dialled = toDialled(key)
  if (!/^\+?\d+$/.test(dialled)) return undefined
  const digits = dialled
    .replace('+', '')
    .replace(/^(?:00)?234/, '')
    .replace(/^0/, '')
  return digits.length >= PHONE_DIGITS ? digits : undefined
}

/** Fewer digits are more likely part of a username. */
const PHONE_DIGITS = 5

const signs = new RegExp(`[${SEARCH_SIGNS.replace('-', String.raw`\-`)}]`, 'g')

function toPattern(letters: string): string {
  const stored = letters.replaceAll(signs, 'x')
  return `%${stored.replaceAll(/[\\%]/g, String.raw`\$&`)}%`
}

export type StudentOrder = { sort: StudentSort; isDescending: boolean }

/** Returns the order of a list: the chosen one, otherwise the default of its filter. */
export function chooseOrder({ filter, sort: wanted, direction }: StudentSelection): StudentOrder {
  const usual = { 'top-10': 'score', 'name-a-z': 'username' } as const
  const sort = wanted ?? (filter in usual ? usual[filter as keyof typeof usual] : 'joined')
  const usually = sort === 'joined' || sort === 'score' ? 'desc' : 'asc'
  return { sort, isDescending: (direction ?? usually) === 'desc' }
}

/**
 * Returns the latest date of birth, as YYYY-MM-DD, of people who have reached an age on a day.
 * @param today YYYY-MM-DD
 */
export function latestBirth(age: number, today: string): string {
  const date = `${Number(today.slice(0, 4)) - age}${today.slice(4)}`
  // Today is 29 February: people born on 1 March of a common year have their birthday tomorrow.
  return isRealDate(date) ? date : `${date.slice(0, 4)}-02-28`
}

/** A range of dates of birth: after `after`, up to and including `upTo`. */
export type Births = { after: string | undefined; upTo: string | undefined }

/** The age groups in the order of the list: the two categories, then the ages above them, then those below. */
export const ages = ['5-10', '11-20', 'above', 'below'] as const
export type Age = (typeof ages)[number]

/** Computes the range of birth dates of each age group on a day. */
export function birthsOn(today: string): Record<Age, Births> {
  const [five, eleven, over] = [5, 11, 21].map((age) => latestBirth(age, today))
  return {
    '5-10': { after: eleven, upTo: five },
    '11-20': { after: over, upTo: eleven },
    above: { after: undefined, upTo: over },
    below: { after: five, upTo: undefined },
  }
}

/** Returns the age groups that a category filter selects, in the order of the list. */
export function listAges(category: AgeCategory | 'none' | undefined): readonly Age[] {
  if (category === undefined) return ages
  return category === 'none' ? ['above', 'below'] : [category]
}
