// What the list of students decides without a database: what is searched for, in which order, who is of which age.
import { isRealDate, type AgeCategory } from '@baobab/contract/age.ts'
import type { StudentSelection, StudentSort } from '@baobab/contract/students.ts'
import { normalizeText } from '@baobab/contract/fields.ts'

export type Search =
  | { kind: 'none' | 'nobody' }
  | { kind: 'email'; key: string }
  /** Names from `from` up to but not including `to`. */
  | { kind: 'beginning'; from: string; to: string }
  /** `letters` somewhere in a name; `indexed` are they as the index of trigrams has them. */
  | { kind: 'inside'; letters: string; indexed: string }

/** What somebody looks for. A text that no username can hold finds nobody, whatever it means to a database. */
export function readSearch(text: string): Search {
  const key = normalizeText(text).toLowerCase()
  if (key === '') return { kind: 'none' }
  if (key.includes('@')) return { kind: 'email', key }
  if (!/^[a-z0-9_.-]+$/.test(key)) return { kind: 'nobody' }
  if (key.length >= 3) return { kind: 'inside', letters: key, indexed: key.replaceAll(/[_.-]/g, 'x') }
  const last = String.fromCharCode(key.charCodeAt(key.length - 1) + 1)
  return { kind: 'beginning', from: key, to: key.slice(0, -1) + last }
}

export type Order = { sort: StudentSort; isDescending: boolean }

/** The order of a list: what is asked for, else what its filter suggests. */
export function chooseOrder({ filter, sort: wanted, direction }: StudentSelection): Order {
  const usual = { 'top-10': 'score', 'name-a-z': 'username' } as const
  const sort = wanted ?? (filter in usual ? usual[filter as keyof typeof usual] : 'joined')
  const usually = sort === 'joined' || sort === 'score' ? 'desc' : 'asc'
  return { sort, isDescending: (direction ?? usually) === 'desc' }
}

/**
 * The latest date of birth of those who are so old on a day, as YYYY-MM-DD: whoever was born later is younger.
 * @param today YYYY-MM-DD
 */
export function latestBirth(age: number, today: string): string {
  const date = `${Number(today.slice(0, 4)) - age}${today.slice(4)}`
  // On 29 February: who was born on 1 March of a common year is not there yet.
  return isRealDate(date) ? date : `${date.slice(0, 4)}-02-28`
}

/** Dates of birth after `after`, up to and including `upTo`. */
export type Births = { after: string | undefined; upTo: string | undefined }

/** The ages of the list's order: the two categories, then those above them, then those below. */
export const ages = ['5-10', '11-20', 'above', 'below'] as const
export type Age = (typeof ages)[number]

/** The dates of birth of each age on a day. */
export function birthsOn(today: string): Record<Age, Births> {
  const [five, eleven, over] = [5, 11, 21].map((age) => latestBirth(age, today))
  return {
    '5-10': { after: eleven, upTo: five },
    '11-20': { after: over, upTo: eleven },
    above: { after: undefined, upTo: over },
    below: { after: five, upTo: undefined },
  }
}

/** The ages that a choice of category leaves, in the list's order. */
export function listAges(category: AgeCategory | 'none' | undefined): readonly Age[] {
  if (category === undefined) return ages
  return category === 'none' ? ['above', 'below'] : [category]
}
