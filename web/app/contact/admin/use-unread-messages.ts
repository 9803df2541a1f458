import { countUnreadMessages } from '@baobab/contract/contact-admin.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'

const LOOK_AGAIN_MS = 60_000

/** How many messages nobody has opened yet; 0 until it is known. */
export function useUnreadMessages(): number {
  return useQuery({ ...apiQuery(countUnreadMessages, {}), refetchInterval: LOOK_AGAIN_MS }).data?.unread ?? 0
}
