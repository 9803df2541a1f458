import { countUnreadMessages } from '@baobab/contract/contact-admin.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'
import { useIsAllowed } from '../../shell/if-allowed.tsx'

const POLL_MS = 60_000

/** Returns the number of contact messages that no admin has opened; 0 until it is known, and for other roles. */
export function useUnreadMessages(): number {
  const enabled = useIsAllowed(countUnreadMessages.who)
  return useQuery({ ...apiQuery(countUnreadMessages, {}), refetchInterval: POLL_MS, enabled }).data?.unread ?? 0
}
