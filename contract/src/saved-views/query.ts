// What a saved view keeps of the address of its list.

/**
 * Parameters that a view does not keep: the words of a search and the subject of audit lines, which may name a person and
 * would outlive the account; the page; the open item; and the tab that shows the list.
 */
const left: ReadonlySet<string> = new Set(['search', 'subject', 'cursor', 'page', 'video', 'message', 'tab'])

/** Returns the filters and the order of a list's query, in the order of their names, so that equal views are equal texts. */
export function keepFilters(query: string): string {
  const params = new URLSearchParams(
    [...new URLSearchParams(query)].filter(([name, value]) => !left.has(name) && value),
  )
  params.sort()
  return params.toString()
}

/** Returns the query that opens a view: its filters, and the tab and the search of the present address. */
export function toQueryOfView(view: string, present: string): string {
  const params = new URLSearchParams(view)
  const now = new URLSearchParams(present)
  for (const name of ['tab', 'search']) if (now.get(name)) params.set(name, now.get(name) ?? '')
  return params.toString()
}
