import { auditLog } from '@baobab/contract/audit.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { apiQuery } from '../api/query.ts'
import { useCursorPages } from '../ui/data-table/use-cursor-pages.ts'
import { viewOf, withFilter, type AuditFilter } from './audit-view.ts'

export const LINES_A_PAGE = 25

/** A page of the log as the address has it, and the ways to another. */
export function useAuditLog() {
  const [params, setParams] = useSearchParams()
  const steps = useCursorPages()
  const view = viewOf(params)
  const query = { ...view, limit: LINES_A_PAGE, ...(steps.cursor ? { cursor: steps.cursor } : {}) }
  const log = useQuery({ ...apiQuery(auditLog, { query }), placeholderData: keepPreviousData })
  const set = useCallback(
    (name: AuditFilter, value: string) =>
      setParams((now) => withFilter(now, name, value), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  const clear = () => setParams({}, { replace: true })
  return { view, log, set, clear, ...steps }
}
