import type { AdminNotification } from '@baobab/contract/notifications-admin.ts'
import { Link } from 'react-router'
import type { DataColumn } from '../../ui/data-table/columns.ts'
import { paths } from '../../paths.ts'
import { buttonClass, Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatDate, formatTime } from '../../ui/dates.ts'
import { formatCount } from '../../ui/format.ts'
import { recipientLabel, stateLabels, typeLabels } from '../labels.ts'

const looks = { published: 'ok', scheduled: 'info', canceled: 'plain' } as const

/** @param onCancel asked for a message that waits */
export function notificationColumns(
  onCancel: (notification: AdminNotification) => void,
): readonly DataColumn<AdminNotification>[] {
  return [
    { id: 'title', title: 'Title', kind: 'who', cell: (notification) => <Words {...notification} /> },
    { id: 'to', title: 'For', kind: 'detail', cell: (notification) => <Recipient {...notification} /> },
    { id: 'update', title: 'Update', cell: (notification) => <Update {...notification} /> },
    { id: 'date', title: 'Date', kind: 'detail', cell: ({ date }) => <Moment at={new Date(date)} /> },
    { id: 'state', title: 'State', cell: ({ state }) => <Chip kind={looks[state]}>{stateLabels[state]}</Chip> },
    {
      id: 'act',
      title: 'Actions',
      kind: 'act',
      cell: (notification) => <Actions notification={notification} onCancel={onCancel} />,
    },
  ]
}

/** The title; pressed, the rest of it. */
function Words({ title, description, notificationId }: AdminNotification) {
  return (
    <details className="ntable__w">
      <summary>{title}</summary>
      <p className="notice__t">{description}</p>
      <p className="muted small">ID {notificationId}</p>
    </details>
  )
}

function Recipient(notification: AdminNotification) {
  if (notification.username === null) return <span className="nobr">{recipientLabel(notification)}</span>
  return <Link to={paths.admin.student(notification.username)}>{notification.username}</Link>
}

/** What it is about, and how it went: the count grows while mails go out. */
function Update({ update, method, mailed }: AdminNotification) {
  const mails = mailed > 0 ? formatCount(mailed, 'email') : 'email'
  return (
    <>
      {typeLabels[update].label}
      <span className="muted small ntable__m">
        {method === 'in-app' ? 'In-app' : 'In-app, '}
        {method !== 'in-app' && <span className="nobr">{mails}</span>}
      </span>
    </>
  )
}

function Moment({ at }: { at: Date }) {
  return (
    <>
      <span className="nobr">{formatDate(at)},</span> <span className="nobr">{formatTime(at)}</span>
    </>
  )
}

function Actions({
  notification,
  onCancel,
}: {
  notification: AdminNotification
  onCancel: (notification: AdminNotification) => void
}) {
  if (notification.state !== 'scheduled') return null
  return (
    <span className="row nowrap ntable__a">
      <Link
        className={buttonClass({ kind: 'quiet', size: 'sm' })}
        to={paths.admin.notificationChange(notification._id)}
        aria-label={`Change ${notification.title}`}
      >
        Change
      </Link>
      <Button kind="quiet" size="sm" onClick={() => onCancel(notification)} aria-label={`Cancel ${notification.title}`}>
        Cancel
      </Button>
    </span>
  )
}
