import {
  listNotifications,
  noticeStates,
  type NoticeState,
  type SentNotification,
} from '@baobab/contract/notifications.ts'
import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { q } from '../api/q.ts'
import { DataTable } from '../console/table/data-table.tsx'
import { Pager } from '../console/table/pager.tsx'
import { usePages } from '../console/table/use-pages.ts'
import { paths } from '../paths.ts'
import { titled } from '../shell/meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { noticeColumns } from './notice-columns.tsx'
import { stateWords } from './words.ts'

export const meta = () => titled('Notifications')

const A_PAGE = 25
const ALL = 'all'
const filters: readonly { value: NoticeState | typeof ALL; label: string }[] = [
  { value: ALL, label: 'All' },
  ...noticeStates.map((value) => ({ value, label: stateWords[value] })),
]

/** All that was sent, what waits for its time and what was taken back. */
export default function AdminNotifications() {
  const [params, setParams] = useSearchParams()
  const state = noticeStates.find((one) => one === params.get('state'))
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

function Sent({ state }: { state: NoticeState | undefined }) {
  const { cursor, page, onNext, onPrevious } = usePages()
  const [doomed, setDoomed] = useState<SentNotification>()
  const columns = useMemo(() => noticeColumns(setDoomed), [])
  const list = useQuery({
    ...q(listNotifications, {
      query: { limit: A_PAGE, ...(state && { state }), ...(cursor !== undefined && { cursor }) },
    }),
    placeholderData: keepPreviousData,
  })
  if (!list.data) {
    if (list.isError)
      return (
        <Failure title={notificationsText.notificationsFailed} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />
      )
    return (
      <Loading text={notificationsText.notificationsLoading}>
        <RowsSkeleton rows={8} />
      </Loading>
    )
  }
  const notices = list.data.allNotifications.flatMap(({ notifications }) => notifications).toSorted(latestFirst)
  const { nextCursor } = list.data
  if (notices.length === 0 && cursor === undefined) return <Nothing isFiltered={state !== undefined} />
  return (
    <>
      <section className="card card--flush ntable" aria-label="All notifications">
        <DataTable
          caption="Notifications"
          columns={columns}
          rows={notices}
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
      <CancelDialog notice={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}

/** The groups of the list are one table again: what waits stands first, then the newest. */
function latestFirst(one: SentNotification, other: SentNotification): number {
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
