import { countOpenAppeals } from '@baobab/contract/menu-counts.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'
import { useIsAllowed } from '../../shell/if-allowed.tsx'

const POLL_MS = 60_000

/** Returns the number of appeals that wait for an answer; 0 until it is known, and for other roles. */
export function useOpenAppeals(): number {
  const enabled = useIsAllowed(countOpenAppeals.who)
  return useQuery({ ...apiQuery(countOpenAppeals, {}), refetchInterval: POLL_MS, enabled }).data?.open ?? 0
}
