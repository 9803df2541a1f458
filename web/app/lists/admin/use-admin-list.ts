// Admin lists: what a page declares about its list, and what it shows.
import type { Endpoint, ReplyOf, RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import type { SavedViewList } from '@baobab/contract/saved-views/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { phoneStorage, type KeyValueStorage } from '../../browser/storage.ts'
import { apiQuery, prefetch } from '../../api/query.ts'
import { useAddressParams } from '../../shell/use-address-params.ts'
import { type DataColumn, canHide } from '../../ui/data-table/columns.ts'
import type { Selection } from '../../ui/data-table/selection.tsx'
import {
  changeAddress,
  describeSelection,
  isNarrowed,
  parseSelection,
  toParams,
  type Changes,
  type Filters,
  type ListAddress,
  type SelectionOf,
} from './list-address.ts'

type AdminListOf<E extends Endpoint, Fs extends Filters, Row> = ListAddress<Fs> & {
  endpoint: E
  rows: (reply: ReplyOf<E>) => readonly Row[]
  /** Rows per page; without it, the list has a single page. */
  perPage?: number
  /** The name under which saved views and, with `columns`, hidden columns are stored. */
  name?: SavedViewList
  /** Columns of a table whose columns can be hidden. */
  columns?: readonly DataColumn<Row>[]
  /** The sentence for a failure, and the one that screen readers announce while the list loads. */
  failed: string
  loading: string
}

type QueryOf<E extends Endpoint> = RequestOf<E> extends { query: infer Query } ? Query : Record<string, never>
/** Empty if the endpoint's query has these filters and values; otherwise requires another argument, so that every call is a type error. */
type Misfit<E extends Endpoint, Fs> = [SelectionOf<Fs>, keyof Fs] extends [QueryOf<E>, keyof QueryOf<E>]
  ? []
  : [theEndpointDoesNotKnowTheseFilters: never]

/** Declares a list: its endpoint, its filters and what it is called. */
export function adminList<E extends Endpoint, const Fs extends Filters, Row>(
  list: AdminListOf<E, Fs, Row>,
  ..._misfit: Misfit<E, Fs>
): AdminListOf<E, Fs, Row> {
  return list
}

type Requested<E extends Endpoint, Fs extends Filters> = Pick<AdminListOf<E, Fs, never>, 'endpoint' | 'filters'> & {
  perPage?: number
}

/** Returns the request for the list page shown at an address. */
function toRequest<E extends Endpoint, Fs extends Filters>(
  list: Requested<E, Fs>,
  params: URLSearchParams,
): RequestOf<E> {
  const [limit, cursor] = [list.perPage, params.get('cursor')]
  const query = { ...parseSelection(list, params), ...(limit && { limit }), ...(cursor && { cursor }) }
  return { query } as unknown as RequestOf<E>
}

/** Requests what a list will show. For its page's `clientLoader`. */
export function prefetchList<E extends Endpoint, Fs extends Filters>(list: Requested<E, Fs>, request: Request): void {
  prefetch(list.endpoint, toRequest(list, new URL(request.url).searchParams))
}

/** The filters in a page's address, and functions that change them. */
export function useFilters<Fs extends Filters>(list: ListAddress<Fs>) {
  const [params, setParams] = useAddressParams()
  const change = useCallback(
    (to: (now: URLSearchParams) => URLSearchParams) =>
      setParams(to, list.navigation ?? { replace: true, preventScrollReset: true }),
    [list, setParams],
  )
  return {
    declared: list,
    params,
    selection: parseSelection(list, params),
    set: useCallback((changes: Changes<Fs>) => change((now) => changeAddress(list, now, changes)), [change, list]),
    clear: () => change(() => new URLSearchParams()),
  }
}

/** Reads the cursors of earlier pages ('' for the first) from the history state. Ignores any other state. */
function readEarlierCursors(state: unknown): string[] {
  if (typeof state !== 'object' || state === null || !('before' in state) || !Array.isArray(state.before)) return []
  return state.before.filter((cursor) => typeof cursor === 'string')
}

/**
 * Reads the current page from the address, and returns functions that go to the next and previous page. The API returns only the next
 * page's cursor: the current one is in the address, and earlier ones are in the history state.
 */
function useCursorPages() {
  const [params, setParams] = useAddressParams()
  const { state } = useLocation()
  const earlier = readEarlierCursors(state)
  const cursor = params.get('cursor') ?? undefined
  const page = cursor === undefined ? 0 : Math.max(1, Math.trunc(Number(params.get('page')) || 1))

  const goTo = (target: string, number: number, earlierCursors: string[]) => {
    const toPage = (next: URLSearchParams) => {
      next.delete('cursor')
      next.delete('page')
      if (target !== '') {
        next.set('cursor', target)
        next.set('page', String(number))
      }
      return next
    }
    setParams(toPage, { state: { before: earlierCursors }, preventScrollReset: true })
  }
  return {
    /** Counted from 0. */
    page,
    onNext: (nextCursor: string) => goTo(nextCursor, page + 1, [...earlier, cursor ?? '']),
    /** Undefined on the first page. Goes to the first page if the history has no earlier cursors (a shared link). */
    onPrevious: cursor === undefined ? undefined : () => goTo(earlier.at(-1) ?? '', page - 1, earlier.slice(0, -1)),
  }
}

/** The part of a list that the address selects, and what its page needs to show it. */
export function useAdminList<E extends Endpoint, Fs extends Filters, Row>(declared: AdminListOf<E, Fs, Row>) {
  const address = useFilters(declared)
  const pages = useCursorPages()
  const { params, selection } = address
  const query = useQuery({
    ...apiQuery(declared.endpoint, toRequest(declared, params)),
    placeholderData: keepPreviousData,
  })
  const columns = useHiddenColumns(declared.name ?? '', declared.columns ?? [])
  /** The ids to export; 'all' for everything that the filters match. */
  const [exporting, setExporting] = useState<'all' | readonly string[]>()
  return {
    ...address,
    declared,
    ...pages,
    query,
    rows: query.data === undefined ? [] : declared.rows(query.data),
    nextCursor: readNextCursor(query.data),
    /** The selection in words. */
    description: describeSelection(declared, selection),
    isNarrowed: isNarrowed(declared, selection) || pages.page > 0,
    columns,
    exporting,
    setExporting,
    exportPicked: (picked: Selection) => setExporting(picked.isAll ? 'all' : [...picked.ids]),
  }
}

export type ShownList<E extends Endpoint, Fs extends Filters, Row> = ReturnType<typeof useAdminList<E, Fs, Row>>

function readNextCursor(reply: unknown): string | undefined {
  if (typeof reply !== 'object' || reply === null || !('nextCursor' in reply)) return undefined
  return typeof reply.nextCursor === 'string' ? reply.nextCursor : undefined
}

/** Reads what the server sends only with the first page of a selection, such as the number of rows. */
export function useFirstPage<E extends Endpoint, Fs extends Filters, Row, Part>(
  { declared, selection }: Pick<ShownList<E, Fs, Row>, 'declared' | 'selection'>,
  select: (reply: ReplyOf<E>) => Part,
  staleTime: number,
): Part | undefined {
  const request = toRequest(declared, toParams(declared, selection))
  return useQuery({ ...apiQuery(declared.endpoint, request), select, staleTime, retry: false }).data
}

// Which of a table's columns are hidden: stored on this device under the table's name.

const storageKey = (name: string) => `columns.${name}`
type Columns = readonly Pick<DataColumn<never>, 'id' | 'kind' | 'isExtra'>[]

/** Returns the ids of hidden columns as stored on this device, or the extra columns if nothing is stored. */
export function loadHiddenColumns(
  storage: Pick<KeyValueStorage, 'getItem'>,
  name: string,
  columns: Columns,
): Set<string> {
  const stored = storage.getItem(storageKey(name))?.split(',')
  const hidden = columns.filter((column) => canHide(column) && (stored ? stored.includes(column.id) : column.isExtra))
  return new Set(hidden.map(({ id }) => id))
}

/** Stores the choice. */
export function storeHiddenColumns(storage: Pick<KeyValueStorage, 'setItem'>, name: string, hidden: Set<string>): void {
  storage.setItem(storageKey(name), [...hidden].join(','))
}

function useHiddenColumns(name: string, columns: Columns) {
  const [hidden, setHidden] = useState(() => loadHiddenColumns(phoneStorage, name, columns))
  const replace = (ids: ReadonlySet<string>) => {
    const next = new Set(ids)
    storeHiddenColumns(phoneStorage, name, next)
    setHidden(next)
  }
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    replace(next)
  }
  return { hidden, toggle, replace }
}
