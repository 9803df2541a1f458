// What the address says about the list of students: which ones, in what order.
import {
  studentFilters,
  studentSorts,
  studentStates,
  type StudentFilter,
  type StudentSelection,
  type StudentSort,
} from '@baobab/contract/students.ts'
import { EMAIL_MAX } from '@baobab/contract/limits.ts'
import type { Sort } from '../ui/data-table/columns.ts'

const categories = ['5-10', '11-20', 'none'] as const
const answers = ['yes', 'no'] as const

/** One of the known words, or nothing: an address may say anything. */
function oneOf<Word extends string>(words: readonly Word[], said: string | null): Word | undefined {
  return words.find((word) => word === said)
}

export function parseSelection(params: URLSearchParams): StudentSelection {
  const [sort, direction] = [
    oneOf(studentSorts, params.get('sort')),
    oneOf(['asc', 'desc'] as const, params.get('direction')),
  ]
  const [ageCategory, paid] = [oneOf(categories, params.get('ageCategory')), oneOf(answers, params.get('paid'))]
  const state = oneOf(studentStates, params.get('state'))
  return {
    filter: oneOf(studentFilters, params.get('filter')) ?? 'all',
    search: (params.get('search') ?? '').trim().slice(0, EMAIL_MAX),
    ...(sort && { sort }),
    ...(direction && { direction }),
    ...(ageCategory && { ageCategory }),
    ...(paid && { paid }),
    ...(state && { state }),
  }
}

/** The address of a view; what goes without saying is left out, and a new view begins with its first page. */
export function toSearchParams(view: StudentSelection): URLSearchParams {
  const { filter, ...rest } = view
  const params = new URLSearchParams(filter === 'all' ? {} : { filter })
  for (const [name, value] of Object.entries(rest)) if (value) params.set(name, value)
  return params
}

const own: Record<StudentFilter, StudentSort> = {
  all: 'joined',
  'top-10': 'score',
  'name-a-z': 'username',
  males: 'joined',
  females: 'joined',
}
const descends = (sort: StudentSort) => sort === 'joined' || sort === 'score'

/** How the rows stand, whether somebody chose that or the filter has it so. */
export function chooseOrder({ filter, sort = own[filter], direction }: StudentSelection): Sort {
  return { id: sort, isDesc: direction ? direction === 'desc' : descends(sort) }
}

/** Another filter begins with its own order; the ten who lead are neither searched nor narrowed, but for their board. */
export function withFilter(view: StudentSelection, filter: StudentFilter): StudentSelection {
  const { search, ageCategory, paid, state } = view
  if (filter === 'top-10') return { filter, search: '', ...(ageCategory && ageCategory !== 'none' && { ageCategory }) }
  return { filter, search, ...(ageCategory && { ageCategory }), ...(paid && { paid }), ...(state && { state }) }
}

/** A chosen order ends the filter that is nothing but an order. */
export function withSort(view: StudentSelection, { id, isDesc }: Sort): StudentSelection {
  const sort = oneOf(studentSorts, id)
  if (!sort) return view
  const filter = view.filter === 'name-a-z' && (sort !== 'username' || isDesc) ? 'all' : view.filter
  return { ...view, filter, sort, direction: isDesc ? 'desc' : 'asc' }
}

/** Letters typed while the ten are shown look among all. */
export function withSearch(view: StudentSelection, search: string): StudentSelection {
  return {
    ...withFilter(view, view.filter === 'top-10' && search !== '' ? 'all' : view.filter),
    ...orderPart(view),
    search,
  }
}

function orderPart({ sort, direction }: StudentSelection): Pick<StudentSelection, 'sort' | 'direction'> {
  return { ...(sort && { sort }), ...(direction && { direction }) }
}
