import { isAboutFriends } from '@baobab/contract/friends/text.ts'
import {
  type Notification,
  readAllNotifications,
  readNotification,
  studentNotifications,
} from '@baobab/contract/notifications/endpoints.ts'
import { notificationsText } from '@baobab/contract/notifications/text.ts'
import { useInfiniteQuery, useMutation, type InfiniteData } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query.ts'
import { studentSession, useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { formatShortDay } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { NotificationBody } from './notification-body.tsx'
import { typeLabels, text } from './text.ts'
import { storeUnreadCount, unreadQuery } from './use-unread-notifications.ts'

export function clientLoader() {
  const username = studentSession()?.username
  if (username) prefetchNotifications(username)
  return null
}

export const meta = () => pageMeta(text.notifications)

/** A student's notifications. The address says which one is open. */
export default function Notifications() {
  const username = useStudentSession()?.username ?? ''
  const list = useNotifications(username)
  const markRead = useMarkRead(username)
  const hasUnread = list.data?.some(({ isRead }) => !isRead) ?? false

  function markAllRead() {
    markRead.all.mutate(undefined, {
      onError: (error) => toast(errorMessage(error), { kind: 'bad' }),
    })
  }

  return (
    <>
      <PageHead title={text.notifications}>
        {hasUnread && (
          <Button kind="line" size="sm" onClick={markAllRead} busyLabel={markRead.all.isPending && text.marking}>
            {text.markAllRead}
          </Button>
        )}
      </PageHead>
      <QueryView
        query={list}
        failed={notificationsText.notificationsFailed}
        loading={
          <Loading text={notificationsText.notificationsLoading}>
            <RowsSkeleton rows={5} />
          </Loading>
        }
      >
        {(notifications) =>
          notifications.length > 0 ? (
            <>
              <List notifications={notifications} onOpenUnread={(id) => markRead.one.mutate(id)} />
              {list.hasNextPage && (
                <div className="row">
                  <Button
                    kind="line"
                    onClick={() => void list.fetchNextPage()}
                    busyLabel={list.isFetchingNextPage && text.loading}
                  >
                    {text.showOlder}
                  </Button>
                </div>
              )}
            </>
          ) : (
            <NoNotifications />
          )
        }
      </QueryView>
    </>
  )
}

type ListProps = { notifications: readonly Notification[]; onOpenUnread: (id: string) => void }

function List({ notifications, onOpenUnread }: ListProps) {
  const [params, setParams] = useSearchParams()

  function toggle({ _id: id, isRead }: Notification) {
    const isOpening = params.get('open') !== id
    setParams(isOpening ? { open: id } : {}, { replace: true, preventScrollReset: true })
    if (isOpening && !isRead) onOpenUnread(id)
  }

  return (
    <ul className="card card--flush" aria-label={text.notifications}>
      {notifications.map((notification) => (
        <Item
          key={notification._id}
          notification={notification}
          isOpen={params.get('open') === notification._id}
          onToggle={() => toggle(notification)}
        />
      ))}
    </ul>
  )
}

type ItemProps = { notification: Notification; isOpen: boolean; onToggle: () => void }

/** A notification: its title, type and date, and its full text when open. */
function Item({ notification, isOpen, onToggle }: ItemProps) {
  const id = useId()
  const { label, icon } = typeLabels[notification.update]
  return (
    <li className={notification.isRead ? 'notification' : 'notification notification--new'}>
      <h2>
        <button type="button" className="notification__h" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <span className="notification__i">
            <Icon name={icon} />
          </span>
          <span className="grow">
            <span className="notification__n">{notification.title}</span>
            <span className="notification__m">
              {label} · <time dateTime={notification.date}>{formatShortDay(new Date(notification.date))}</time>
              {!notification.isRead && <span className="notification__new">{text.new}</span>}
            </span>
          </span>
          <Icon name="caret-down" size="sm" />
        </button>
      </h2>
      <div className="notification__b" id={id} hidden={!isOpen}>
        <NotificationBody {...notification} />
        {notification.videoId !== null && (
          <Link className={buttonClass({ size: 'sm' })} to={paths.student.video(notification.videoId)}>
            {text.watchThisVideo}
          </Link>
        )}
        {notification.update === 'payment' && (
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.payment} reloadDocument>
            {text.goToPayments}
          </Link>
        )}
        {isAboutFriends(notification) && (
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.friends}>
            {text.openFriends}
          </Link>
        )}
      </div>
    </li>
  )
}

function NoNotifications() {
  return (
    <Empty title={notificationsText.noNotifications} help={text.emptyHelp}>
      <Link className={buttonClass()} to={paths.student.videos}>
        {text.watchVideo}
      </Link>
    </Empty>
  )
}

// A student's notifications, page by page, and marking them as read.

const PAGE_SIZE = 20

type Page = { notifications: Notification[]; unread: number; nextCursor: string | null }
type Pages = InfiniteData<Page, string | undefined>

/** Starts with the endpoint's key, so that `invalidate(studentNotifications)` matches it. */
const queryKey = (username: string) => [studentNotifications.method, studentNotifications.path, 'pages', username]

/** List options for useInfiniteQuery and prefetchInfiniteQuery. */
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

/** Requests the first page while the page's code is still loading. */
function prefetchNotifications(username: string): void {
  void queryClient.prefetchInfiniteQuery(notificationsQuery(username))
}

function useNotifications(username: string) {
  return useInfiniteQuery({
    ...notificationsQuery(username),
    getNextPageParam: (last: Page) => last.nextCursor ?? undefined,
    select: ({ pages }: Pages) => pages.flatMap((page) => page.notifications),
  })
}

/** Marks notifications as read. If that fails, a notification stays unread until it is opened again. */
function useMarkRead(username: string) {
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
