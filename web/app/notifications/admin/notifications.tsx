import {
  cancelNotification,
  listNotifications,
  notificationStates,
  notifyAll,
  type AdminNotification,
  type NotificationState,
} from '@baobab/contract/notifications-admin.ts'
import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, prefetch, useApiMutation } from '../../api/query.ts'
import { adminPaths } from '../../admin-paths.ts'
import { SavedViews } from '../../saved-views/admin/saved-views.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { useCursorPages } from '../../shell/use-cursor-pages.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { DataColumn } from '../../ui/data-table/columns.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Pager } from '../../ui/data-table/pager.tsx'
import { formatDate, formatDateTime, formatTime } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { typeLabels } from '../labels.ts'
import { recipientLabel, stateLabels } from './labels.ts'
import { listInput, readStateParam } from './list-inputs.ts'
import { text } from './text.ts'

const ALL = 'all'
const filters: readonly { value: NotificationState | typeof ALL; label: string }[] = [
  { value: ALL, label: text.all },
  ...notificationStates.map((value) => ({ value, label: stateLabels[value] })),
]
const stateChips = { published: 'ok', scheduled: 'info', canceled: 'plain' } as const

export function clientLoader({ request }: { request: Request }) {
  prefetch(listNotifications, listInput(readStateParam(new URL(request.url).searchParams)))
  return null
}

export const meta = () => pageMeta(text.notifications)

/** All notifications: sent, scheduled and canceled. */
export default function AdminNotifications() {
  const [params, setParams] = useSearchParams()
  const state = readStateParam(params)
  return (
    <>
      <PageHead title={text.notifications}>
        <SendLink />
      </PageHead>
      <div className="row between">
        <Segmented
          label={text.filter}
          look="pills"
          options={filters}
          value={state ?? ALL}
          onChange={(value) => setParams(value === ALL ? {} : { state: value })}
        />
        <SavedViews list="notifications" />
      </div>
      <NotificationTable state={state} />
    </>
  )
}

function SendLink() {
  return (
    <IfAllowed who={notifyAll.who}>
      <Link className={buttonClass()} to={adminPaths.notificationForm}>
        {text.sendNotification}
      </Link>
    </IfAllowed>
  )
}

