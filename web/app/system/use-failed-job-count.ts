import { countFailedJobs } from '@baobab/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'

const POLL_MS = 60_000

/** Returns the number of background jobs that failed in the last 24 hours; 0 until it is known. */
export function useFailedJobCount(): number {
  return useQuery({ ...apiQuery(countFailedJobs, {}), refetchInterval: POLL_MS }).data?.failed ?? 0
}
