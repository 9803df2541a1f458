import {
  cancelNotification,
  listFailedMails,
  listNotifications,
  notificationStates,
  notifyAll,
  type AdminNotification,
  type NotificationSender,
  type NotificationState,
} from '@baobab/contract/notifications/admin.ts'
import { notificationsText } from '@baobab/contract/notifications/text.ts'
import { notificationMethods, notificationTypes } from '@baobab/contract/notifications/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ComponentProps } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, prefetch, useApiMutation } from '../../api/query.ts'
import { adminPaths } from '../../admin-paths.ts'
import { BulkRuns } from '../../bulk/admin/bulk-runs.tsx'
import { SavedViews } from '../../saved-views/admin/saved-views.tsx'
import { IfAllowed, useIsAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { useCursorPages } from '../../shell/use-cursor-pages.ts'
import { useAddressParams } from '../../shell/use-address-params.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Pager } from '../../ui/data-table/pager.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { FilterSelect } from '../../ui/select.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { typeLabels } from '../labels.ts'
import { FailedMails } from './failed-mails.tsx'
import { methodLabels, recipientLabel, senderLabels, stateLabels } from './labels.ts'
import {
  failedMailsInput,
  listInput,
  readFilters,
  readView,
  type NotificationFilters,
  type NotificationView,
} from './list-inputs.ts'
import { makeColumns } from './notification-columns.tsx'
import { bulkNotificationChanges, NotificationSelectionBar, notificationSelectors } from './notification-selection.tsx'
import { TakeBackNotes } from './take-back.tsx'
import { text } from './text.ts'

const views: readonly { value: NotificationView; label: string }[] = [
  { value: 'admins', label: senderLabels.admins },
  { value: 'product', label: senderLabels.product },
  { value: 'failed-emails', label: text.failedEmails },
]

const ALL = 'all'
const filters: readonly { value: NotificationState | typeof ALL; label: string }[] = [
  { value: ALL, label: text.all },
  ...notificationStates.map((value) => ({ value, label: stateLabels[value] })),
]

export function clientLoader({ request }: { request: Request }) {
  const { searchParams } = new URL(request.url)
  const view = readView(searchParams)
  if (view === 'failed-emails') prefetch(listFailedMails, failedMailsInput())
  else prefetch(listNotifications, listInput(view, readFilters(searchParams)))
  return null
}

export const meta = () => pageMeta(text.notifications)

/** All notifications: those from admins apart from those that the product sends by itself, and the emails that failed. */
export default function AdminNotifications() {
  const [params, setParams] = useAddressParams()
  const view = readView(params)
  return (
    <>
      <PageHead title={text.notifications}>
        <SendLink />
      </PageHead>
      <TakeBackNotes />
      <div className="row between">
        <Segmented
          label={text.from}
          options={views}
          value={view}
          onChange={(value) => setParams(() => new URLSearchParams(value === 'admins' ? {} : { from: value }))}
        />
        <SavedViews list="notifications" />
      </div>
      {view === 'failed-emails' ? (
        <FailedMails />
      ) : (
        <>
          <Filters filters={readFilters(params)} />
          <BulkRuns list="notifications" changes={bulkNotificationChanges} />
          <NotificationTable from={view} filters={readFilters(params)} />
        </>
      )}
    </>
  )
}

/** The filters, which are in the address. A change leads to the first page. */
function Filters({ filters: { state, update, method } }: { filters: NotificationFilters }) {
  const [, setParams] = useAddressParams()
  const set = (name: keyof NotificationFilters, value: string) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      for (const gone of ['cursor', 'page', name]) after.delete(gone)
      if (value !== '' && value !== ALL) after.set(name, value)
      return after
    })
  return (
    <div className="nfilters">
      <Segmented
        label={text.filter}
        look="pills"
        options={filters}
        value={state ?? ALL}
        onChange={(value) => set('state', value)}
      />
      <FilterSelect
        label={text.update}
        placeholder={text.anyUpdate}
        options={notificationTypes.map((value) => ({ value, label: typeLabels[value].label }))}
        value={update ?? ''}
        onChange={(event) => set('update', event.target.value)}
      />
      <FilterSelect
        label={text.methodFilter}
        placeholder={text.anyMethod}
        options={notificationMethods.map((value) => ({ value, label: methodLabels[value] }))}
        value={method ?? ''}
        onChange={(event) => set('method', event.target.value)}
      />
    </div>
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

type TableProps = { from: NotificationSender; filters: NotificationFilters }

function NotificationTable({ from, filters }: TableProps) {
  const { cursor, page, onNext, onPrevious } = useCursorPages()
  const [canceling, setCanceling] = useState<AdminNotification>()
  const columns = useMemo(() => makeColumns(setCanceling), [])
  const list = useQuery({
    ...apiQuery(listNotifications, listInput(from, filters, cursor)),
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
        if (rows.length === 0 && cursor === undefined) return <NoNotifications from={from} filters={filters} />
        return (
          <>
            <Rows
              from={from}
              filters={filters}
              columns={columns}
              rows={rows}
              isStale={list.isPlaceholderData}
              hasMore={page > 0 || nextCursor !== null}
            />
            {(nextCursor !== null || onPrevious) && (
              <Pager
                isStale={list.isPlaceholderData}
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

type RowsProps = TableProps & {
  columns: ComponentProps<typeof DataTable<AdminNotification>>['columns']
  rows: readonly AdminNotification[]
  isStale: boolean
  hasMore: boolean
}

/** The rows of a page, and what can be done with those that are selected. */
function Rows({ from, filters, columns, rows, isStale, hasMore }: RowsProps) {
  const picked = useSelection(
    rows.map(({ _id }) => _id),
    JSON.stringify([from, filters]),
  )
  const selection = useIsAllowed(notificationSelectors) ? picked : undefined
  return (
    <>
      <section className="card card--flush ntable" aria-label={text.allNotifications}>
        <DataTable
          caption={text.notifications}
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          isStale={isStale}
          selection={selection}
          rowLabel={({ title, username }) => text.rowLabel(title, username)}
        />
      </section>
      {selection && <NotificationSelectionBar selection={selection} from={from} filters={filters} hasMore={hasMore} />}
    </>
  )
}

/** The reply is grouped by recipient; the table shows one list, scheduled notifications first. */
function compareLatestFirst(a: AdminNotification, b: AdminNotification): number {
  return Date.parse(b.date) - Date.parse(a.date)
}

function NoNotifications({ from, filters }: TableProps) {
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const help = from === 'admins' ? text.emptyHelp : text.emptyProductHelp
  return (
    <Empty title={notificationsText.noNotifications} help={isFiltered ? text.emptyFilterHelp : help}>
      {from === 'admins' && <SendLink />}
    </Empty>
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
