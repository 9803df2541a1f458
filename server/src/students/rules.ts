// Rules of the list of students: what a search means, the order, and the dates of birth of each age group. Pure.
import { isRealDate, type AgeCategory } from '@baobab/contract/age.ts'
import type { StudentSelection, StudentSort } from '@baobab/contract/students.ts'
import { normalizeText } from '@baobab/contract/clean-text.ts'

export type Search =
  | { kind: 'none' | 'nobody' }
  | { kind: 'email'; key: string }
  /** Usernames from `from` up to, but not including, `to`. */
  | { kind: 'beginning'; from: string; to: string }
  /** `letters` anywhere in a username; `indexed` is the same text as the trigram index stores it. */
  | { kind: 'inside'; letters: string; indexed: string }

/** Parses a search. A text that no username can contain matches no student, whatever it means to the database. */
export function readSearch(text: string): Search {
  const key = normalizeText(text).toLowerCase()
  if (key === '') return { kind: 'none' }
  if (key.includes('@')) return { kind: 'email', key }
  if (!/^[a-z0-9_.-]+$/.test(key)) return { kind: 'nobody' }
  if (key.length >= 3) return { kind: 'inside', letters: key, indexed: key.replaceAll(/[_.-]/g, 'x') }
  const last = String.fromCharCode(key.charCodeAt(key.length - 1) + 1)
  return { kind: 'beginning', from: key, to: key.slice(0, -1) + last }
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
  // Today is 29 February: those born on 1 March of a common year have their birthday tomorrow.
  return isRealDate(date) ? date : `${date.slice(0, 4)}-02-28`
}

/** A range of dates of birth: after `after`, up to and including `upTo`. */
export type Births = { after: string | undefined; upTo: string | undefined }

/** The age groups in the order of the list: the two categories, then those above them, then those below. */
export const ages = ['5-10', '11-20', 'above', 'below'] as const
export type Age = (typeof ages)[number]

/** Computes the range of dates of birth of each age group on a day. */
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
