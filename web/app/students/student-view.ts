// The filters, order and page of the list of students in the address of the page.
import {
  studentFilters,
  studentSorts,
  studentStates,
  type StudentFilter,
  type StudentSelection,
  type StudentSort,
} from '@baobab/contract/students/endpoints.ts'
import { EMAIL_MAX } from '@baobab/contract/accounts/rules.ts'
import type { Sort } from '../ui/data-table/columns.ts'

const categories = ['5-10', '11-20', 'none'] as const
const yesNo = ['yes', 'no'] as const

/** Returns a parameter if it is one of the known values. */
function oneOf<Value extends string>(values: readonly Value[], param: string | null): Value | undefined {
  return values.find((value) => value === param)
}

/** Reads the selection from an address. Unknown values are ignored. */
export function parseSelection(params: URLSearchParams): StudentSelection {
  const [sort, direction] = [
    oneOf(studentSorts, params.get('sort')),
    oneOf(['asc', 'desc'] as const, params.get('direction')),
  ]
  const [ageCategory, paid] = [oneOf(categories, params.get('ageCategory')), oneOf(yesNo, params.get('paid'))]
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

export const STUDENTS_PER_PAGE = 25

/** Returns the query of the page in an address. */
export function toListQuery(params: URLSearchParams) {
  const cursor = params.get('cursor')
  return { ...parseSelection(params), limit: STUDENTS_PER_PAGE, ...(cursor !== null && { cursor }) }
}

/**
 * Returns the address of a selection, without defaults and without a page: a new selection starts on its first page.
 */
export function toSearchParams(view: StudentSelection): URLSearchParams {
  const { filter, ...rest } = view
  const params = new URLSearchParams(filter === 'all' ? {} : { filter })
  for (const [name, value] of Object.entries(rest)) if (value) params.set(name, value)
  return params
}

const defaultSort: Record<StudentFilter, StudentSort> = {
  all: 'joined',
  'top-10': 'score',
  'name-a-z': 'username',
  males: 'joined',
  females: 'joined',
}
const isDescendingByDefault = (sort: StudentSort) => sort === 'joined' || sort === 'score'

/** Returns the order of the rows: the chosen one, otherwise the default of the filter. */
export function chooseOrder({ filter, sort = defaultSort[filter], direction }: StudentSelection): Sort {
  return { id: sort, isDesc: direction ? direction === 'desc' : isDescendingByDefault(sort) }
}

/** Changes the filter and resets the order. The top 10 cannot be searched or narrowed, except by age category. */
export function withFilter(view: StudentSelection, filter: StudentFilter): StudentSelection {
  const { search, ageCategory, paid, state } = view
  if (filter === 'top-10') return { filter, search: '', ...(ageCategory && ageCategory !== 'none' && { ageCategory }) }
  return { filter, search, ...(ageCategory && { ageCategory }), ...(paid && { paid }), ...(state && { state }) }
}

/** Changes the order. Removes the filter 'Name A - Z', which is only an order, if another order is chosen. */
export function withSort(view: StudentSelection, { id, isDesc }: Sort): StudentSelection {
  const sort = oneOf(studentSorts, id)
  if (!sort) return view
  const filter = view.filter === 'name-a-z' && (sort !== 'username' || isDesc) ? 'all' : view.filter
  return { ...view, filter, sort, direction: isDesc ? 'desc' : 'asc' }
}

/** Changes the search. A search typed while the top 10 are shown searches all students. */
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
