// The number of unread notifications, as last reported by the server: in the stream, with a list, or after a
// notification was marked as read.
import { studentNotifications, unreadNotifications } from '@baobab/contract/notifications.ts'
import * as z from 'zod/mini'
import { apiQuery, invalidate, queryClient } from '../api/query.ts'

export const unreadQuery = apiQuery(unreadNotifications, {})

const UnreadEvent = z.object({ unread: z.number() })

/** Stores a count that came with a reply. */
export function storeUnreadCount(unread: number): void {
  queryClient.setQueryData(unreadQuery.queryKey, { unread })
}

/** Stores a count from the stream. If it has risen, an open list is fetched again. */
export function receiveUnreadCount(data: string): void {
  const { unread } = UnreadEvent.parse(JSON.parse(data))
  const previous = queryClient.getQueryData(unreadQuery.queryKey)
  storeUnreadCount(unread)
  if (previous && unread > previous.unread) void invalidate(studentNotifications)
}
