import { listAllPayments, type PaymentSelection } from '@baobab/contract/payments-admin.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { apiQuery } from '../../api/query.ts'
import { useCursorPages } from '../../shell/use-cursor-pages.ts'
import { toSearchParams, parseSelection, withFilter } from './selection-params.ts'

export const PAYMENTS_A_PAGE = 25
const SUMS_LAST_MS = 60_000

/** A page of the payments that the address names, their sums, and the ways to another view. */
export function usePaymentList() {
  const [params, setParams] = useSearchParams()
  const steps = useCursorPages()
  const view = parseSelection(params)
  const query = { ...view, limit: PAYMENTS_A_PAGE }
  const list = useQuery({
    ...apiQuery(listAllPayments, { query: steps.cursor === undefined ? query : { ...query, cursor: steps.cursor } }),
    placeholderData: keepPreviousData,
  })
  // The first page alone has them.
  const sums = useQuery({
    ...apiQuery(listAllPayments, { query }),
    select: (first) => first.sums,
    staleTime: SUMS_LAST_MS,
    retry: false,
  })
  const set = useCallback(
    (name: keyof PaymentSelection, value: string) =>
      setParams((now) => toSearchParams(withFilter(parseSelection(now), name, value)), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  )
  const clear = () => setParams({}, { replace: true })
  return { view, list, sums: sums.data ?? null, set, clear, ...steps }
}
