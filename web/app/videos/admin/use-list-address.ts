import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'

type State = { list?: unknown } | null

/** Returns the state for links to a video, so that its page can lead back to the list as it is now. */
export function useListAddress(): { list: string } {
  const { pathname, search } = useLocation()
  return useMemo(() => ({ list: pathname + search }), [pathname, search])
}

/** Returns the address of the list from which the page of a video was opened, otherwise that of the whole list. */
export function useBackToList(): string {
  const state = useLocation().state as State
  return typeof state?.list === 'string' && state.list.startsWith('/admin/') ? state.list : adminPaths.content
}
