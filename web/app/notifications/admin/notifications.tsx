import { bulkAudience } from '@baobab/contract/bulk/endpoints.ts'
import {
  listFailedMails,
  listNotifications,
  notificationSenders,
  notificationStates,
  notifyAll,
  type AdminNotification,
} from '@baobab/contract/notifications/admin.ts'
import { notificationMethods, notificationTypes } from '@baobab/contract/notifications/endpoints.ts'
import { notificationsText } from '@baobab/contract/notifications/text.ts'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { BulkActionBar, toTargets } from '../../bulk/admin/bulk-actions.tsx'
import { BulkRuns } from '../../bulk/admin/bulk-runs.tsx'
import { AdminTable } from '../../lists/admin/admin-table.tsx'
import { ListFilter } from '../../lists/admin/list-filter.tsx'
import { adminList, prefetchList, useAdminList } from '../../lists/admin/use-admin-list.ts'
import { SavedViews } from '../../saved-views/admin/saved-views.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { useAddressParams } from '../../shell/use-address-params.ts'
import { buttonClass } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { typeLabels } from '../text.ts'
import { failedMails, FailedMails } from './failed-mails.tsx'
import { CancelDialog, makeColumns } from './notification-columns.tsx'
import { methodLabels, senderLabels, stateLabels, text } from './text.ts'

const senders = notificationSenders.map((value) => ({ value, label: senderLabels[value] }))

const notifications = adminList({
  endpoint: listNotifications,
  // The reply is grouped by recipient; the table shows a single list with scheduled notifications first.
  rows: ({ allNotifications }) =>
    allNotifications
      .flatMap((group) => group.notifications)
      .toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date)),
  perPage: 25,
  address: 'edited',
  navigation: {},
  filters: {
    from: { kind: 'choice', label: text.from, otherwise: 'admins', options: senders },
    state: {
      kind: 'choice',
      look: 'pills',
      label: text.filter,
      all: text.all,
      options: notificationStates.map((value) => ({ value, label: stateLabels[value] })),
    },
    update: {
      kind: 'choice',
      label: text.update,
      all: text.anyUpdate,
      options: notificationTypes.map((value) => ({ value, label: typeLabels[value].label })),
    },
    method: {
      kind: 'choice',
      label: text.methodFilter,
      all: text.anyMethod,
      options: notificationMethods.map((value) => ({ value, label: methodLabels[value] })),
    },
  },
  failed: notificationsText.notificationsFailed,
  loading: notificationsText.notificationsLoading,
})

/** A view of failed emails, next to the views of notifications by sender. */
const FAILED_EMAILS = 'failed-emails'
const views = [...senders, { value: FAILED_EMAILS, label: text.failedEmails }]

export function clientLoader({ request }: { request: Request }) {
  const isOfEmails = new URL(request.url).searchParams.get('from') === FAILED_EMAILS
  if (isOfEmails) prefetchList(failedMails, request)
  else prefetchList(notifications, request)
  return null
}

export const meta = () => pageMeta(text.notifications)

/** All notifications, with those from admins separate from automatic ones, and emails that failed. */
export default function AdminNotifications() {
  const [params, setParams] = useAddressParams()
  const view = views.find(({ value }) => value === params.get('from'))?.value ?? 'admins'
  return (
    <>
      <PageHead title={text.notifications}>
        <div className="row">
          <Link className={buttonClass({ kind: 'line' })} to={adminPaths.calendar()}>
            {text.calendar}
          </Link>
          <SendLink />
        </div>
      </PageHead>
      <div className="row between">
        <Segmented
          label={text.from}
          options={views}
          value={view}
          onChange={(value) => setParams(() => new URLSearchParams(value === 'admins' ? {} : { from: value }))}
        />
        <SavedViews list="notifications" />
      </div>
      {view === FAILED_EMAILS ? <FailedMails /> : <Notifications />}
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

/** The queries changed by bulk actions on notifications. */
const changes = [listNotifications, listFailedMails]
const actions = { cancel: 'notifications.cancel', mailAgain: 'notifications.mail-again' } as const

function Notifications() {
  const list = useAdminList(notifications)
  const { selection, page } = list
  const { from, ...filters } = selection
  const isFiltered = Object.keys(filters).length > 0
  const [canceling, setCanceling] = useState<AdminNotification>()
  const columns = useMemo(() => makeColumns(setCanceling), [])
  return (
    <>
      <div className="nfilters">
        <ListFilter of={list} name="state" />
        <ListFilter of={list} name="update" />
        <ListFilter of={list} name="method" />
      </div>
      <BulkRuns list="notifications" changes={changes} />
      <AdminTable
        of={list}
        title={text.allNotifications}
        caption={text.notifications}
        className="ntable"
        columns={columns}
        rowKey={({ _id }) => _id}
        rowLabel={({ title, username }) => text.rowLabel(title, username)}
        shown={() => text.page(page + 1)}
        empty={{
          title: notificationsText.noNotifications,
          help: isFiltered ? text.emptyFilterHelp : text.emptyHelp[from],
          children: from === 'admins' && <SendLink />,
        }}
        selectors={bulkAudience['notifications.cancel']}
        bar={(picked, hasMore) => (
          <BulkActionBar
            selection={picked}
            hasMore={hasMore}
            countRows={(count) => formatCount(count, 'notification')}
            allLabel={text.allMatching}
            texts={text.many}
            dangerous="cancel"
            changes={changes}
            order={(action) => ({ action: actions[action], options: {}, targets: toTargets(picked, selection) })}
          />
        )}
      />
      <CancelDialog notification={canceling} onClose={() => setCanceling(undefined)} />
    </>
  )
}
