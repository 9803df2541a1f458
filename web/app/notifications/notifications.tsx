import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { Link, useSearchParams } from 'react-router'
import { errorMessage } from '../api/error-message.ts'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { NotificationItem } from './notification-item.tsx'
import { useNotifications, useMarkRead } from './use-notifications.ts'

export const meta = () => pageMeta('Notifications')

/** What the office and the product have told a student. Which one is open stands in the address. */
export default function Notifications() {
  const username = useStudentSession()?.username ?? ''
  const notifications = useNotifications(username)
  const reading = useMarkRead(username)
  const hasNew = notifications.data?.some(({ isRead }) => !isRead) ?? false

  function readAll() {
    reading.all.mutate(undefined, {
      onError: (error) => toast(errorMessage(error), { kind: 'bad' }),
    })
  }

  return (
    <>
      <PageHead title="Notifications">
        {hasNew && (
          <Button kind="line" size="sm" onClick={readAll} busyLabel={reading.all.isPending && 'Marking...'}>
            Mark all as read
          </Button>
        )}
      </PageHead>
      <List notifications={notifications} onRead={(id) => reading.one.mutate(id)} />
    </>
  )
}

type Props = { notifications: ReturnType<typeof useNotifications>; onRead: (id: string) => void }

function List({ notifications, onRead }: Props) {
  const [params, setParams] = useSearchParams()
  const { data, isError, isFetching, isFetchingNextPage, hasNextPage } = notifications
  if (!data) {
    if (isError)
      return (
        <Failure
          title={notificationsText.notificationsFailed}
          isRetrying={isFetching}
          onRetry={() => void notifications.refetch()}
        />
      )
    return (
      <Loading text={notificationsText.notificationsLoading}>
        <RowsSkeleton rows={5} />
      </Loading>
    )
  }
  if (data.length === 0) return <Nothing />

  function toggle(id: string, isRead: boolean) {
    const isOpening = params.get('open') !== id
    setParams(isOpening ? { open: id } : {}, { replace: true, preventScrollReset: true })
    if (isOpening && !isRead) onRead(id)
  }

  return (
    <>
      <ul className="card card--flush" aria-label="Notifications">
        {data.map((notification) => (
          <NotificationItem
            key={notification._id}
            notification={notification}
            isOpen={params.get('open') === notification._id}
            onToggle={() => toggle(notification._id, notification.isRead)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div className="row">
          <Button
            kind="line"
            onClick={() => void notifications.fetchNextPage()}
            busyLabel={isFetchingNextPage && 'Loading...'}
          >
            Show older notifications
          </Button>
        </div>
      )}
    </>
  )
}

function Nothing() {
  return (
    <Empty
      title={notificationsText.noNotifications}
      help="Nobody has sent you anything. A story is waiting all the same."
    >
      <Link className={buttonClass()} to={paths.student.videos}>
        Watch a story
      </Link>
    </Empty>
  )
}
