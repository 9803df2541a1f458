// How many notices are unread, as the newest word of the server has it: from the stream, a list or a reading.
import { studentNotifications, unreadNotifications } from '@baobab/contract/notifications.ts'
import { z } from 'zod'
import { invalidate, apiQuery, queryClient } from '../api/query.ts'

export const unreadQuery = apiQuery(unreadNotifications, {})

const Unread = z.object({ unread: z.number() })

/** Keeps a count that came with a reply. */
export function storeUnreadCount(unread: number): void {
  queryClient.setQueryData(unreadQuery.queryKey, { unread })
}

/** Keeps a count that the stream told; a list that is open is read again when something has come. */
export function receiveUnreadCount(data: string): void {
  const { unread } = Unread.parse(JSON.parse(data))
  const before = queryClient.getQueryData(unreadQuery.queryKey)
  storeUnreadCount(unread)
  if (before && unread > before.unread) void invalidate(studentNotifications)
}
