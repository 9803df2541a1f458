import { countOpenListClaims } from '@baobab/contract/menu-counts.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'
import { useIsAllowed } from '../../shell/if-allowed.tsx'

const POLL_MS = 60_000

/** Returns the number of students who wait for an answer about a list; 0 until it is known, and for other roles. */
export function useOpenListClaims(): number {
  const enabled = useIsAllowed(countOpenListClaims.who)
  return useQuery({ ...apiQuery(countOpenListClaims, {}), refetchInterval: POLL_MS, enabled }).data?.open ?? 0
}
