// Which draw a page shows: the month, and the version of its list if a later one replaced it.
import { monthPattern } from '@baobab/contract/scholarship/rules.ts'
import { data } from 'react-router'

/** Returns the request for the draw named in a page's address. */
export function toDrawRequest(month: string | undefined, search: URLSearchParams) {
  const version = /^[1-9]\d?$/.exec(search.get('version') ?? '')?.[0]
  return { params: { month: month ?? '' }, query: { version: version === undefined ? undefined : Number(version) } }
}

/** Shows the page for unknown addresses if something is not a month, because a draw for it can never exist. */
export function requireMonth(month: string | undefined): void {
  if (!monthPattern.test(month ?? '')) throw data(null, { status: 404 })
}
