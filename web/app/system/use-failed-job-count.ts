import { countFailedJobs } from '@baobab/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { useIsAllowed } from '../shell/if-allowed.tsx'

const POLL_MS = 60_000

/** Returns the number of background jobs that failed in the last 24 hours; 0 until it is known, and for other roles. */
export function useFailedJobCount(): number {
  const enabled = useIsAllowed(countFailedJobs.who)
  return useQuery({ ...apiQuery(countFailedJobs, {}), refetchInterval: POLL_MS, enabled }).data?.failed ?? 0
}
