import { listNotifications } from '@baobab/contract/notifications/admin.ts'
import { notificationsText } from '@baobab/contract/notifications/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearchParams } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery, prefetch } from '../../api/query.ts'
import { BackToList } from '../../shell/admin/back-to-list.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { NotificationEditor } from './notification-editor.tsx'
import { scheduledInput } from './notification-form-values.ts'
import { text } from './text.ts'

export function clientLoader({ request }: { request: Request }) {
  if (new URL(request.url).searchParams.has('change')) prefetch(listNotifications, scheduledInput)
  return null
}

export const meta = () => pageMeta(text.pageTitle)

/** Sends a notification (`?student=` names its recipient, `?video=` a video), or changes a scheduled one with `?change=`. */
export default function NotificationFormPage() {
  const [params] = useSearchParams()
  const id = params.get('change')
  const about = { student: params.get('student') ?? undefined, videoId: params.get('video') ?? undefined }
  // If this form is already open, it restarts with what was taken back.
  const { takenBack = '' } = Object(useLocation().state) as { takenBack?: string }
  return (
    <>
      <BackToList to={adminPaths.notification} label={text.allNotifications} />
      <PageHead title={id === null ? text.sendNotification : text.changeNotification} />
      {id === null ? (
        <NotificationEditor key={`${about.student ?? about.videoId ?? ''} ${takenBack}`} about={about} />
      ) : (
        <ScheduledNotification id={id} />
      )}
    </>
  )
}

function ScheduledNotification({ id }: { id: string }) {
  const scheduled = useQuery({
    ...apiQuery(listNotifications, scheduledInput),
    // A refetch would not reach a form that is being edited.
    refetchOnWindowFocus: false,
  })
  return (
    <QueryView
      query={scheduled}
      failed={notificationsText.notificationsFailed}
      loading={
        <Loading text={notificationsText.notificationsLoading}>
          <RowsSkeleton rows={5} />
        </Loading>
      }
    >
      {({ allNotifications }) => {
        const notification = allNotifications
          .flatMap(({ notifications }) => notifications)
          .find(({ _id }) => _id === id)
        if (notification) return <NotificationEditor key={id} original={notification} />
        return (
          <Empty title={text.cannotChange} help={text.cannotChangeHelp}>
            <Link className={buttonClass()} to={adminPaths.notification}>
              {text.allNotifications}
            </Link>
          </Empty>
        )
      }}
    </QueryView>
  )
}
