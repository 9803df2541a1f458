// What the address says about the audit log: which lines.
import type { AuditSelection } from '@baobab/contract/audit.ts'

const names = ['search', 'admin', 'action', 'subject', 'from', 'to'] as const
export type AuditFilter = (typeof names)[number]

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** An address may say anything: what the server would refuse is left out. */
export function viewOf(params: URLSearchParams): AuditSelection {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = (params.get(name) ?? '').trim().slice(0, 100)
      const isFit = value !== '' && ((name !== 'from' && name !== 'to') || DAY.test(value))
      return isFit ? [[name, value]] : []
    }),
  )
}

/** The address after a filter was set, or taken away; another view begins with its first page. */
export function withFilter(params: URLSearchParams, name: AuditFilter, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('cursor')
  next.delete('page')
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}
