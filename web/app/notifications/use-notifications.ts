// A student's notifications, page by page, and marking them as read.
import {
  readAllNotifications,
  readNotification,
  studentNotifications,
  type Notification,
} from '@baobab/contract/notifications/endpoints.ts'
import { useInfiniteQuery, useMutation, type InfiniteData } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query.ts'
import { storeUnreadCount, unreadQuery } from './unread-count.ts'

const PAGE_SIZE = 20

type Page = { notifications: Notification[]; unread: number; nextCursor: string | null }
type Pages = InfiniteData<Page, string | undefined>

/** Starts with the key of the endpoint, so that `invalidate(studentNotifications)` matches it. */
const queryKey = (username: string) => [studentNotifications.method, studentNotifications.path, 'pages', username]

/** Options of the list, for useInfiniteQuery and prefetchInfiniteQuery. */
function notificationsQuery(username: string) {
  return {
    queryKey: queryKey(username),
    queryFn: async ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) => {
      const query = { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) }
      const page: Page = await callApi(studentNotifications, { params: { username }, query }, { signal })
      storeUnreadCount(page.unread)
      return page
    },
    initialPageParam: undefined as string | undefined,
  }
}

/** Requests the first page while the code of the page is still loading. */
export function prefetchNotifications(username: string): void {
  void queryClient.prefetchInfiniteQuery(notificationsQuery(username))
}

export function useNotifications(username: string) {
  return useInfiniteQuery({
    ...notificationsQuery(username),
    getNextPageParam: (last: Page) => last.nextCursor ?? undefined,
    select: ({ pages }: Pages) => pages.flatMap((page) => page.notifications),
  })
}

/** Marks notifications as read. If that fails, a notification stays unread until it is opened again. */
export function useMarkRead(username: string) {
  const one = useMutation({
    mutationFn: (id: string) => callApi(readNotification, { params: { notificationId: id } }),
    onMutate: () => queryClient.cancelQueries({ queryKey: unreadQuery.queryKey }),
    onSuccess: ({ unread }, id) => {
      cacheAsRead(username, (notification) => notification._id === id)
      storeUnreadCount(unread)
    },
  })
  const all = useMutation({
    mutationFn: () => callApi(readAllNotifications, {}),
    onSuccess: ({ unread }) => {
      cacheAsRead(username, () => true)
      storeUnreadCount(unread)
    },
  })
  return { one, all }
}

/** Marks matching notifications as read in all loaded pages. */
function cacheAsRead(username: string, isMatch: (notification: Notification) => boolean): void {
  const mark = (notification: Notification) =>
    isMatch(notification) ? { ...notification, isRead: true } : notification
  queryClient.setQueryData<Pages>(queryKey(username), (cached) =>
    cached === undefined
      ? undefined
      : { ...cached, pages: cached.pages.map((page) => ({ ...page, notifications: page.notifications.map(mark) })) },
  )
}
