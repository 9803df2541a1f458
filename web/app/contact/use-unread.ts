import { countUnread } from '@baobab/contract/contact.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../api/q.ts'

const LOOK_AGAIN_MS = 60_000

/** How many messages nobody has opened yet; 0 until it is known. */
export function useUnread(): number {
  return useQuery({ ...q(countUnread, {}), refetchInterval: LOOK_AGAIN_MS }).data?.unread ?? 0
}
