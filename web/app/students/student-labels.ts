// How the console says things about students.
import type { StudentSelection, Total } from '@baobab/contract/students.ts'
import { formatCount } from '../ui/format.ts'

export const filterLabels = [
  { value: 'all', label: 'All Students' },
  { value: 'top-10', label: 'Top 10 On The Leaderboard' },
  { value: 'name-a-z', label: 'Name A - Z' },
  { value: 'males', label: 'Males' },
  { value: 'females', label: 'Females' },
] as const

export const categoryLabels = [
  { value: '11-20', label: '11-20' },
  { value: '5-10', label: '5-10' },
  { value: 'none', label: 'Neither' },
] as const

export const paidLabels = [
  { value: 'yes', label: 'Paid' },
  { value: 'no', label: 'Not paid' },
] as const

export const stateLabels = [
  { value: 'active', label: 'Active' },
  { value: 'unverified', label: 'Email not verified' },
  { value: 'disqualified', label: 'Disqualified' },
  { value: 'bounced', label: 'Email bounced' },
] as const

type Words = readonly { value: string; label: string }[]
const wordOf = (words: Words, value: string | undefined) => words.find((one) => one.value === value)?.label

/** 'Males, paid, search “ada”'; of a search whose words are not kept it says only that there was one. */
export function describeSelection(view: Partial<StudentSelection>, hadSearch = false): string {
  const parts = [
    wordOf(filterLabels, view.filter ?? 'all'),
    view.ageCategory && `age category ${view.ageCategory}`,
    wordOf(paidLabels, view.paid)?.toLowerCase(),
    wordOf(stateLabels, view.state)?.toLowerCase(),
    view.search ? `search “${view.search}”` : hadSearch && 'by a search',
  ]
  return parts.filter(Boolean).join(', ')
}

/** 'about 1,000,000 students' */
export function describeTotal({ count, precision }: Total): string {
  return withPrecision(formatCount(count, 'student'), precision)
}

function withPrecision(words: string, precision: Total['precision']): string {
  if (precision === 'exact') return words
  return precision === 'about' ? `about ${words}` : `more than ${words}`
}

type Shown = { page: number; limit: number; rows: number; total: Total | null | undefined }

/** '26 to 50 of 9,324' */
export function describeRange({ page, limit, rows, total }: Shown): string {
  const first = page * limit + 1
  const range = `${first.toLocaleString('en-NG')} to ${(first + rows - 1).toLocaleString('en-NG')}`
  if (!total) return range
  return `${range} of ${withPrecision(total.count.toLocaleString('en-NG'), total.precision)}`
}

export const genderLabels = { male: 'Male', female: 'Female' } as const
