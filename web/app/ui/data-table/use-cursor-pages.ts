// Pages of a list that knows only its next one. The place stands in the address, the way back to it in the history.
import { useLocation, useSearchParams } from 'react-router'

export type CursorPages = {
  /** Where the page begins; undefined on the first. */
  cursor: string | undefined
  /** Counted from 0. */
  page: number
  onNext: (nextCursor: string) => void
  /** Absent on the first page. Without a way back (a link that was sent) it leads to the first page. */
  onPrevious: (() => void) | undefined
}

/** The cursors of the pages before, '' for the first; what a foreign history holds counts for nothing. */
function waysBack(state: unknown): string[] {
  if (typeof state !== 'object' || state === null || !('before' in state) || !Array.isArray(state.before)) return []
  return state.before.filter((cursor) => typeof cursor === 'string')
}

/** Turns the pages and says so to whoever scrolls. */
export function useCursorPages(): CursorPages {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const before = waysBack(state)
  const cursor = params.get('cursor') ?? undefined
  const page = cursor === undefined ? 0 : Math.max(1, Math.trunc(Number(params.get('page')) || 1))

  const goTo = (to: string, at: number, back: string[]) => {
    const next = new URLSearchParams(params)
    next.delete('cursor')
    next.delete('page')
    if (to !== '') {
      next.set('cursor', to)
      next.set('page', String(at))
    }
    setParams(next, { state: { before: back }, preventScrollReset: true })
  }
  return {
    cursor,
    page,
    onNext: (nextCursor) => goTo(nextCursor, page + 1, [...before, cursor ?? '']),
    onPrevious: cursor === undefined ? undefined : () => goTo(before.at(-1) ?? '', page - 1, before.slice(0, -1)),
  }
}
