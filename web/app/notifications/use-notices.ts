// A student's notices, a page after the other, and their opening.
import {
  readAllNotifications,
  readNotification,
  studentNotifications,
  type Notification,
} from '@baobab/contract/notifications.ts'
import { useInfiniteQuery, useMutation, type InfiniteData } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryClient } from '../api/q.ts'
import { keepUnread, unreadQuery } from './unread.ts'

const PAGE = 20

type Page = { notifications: Notification[]; unread: number; nextCursor: string | null }
type Pages = InfiniteData<Page, string | undefined>

const keyOf = (username: string) => [studentNotifications.method, studentNotifications.path, 'pages', username]

export function useNotices(username: string) {
  return useInfiniteQuery({
    queryKey: keyOf(username),
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) }
      const page: Page = await call(studentNotifications, { params: { username }, query }, { signal })
      keepUnread(page.unread)
      return page
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => last.nextCursor ?? undefined,
    select: ({ pages }: Pages) => pages.flatMap((page) => page.notifications),
  })
}

/** What a notice becomes once it was opened, in every page that is held. */
function markRead(username: string, isMeant: (notice: Notification) => boolean): void {
  queryClient.setQueryData<Pages>(keyOf(username), (held) =>
    held === undefined
      ? held
      : {
          ...held,
          pages: held.pages.map((page) => ({
            ...page,
            notifications: page.notifications.map((notice) => (isMeant(notice) ? { ...notice, isRead: true } : notice)),
          })),
        },
  )
}

/** Marks notices as read; one that could not be told stays unread, and is told when it is opened again. */
export function useReading(username: string) {
  const one = useMutation({
    mutationFn: (id: string) => call(readNotification, { params: { notificationId: id } }),
    onMutate: () => queryClient.cancelQueries({ queryKey: unreadQuery.queryKey }),
    onSuccess: ({ unread }, id) => {
      markRead(username, (notice) => notice._id === id)
      keepUnread(unread)
    },
  })
  const all = useMutation({
    mutationFn: () => call(readAllNotifications, {}),
    onSuccess: ({ unread }) => {
      markRead(username, () => true)
      keepUnread(unread)
    },
  })
  return { one, all }
}
