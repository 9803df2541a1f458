// The number of unread notifications, as last reported by the server: in the stream, with a list, or after a
// notification was marked as read.
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { studentNotifications, unreadNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { apiQuery, invalidate, queryClient } from '../api/query.ts'

export const unreadQuery = apiQuery(unreadNotifications, {})

/** Stores a count that came with a reply. */
export function storeUnreadCount(unread: number): void {
  queryClient.setQueryData(unreadQuery.queryKey, { unread })
}

/** Stores a count from the stream. If it has risen, an open list is fetched again. */
export function receiveUnreadCount(data: string): void {
  const { unread } = JSON.parse(data) as ReplyOf<typeof unreadNotifications>
  const previous = queryClient.getQueryData(unreadQuery.queryKey)
  storeUnreadCount(unread)
  if (previous && unread > previous.unread) void invalidate(studentNotifications)
}