function NotificationTable({ state }: { state: NotificationState | undefined }) {
  const { cursor, page, onNext, onPrevious } = useCursorPages()
  const [canceling, setCanceling] = useState<AdminNotification>()
  const columns = useMemo(() => makeColumns(setCanceling), [])
  const list = useQuery({
    ...apiQuery(listNotifications, listInput(state, cursor)),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryView
      query={list}
      failed={notificationsText.notificationsFailed}
      loading={
        <Loading text={notificationsText.notificationsLoading}>
          <RowsSkeleton rows={8} />
        </Loading>
      }
    >
      {({ allNotifications, nextCursor }) => {
        const rows = allNotifications.flatMap(({ notifications }) => notifications).toSorted(compareLatestFirst)
        if (rows.length === 0 && cursor === undefined) return <NoNotifications isFiltered={state !== undefined} />
        return (
          <>
            <section className="card card--flush ntable" aria-label={text.allNotifications}>
              <DataTable
                caption={text.notifications}
                columns={columns}
                rows={rows}
                rowKey={({ _id }) => _id}
                isStale={list.isPlaceholderData}
              />
            </section>
            {(nextCursor !== null || onPrevious) && (
              <Pager
                shown={text.page(page + 1)}
                onPrevious={onPrevious}
                onNext={nextCursor === null ? undefined : () => onNext(nextCursor)}
              />
            )}
            <CancelDialog notification={canceling} onClose={() => setCanceling(undefined)} />
          </>
        )
      }}
    </QueryView>
  )
}

/** The reply is grouped by recipient; the table shows one list, scheduled notifications first. */
function compareLatestFirst(a: AdminNotification, b: AdminNotification): number {
  return Date.parse(b.date) - Date.parse(a.date)
}

function NoNotifications({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty title={notificationsText.noNotifications} help={isFiltered ? text.emptyFilterHelp : text.emptyHelp}>
      <SendLink />
    </Empty>
  )
}

/** @param onCancel called with a scheduled notification that is to be canceled */
function makeColumns(onCancel: (notification: AdminNotification) => void): readonly DataColumn<AdminNotification>[] {
  return [
    { id: 'title', title: text.title, kind: 'who', cell: (notification) => <Content {...notification} /> },
    { id: 'to', title: text.for, kind: 'detail', cell: (notification) => <Recipient {...notification} /> },
    { id: 'update', title: text.update, cell: (notification) => <TypeAndMethod {...notification} /> },
    { id: 'date', title: text.date, kind: 'detail', cell: ({ date }) => <Time at={new Date(date)} /> },
    { id: 'state', title: text.state, cell: ({ state }) => <Chip kind={stateChips[state]}>{stateLabels[state]}</Chip> },
    {
      id: 'act',
      title: text.actions,
      kind: 'act',
      cell: (notification) => (
        <IfAllowed who={cancelNotification.who}>
          <Actions notification={notification} onCancel={onCancel} />
        </IfAllowed>
      ),
    },
  ]
}

/** The title, which expands to show the text and the id. */
function Content({ title, description, notificationId }: AdminNotification) {
  return (
    <details className="ntable__w">
      <summary>{title}</summary>
      <p className="notification__t">{description}</p>
      <p className="muted small">{text.id(notificationId)}</p>
    </details>
  )
}

function Recipient(notification: AdminNotification) {
  if (notification.username === null) return <span className="nobr">{recipientLabel(notification)}</span>
  return <Link to={adminPaths.student(notification.username)}>{notification.username}</Link>
}

/** The type, and the method with the number of emails sent so far. */
function TypeAndMethod({ update, method, mailed }: AdminNotification) {
  return (
    <>
      {typeLabels[update].label}
      <span className="muted small ntable__m">
        {method === 'in-app'
          ? text.inApp
          : richText(text.inAppAnd, { email: <span className="nobr">{text.emails(mailed)}</span> })}
      </span>
    </>
  )
}

function Time({ at }: { at: Date }) {
  return (
    <>
      <span className="nobr">{formatDate(at)},</span> <span className="nobr">{formatTime(at)}</span>
    </>
  )
}

type ActionsProps = { notification: AdminNotification; onCancel: (notification: AdminNotification) => void }

function Actions({ notification, onCancel }: ActionsProps) {
  if (notification.state !== 'scheduled') return null
  return (
    <span className="row nowrap ntable__a">
      <Link
        className={buttonClass({ kind: 'quiet', size: 'sm' })}
        to={adminPaths.notificationChange(notification._id)}
        aria-label={text.changeThis(notification.title)}
      >
        {text.change}
      </Link>
      <Button
        kind="quiet"
        size="sm"
        onClick={() => onCancel(notification)}
        aria-label={text.cancelThis(notification.title)}
      >
        {text.cancel}
      </Button>
    </span>
  )
}

type CancelDialogProps = { notification: AdminNotification | undefined; onClose: () => void }

function CancelDialog({ notification, onClose }: CancelDialogProps) {
  const cancellation = useApiMutation(cancelNotification, { changes: [listNotifications] })

  async function cancel(id: string) {
    try {
      const { message } = await cancellation.mutateAsync({ params: { notificationId: id } })
      toast(message)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
    }
    onClose()
  }

  return (
    <Dialog
      isOpen={notification !== undefined}
      title={text.cancelQuestion(notification?.title ?? '')}
      confirmLabel={text.cancelNotification}
      cancelLabel={text.keep}
      busyLabel={cancellation.isPending && text.canceling}
      isDangerous
      onCancel={onClose}
      onConfirm={() => notification && void cancel(notification._id)}
    >
      {notification && text.cancelEffect(recipientLabel(notification), formatDateTime(new Date(notification.date)))}
    </Dialog>
  )
}
