import { listNotifications } from '@baobab/contract/notifications-admin.ts'
import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { apiQuery } from '../../api/query.ts'
import { BackLink } from '../../shell/back-link.tsx'
import { paths } from '../../paths.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { NotificationEditor } from './notification-editor.tsx'

export const meta = () => pageMeta('Send notification')

/** Most that may wait at once for this page to find one of them: a school year of daily messages is less. */
const MOST_WAITING = 100

/** Writes a message; with `?change=` in the address it changes one that waits for its time. */
export default function AdminNotificationForm() {
  const [params] = useSearchParams()
  const id = params.get('change')
  return (
    <>
      <BackLink to={paths.admin.notification} label="All notifications" />
      <PageHead title={id === null ? 'Send Notification' : 'Change Notification'} />
      {id === null ? <NotificationEditor /> : <Change id={id} />}
    </>
  )
}

function Change({ id }: { id: string }) {
  const waiting = useQuery({
    ...apiQuery(listNotifications, { query: { state: 'scheduled', limit: MOST_WAITING } }),
    // A form that is being filled in is not filled again.
    refetchOnWindowFocus: false,
  })
  if (!waiting.data) {
    if (waiting.isError)
      return (
        <Failure
          title={notificationsText.notificationsFailed}
          isRetrying={waiting.isFetching}
          onRetry={() => void waiting.refetch()}
        />
      )
    return (
      <Loading text={notificationsText.notificationsLoading}>
        <RowsSkeleton rows={5} />
      </Loading>
    )
  }
  const notification = waiting.data.allNotifications
    .flatMap(({ notifications }) => notifications)
    .find((one) => one._id === id)
  if (notification) return <NotificationEditor key={id} changed={notification} />
  return (
    <Empty
      title={notificationsText.notificationNotWaiting}
      help="Only a notification that still waits for its time can be changed."
    >
      <Link className={buttonClass()} to={paths.admin.notification}>
        All notifications
      </Link>
    </Empty>
  )
}
