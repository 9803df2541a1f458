// Which draw a page shows: the month, and the version of its list if that was replaced by a later one.

/** Returns the request of the draw that the address of a page names. */
export function toDrawRequest(month: string | undefined, search: URLSearchParams) {
  const version = /^[1-9]\d?$/.exec(search.get('version') ?? '')?.[0]
  return { params: { month: month ?? '' }, query: { version: version === undefined ? undefined : Number(version) } }
}
