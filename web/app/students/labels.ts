// Labels of the filters of the list of students, and descriptions of its selections and pages.
import type { StudentSelection, Total } from '@baobab/contract/students/endpoints.ts'
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
  { value: 'disqualified', label: 'Disqualified' },
  { value: 'bounced', label: 'Email bounced' },
] as const

type Options = readonly { value: string; label: string }[]
const findLabel = (options: Options, value: string | undefined) =>
  options.find((option) => option.value === value)?.label

/**
 * Describes a selection: 'Males, paid, search “ada”'. An export does not store its search text, so its description only
 * mentions that there was one.
 */
export function describeSelection(view: Partial<StudentSelection>, hadSearch = false): string {
  const parts = [
    findLabel(filterLabels, view.filter ?? 'all'),
    view.ageCategory && `age category ${view.ageCategory}`,
    findLabel(paidLabels, view.paid)?.toLowerCase(),
    findLabel(stateLabels, view.state)?.toLowerCase(),
    view.search ? `search “${view.search}”` : hadSearch && 'by a search',
  ]
  return parts.filter(Boolean).join(', ')
}

/** Describes a total: 'about 1,000,000 students'. */
export function describeTotal({ count, precision }: Total): string {
  return withPrecision(formatCount(count, 'student'), precision)
}

function withPrecision(count: string, precision: Total['precision']): string {
  if (precision === 'exact') return count
  return precision === 'about' ? `about ${count}` : `more than ${count}`
}

type Range = { page: number; limit: number; rows: number; total: Total | null | undefined }

/** Describes a page: '26 to 50 of 9,324'. */
export function describeRange({ page, limit, rows, total }: Range): string {
  const first = page * limit + 1
  const range = `${first.toLocaleString('en-NG')} to ${(first + rows - 1).toLocaleString('en-NG')}`
  if (!total) return range
  return `${range} of ${withPrecision(total.count.toLocaleString('en-NG'), total.precision)}`
}

export const genderLabels = { male: 'Male', female: 'Female' } as const
