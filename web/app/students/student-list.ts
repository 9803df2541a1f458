// The student list: its request, filters and order.
import { EMAIL_MAX, SCHOOL_MAX } from '@baobab/contract/accounts/rules.ts'
import {
  listStudents,
  studentSorts,
  type StudentFilter,
  type StudentSelection,
  type StudentSort,
  type Total,
  studentsText,
} from '@baobab/contract/students/endpoints.ts'
import { adminList } from '../lists/admin/use-admin-list.ts'
import type { Option } from '../lists/admin/list-address.ts'
import type { Sort } from '../ui/data-table/columns.ts'
import { formatCount } from '../ui/format.ts'
import { studentColumns } from './student-columns.tsx'
import { text } from './text.ts'

const inLowerCase = ({ label }: Option) => label.toLowerCase()

export const students = adminList({
  endpoint: listStudents,
  rows: (reply) => reply.studentData,
  perPage: 25,
  name: 'students',
  columns: studentColumns,
  filters: {
    filter: {
      kind: 'choice',
      look: 'pills',
      label: text.filter,
      otherwise: 'all',
      options: [
        { value: 'all', label: 'All Students' },
        { value: 'top-10', label: 'Top 10 On The Leaderboard' },
        { value: 'name-a-z', label: 'Name A - Z' },
        { value: 'males', label: 'Males' },
        { value: 'females', label: 'Females' },
      ],
    },
    search: { kind: 'search', label: text.search, placeholder: text.searchPlaceholder, max: EMAIL_MAX },
    sort: { kind: 'order', values: studentSorts },
    direction: { kind: 'order', values: ['asc', 'desc'] },
    ageCategory: {
      kind: 'choice',
      label: text.ageCategory,
      all: text.all,
      inWords: ({ value }: Option) => text.inCategory(value),
      options: [
        { value: '11-20', label: '11-20' },
        { value: '5-10', label: '5-10' },
        { value: 'none', label: 'Neither' },
      ],
    },
    paid: {
      kind: 'choice',
      label: text.payment,
      all: text.all,
      inWords: inLowerCase,
      options: [
        { value: 'yes', label: text.paid },
        { value: 'no', label: text.notPaid },
      ],
    },
    state: {
      kind: 'choice',
      label: text.state,
      all: text.all,
      inWords: inLowerCase,
      options: [
        { value: 'active', label: 'Active' },
        { value: 'disqualified', label: text.disqualified },
        { value: 'bounced', label: text.emailBounced },
      ],
    },
    school: { kind: 'text', label: text.school, placeholder: text.all, max: SCHOOL_MAX },
  },
  follow(after, changes, before) {
    const { sort, direction, ...unordered } = after
    const { filter, ageCategory } = after
    // Another filter resets the order. The top 10 cannot be searched or narrowed, except by age category.
    if ('filter' in changes)
      return filter === 'top-10' ? { filter, ...(ageCategory && ageCategory !== 'none' && { ageCategory }) } : unordered
    // 'Name A - Z' is only an order, so another order ends it.
    const isOtherOrder = 'sort' in changes && filter === 'name-a-z' && !(sort === 'username' && direction === 'asc')
    // A search typed while the top 10 are shown searches all students.
    const isSearchOfTop10 = changes.search && before.filter === 'top-10'
    return isOtherOrder || isSearchOfTop10 ? { ...after, filter: 'all' } : after
  },
  failed: studentsText.studentsFailed,
  loading: studentsText.studentsLoading,
})

const defaultSort: Record<StudentFilter, StudentSort> = {
  all: 'joined',
  'top-10': 'score',
  'name-a-z': 'username',
  males: 'joined',
  females: 'joined',
}
const isDescendingByDefault = (sort: StudentSort) => sort === 'joined' || sort === 'score'

/** Returns the order of the rows: the chosen one, or else the filter's default. */
export function chooseOrder({
  filter = 'all',
  sort = defaultSort[filter],
  direction,
}: Partial<StudentSelection>): Sort {
  return { id: sort, isDesc: direction ? direction === 'desc' : isDescendingByDefault(sort) }
}

/** Describes a total: 'about 1,000,000 students'. */
export function describeTotal({ count, precision }: Total): string {
  return withPrecision(formatCount(count, 'student'), precision)
}

function withPrecision(count: string, precision: Total['precision']): string {
  if (precision === 'exact') return count
  return precision === 'about' ? `about ${count}` : `more than ${count}`
}

/** Describes a page of the list: '26 to 50 of 9,324'. */
export function describePage(range: string, total: Total | null | undefined): string {
  if (!total || range === '') return range
  return `${range} of ${withPrecision(total.count.toLocaleString('en-NG'), total.precision)}`
}
