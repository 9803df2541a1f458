import { metrics, overview, type Period } from '@baobab/contract/metrics.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'

/** Today goes on while somebody looks. */
const AGAIN_MS = 60_000

/** The figures of a period; those of the one before stay until they are there. */
export function useMetrics({ from, to }: Period) {
  return useQuery({
    ...apiQuery(metrics, { query: { from, to } }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  })
}

export function useOverview() {
  return useQuery({ ...apiQuery(overview, {}), refetchInterval: AGAIN_MS })
}
