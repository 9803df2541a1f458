import type { SentNotification } from '@baobab/contract/notifications.ts'
import { Link } from 'react-router'
import type { DataColumn } from '../console/table/columns.ts'
import { paths } from '../paths.ts'
import { buttonClass, Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { dayAndYear, timeOfDay } from '../ui/dates.ts'
import { counted } from '../ui/format.ts'
import { recipientWords, stateWords, typeWords } from './words.ts'

const looks = { published: 'ok', scheduled: 'info', canceled: 'plain' } as const

/** @param onCancel asked for a message that waits */
export function noticeColumns(onCancel: (notice: SentNotification) => void): readonly DataColumn<SentNotification>[] {
  return [
    { id: 'title', title: 'Title', kind: 'who', cell: (notice) => <Words {...notice} /> },
    { id: 'to', title: 'For', kind: 'detail', cell: (notice) => <Recipient {...notice} /> },
    { id: 'update', title: 'Update', cell: (notice) => <Update {...notice} /> },
    { id: 'date', title: 'Date', kind: 'detail', cell: ({ date }) => <Moment at={new Date(date)} /> },
    { id: 'state', title: 'State', cell: ({ state }) => <Chip kind={looks[state]}>{stateWords[state]}</Chip> },
    { id: 'act', title: 'Actions', kind: 'act', cell: (notice) => <Actions notice={notice} onCancel={onCancel} /> },
  ]
}

/** The title; pressed, the rest of it. */
function Words({ title, description, notificationId }: SentNotification) {
  return (
    <details className="ntable__w">
      <summary>{title}</summary>
      <p className="notice__t">{description}</p>
      <p className="muted small">ID {notificationId}</p>
    </details>
  )
}

function Recipient(notice: SentNotification) {
  if (notice.username === null) return <span className="nobr">{recipientWords(notice)}</span>
  return <Link to={paths.admin.student(notice.username)}>{notice.username}</Link>
}

/** What it is about, and how it went: the count grows while mails go out. */
function Update({ update, method, mailed }: SentNotification) {
  const mails = mailed > 0 ? counted(mailed, 'email') : 'email'
  return (
    <>
      {typeWords[update].label}
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
      <span className="nobr">{dayAndYear(at)},</span> <span className="nobr">{timeOfDay(at)}</span>
    </>
  )
}

function Actions({ notice, onCancel }: { notice: SentNotification; onCancel: (notice: SentNotification) => void }) {
  if (notice.state !== 'scheduled') return null
  return (
    <span className="row nowrap ntable__a">
      <Link
        className={buttonClass({ kind: 'quiet', size: 'sm' })}
        to={paths.admin.notificationChange(notice._id)}
        aria-label={`Change ${notice.title}`}
      >
        Change
      </Link>
      <Button kind="quiet" size="sm" onClick={() => onCancel(notice)} aria-label={`Cancel ${notice.title}`}>
        Cancel
      </Button>
    </span>
  )
}
