// The selection of audit lines in the address of the page.
import type { AuditSelection } from '@baobab/contract/audit/endpoints.ts'

const filters = ['search', 'admin', 'action', 'subject', 'from', 'to'] as const
export type AuditFilter = (typeof filters)[number]

export const LINES_PER_PAGE = 25

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Reads the selection from an address. Values that the server would refuse are ignored. */
export function parseSelection(params: URLSearchParams): AuditSelection {
  return Object.fromEntries(
    filters.flatMap((name) => {
      const value = (params.get(name) ?? '').trim().slice(0, 100)
      const isValid = value !== '' && ((name !== 'from' && name !== 'to') || DAY.test(value))
      return isValid ? [[name, value]] : []
    }),
  )
}

/** Returns the query of the page in an address. */
export function toAuditQuery(params: URLSearchParams) {
  const cursor = params.get('cursor')
  return { ...parseSelection(params), limit: LINES_PER_PAGE, ...(cursor && { cursor }) }
}

/** Returns the address with a filter set, or removed if the value is empty, on the first page. */
export function withFilter(params: URLSearchParams, name: AuditFilter, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('cursor')
  next.delete('page')
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}
