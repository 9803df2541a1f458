// Paging for lists whose API only returns the cursor of the next page. The current cursor is in the address, and the
// cursors of earlier pages are in the history state.
import { useLocation } from 'react-router'
import { useAddressParams } from './use-address-params.ts'

export type CursorPages = {
  /** The cursor of the present page; undefined on the first. */
  cursor: string | undefined
  /** Counted from 0. */
  page: number
  onNext: (nextCursor: string) => void
  /** Undefined on the first page. Leads to the first page if the history has no earlier cursors (a shared link). */
  onPrevious: (() => void) | undefined
}

/** Reads the cursors of earlier pages, '' for the first, from the history state. Ignores any other state. */
function readEarlierCursors(state: unknown): string[] {
  if (typeof state !== 'object' || state === null || !('before' in state) || !Array.isArray(state.before)) return []
  return state.before.filter((cursor) => typeof cursor === 'string')
}

/** Reads the current page from the address and returns functions that turn to the next and previous page. */
export function useCursorPages(): CursorPages {
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
    cursor,
    page,
    onNext: (nextCursor) => goTo(nextCursor, page + 1, [...earlier, cursor ?? '']),
    onPrevious: cursor === undefined ? undefined : () => goTo(earlier.at(-1) ?? '', page - 1, earlier.slice(0, -1)),
  }
}
