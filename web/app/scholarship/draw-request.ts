// Which draw a page shows: the month, and the version of its list if that was replaced by a later one.
import { monthPattern } from '@baobab/contract/scholarship/rules.ts'
import { data } from 'react-router'

/** Returns the request of the draw that the address of a page names. */
export function toDrawRequest(month: string | undefined, search: URLSearchParams) {
  const version = /^[1-9]\d?$/.exec(search.get('version') ?? '')?.[0]
  return { params: { month: month ?? '' }, query: { version: version === undefined ? undefined : Number(version) } }
}

/** Shows the page of an unknown address in place of one about something that is not a month: no draw of it can ever exist. */
export function requireMonth(month: string | undefined): void {
  if (!monthPattern.test(month ?? '')) throw data(null, { status: 404 })
}
