import {
  keepFilters,
  toQueryOfView,
  listSavedViews,
  type SavedView,
  type SavedViewList,
} from '@baobab/contract/saved-views/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { apiQuery } from '../../api/query.ts'
import { isAsLeft } from '../../shell/admin/use-list-visits.ts'

const STALE_MS = 5 * 60_000

type OpenView = (view: SavedView, options?: { replace?: boolean }) => void

/** A list's columns that the admin can hide. */
export type ViewColumns = { hidden: ReadonlySet<string>; replace: (hidden: ReadonlySet<string>) => void }

/** A list's views, the current one, and a function that opens one. */
export function useSavedViews(list: SavedViewList, columns: ViewColumns | undefined) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = useQuery({ ...apiQuery(listSavedViews, {}), staleTime: STALE_MS })
  const views = query.data?.views.filter((view) => view.list === list) ?? []
  const open: OpenView = (view, options = {}) => {
    columns?.replace(new Set(view.hiddenColumns))
    void navigate({ search: toQueryOfView(view.query, search) }, { ...options, preventScrollReset: true })
  }
  const filters = keepFilters(search)
  const present = views.find((view) => view.query === filters && hasColumns(view, columns))
  return { query, views, present, filters, open }
}

function hasColumns({ hiddenColumns }: SavedView, columns: ViewColumns | undefined): boolean {
  if (!columns) return true
  return hiddenColumns.length === columns.hidden.size && hiddenColumns.every((id) => columns.hidden.has(id))
}

/** Whether an address has no filters; the tab that shows the list is not one. */
const isBare = (search: string) => [...new URLSearchParams(search).keys()].every((name) => name === 'tab')

/** Opens the default view when the admin arrives at the list without filters, but not on the way back or after clearing the filters. */
export function useOpenDefault({
  query: { isSuccess },
  views,
  open,
}: Pick<ReturnType<typeof useSavedViews>, 'query' | 'views' | 'open'>): void {
  const { search, state, key } = useLocation()
  const type = useNavigationType()
  const [isArrival] = useState((type !== 'POP' || key === 'default') && !isAsLeft(state))
  const isDone = useRef(false)
  const view = views.find(({ isDefault }) => isDefault)
  useEffect(() => {
    if (isDone.current || !isSuccess) return
    isDone.current = true
    if (isArrival && view && isBare(search)) open(view, { replace: true })
  }, [isArrival, isSuccess, view, search, open])
}
