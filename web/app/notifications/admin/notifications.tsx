import {
  listNotifications,
  notificationStates,
  type NotificationState,
  type AdminNotification,
} from '@baobab/contract/notifications-admin.ts'
import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { apiQuery } from '../../api/query.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Pager } from '../../ui/data-table/pager.tsx'
import { useCursorPages } from '../../shell/use-cursor-pages.ts'
import { paths } from '../../paths.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { notificationColumns } from './notification-columns.tsx'
import { stateLabels } from '../labels.ts'

export const meta = () => pageMeta('Notifications')

const A_PAGE = 25
const ALL = 'all'
const filters: readonly { value: NotificationState | typeof ALL; label: string }[] = [
  { value: ALL, label: 'All' },
  ...notificationStates.map((value) => ({ value, label: stateLabels[value] })),
]

/** All that was sent, what waits for its time and what was taken back. */
export default function AdminNotifications() {
  const [params, setParams] = useSearchParams()
  const state = notificationStates.find((one) => one === params.get('state'))
  return (
    <>
      <PageHead title="Notifications">
        <Link className={buttonClass()} to={paths.admin.notificationForm}>
          Send Notification
        </Link>
      </PageHead>
      <Segmented
        label="Which notifications"
        look="pills"
        options={filters}
        value={state ?? ALL}
        onChange={(value) => setParams(value === ALL ? {} : { state: value })}
      />
      <Sent state={state} />
    </>
  )
}

function Sent({ state }: { state: NotificationState | undefined }) {
  const { cursor, page, onNext, onPrevious } = useCursorPages()
  const [doomed, setDoomed] = useState<AdminNotification>()
  const columns = useMemo(() => notificationColumns(setDoomed), [])
  const list = useQuery({
    ...apiQuery(listNotifications, {
      query: { limit: A_PAGE, ...(state && { state }), ...(cursor !== undefined && { cursor }) },
    }),
    placeholderData: keepPreviousData,
  })
  if (!list.data) {
    if (list.isError)
      return (
        <Failure
          title={notificationsText.notificationsFailed}
          isRetrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )
    return (
      <Loading text={notificationsText.notificationsLoading}>
        <RowsSkeleton rows={8} />
      </Loading>
    )
  }
  const notifications = list.data.allNotifications.flatMap(({ notifications }) => notifications).toSorted(latestFirst)
  const { nextCursor } = list.data
  if (notifications.length === 0 && cursor === undefined) return <Nothing isFiltered={state !== undefined} />
  return (
    <>
      <section className="card card--flush ntable" aria-label="All notifications">
        <DataTable
          caption="Notifications"
          columns={columns}
          rows={notifications}
          rowKey={({ _id }) => _id}
          isStale={list.isPlaceholderData}
        />
      </section>
      {(nextCursor !== null || onPrevious) && (
        <Pager
          shown={`Page ${page + 1}`}
          onPrevious={onPrevious}
          onNext={nextCursor === null ? undefined : () => onNext(nextCursor)}
        />
      )}
      <CancelDialog notification={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}

/** The groups of the list are one table again: what waits stands first, then the newest. */
function latestFirst(one: AdminNotification, other: AdminNotification): number {
  return Date.parse(other.date) - Date.parse(one.date)
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty
      title={notificationsText.noNotifications}
      help={isFiltered ? 'None of them is in this state.' : 'Nothing was sent to any student.'}
    >
      <Link className={buttonClass()} to={paths.admin.notificationForm}>
        Send Notification
      </Link>
    </Empty>
  )
}
