import { countUnreadMessages } from '@baobab/contract/contact-admin.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'

const POLL_MS = 60_000

/** Returns the number of contact messages that no admin has opened; 0 until it is known. */
export function useUnreadMessages(): number {
  return useQuery({ ...apiQuery(countUnreadMessages, {}), refetchInterval: POLL_MS }).data?.unread ?? 0
}
