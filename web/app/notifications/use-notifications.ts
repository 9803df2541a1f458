// A student's notices, a page after the other, and their opening.
import {
  readAllNotifications,
  readNotification,
  studentNotifications,
  type Notification,
} from '@baobab/contract/notifications.ts'
import { useInfiniteQuery, useMutation, type InfiniteData } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query.ts'
import { storeUnreadCount, unreadQuery } from './unread-count.ts'

const PAGE = 20

type Page = { notifications: Notification[]; unread: number; nextCursor: string | null }
type Pages = InfiniteData<Page, string | undefined>

const keyOf = (username: string) => [studentNotifications.method, studentNotifications.path, 'pages', username]

export function useNotifications(username: string) {
  return useInfiniteQuery({
    queryKey: keyOf(username),
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) }
      const page: Page = await callApi(studentNotifications, { params: { username }, query }, { signal })
      storeUnreadCount(page.unread)
      return page
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => last.nextCursor ?? undefined,
    select: ({ pages }: Pages) => pages.flatMap((page) => page.notifications),
  })
}

/** What a notice becomes once it was opened, in every page that is held. */
function markRead(username: string, isMeant: (notification: Notification) => boolean): void {
  queryClient.setQueryData<Pages>(keyOf(username), (held) =>
    held === undefined
      ? held
      : {
          ...held,
          pages: held.pages.map((page) => ({
            ...page,
            notifications: page.notifications.map((notification) =>
              isMeant(notification) ? { ...notification, isRead: true } : notification,
            ),
          })),
        },
  )
}

/** Marks notices as read; one that could not be told stays unread, and is told when it is opened again. */
export function useMarkRead(username: string) {
  const one = useMutation({
    mutationFn: (id: string) => callApi(readNotification, { params: { notificationId: id } }),
    onMutate: () => queryClient.cancelQueries({ queryKey: unreadQuery.queryKey }),
    onSuccess: ({ unread }, id) => {
      markRead(username, (notification) => notification._id === id)
      storeUnreadCount(unread)
    },
  })
  const all = useMutation({
    mutationFn: () => callApi(readAllNotifications, {}),
    onSuccess: ({ unread }) => {
      markRead(username, () => true)
      storeUnreadCount(unread)
    },
  })
  return { one, all }
}
