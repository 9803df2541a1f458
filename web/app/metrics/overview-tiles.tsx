import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import type { overview as endpoint } from '@baobab/contract/metrics.ts'
import { scholarshipMonth } from '@baobab/contract/scholarship-month.ts'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { formatDay, formatShortDay } from '../ui/dates.ts'
import { formatCount } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { amount } from './metric-labels.ts'
import { gigabytes } from './gigabytes.ts'

export type Overview = ReplyOf<typeof endpoint>

/** What there is now, and what waits for somebody; most tiles lead to their page. */
export function OverviewTiles({ students, payments, videos, messages, mails, storage }: Overview) {
  const [{ closesAt, drawsAt }] = useState(() => scholarshipMonth(new Date()))
  const { processing, failed } = videos
  return (
    <ul className="grid tiles">
      <Tile label="Students" icon="users-three" value={amount(students.all)} to={paths.admin.users}>
        {formatCount(students.paid, 'paid account')}
      </Tile>
      <Tile
        label="Payments to look at"
        icon="credit-card"
        value={amount(payments.attention)}
        to={payments.attention > 0 ? paths.admin.paymentsToLookAt : paths.admin.payments}
      >
        {payments.attention > 0 ? <Alarm>a refund or an answer is due</Alarm> : 'None needs a person'}
      </Tile>
      <Tile label="Videos ready" icon="video" value={amount(videos.ready)} to={paths.admin.content}>
        {processing > 0 && `${amount(processing)} processing`}
        {processing > 0 && failed > 0 && ', '}
        {failed > 0 ? <Alarm>{amount(failed)} failed</Alarm> : processing === 0 && 'None processing, none failed'}
      </Tile>
      <Tile label="Unread messages" icon="envelope-simple" value={amount(messages.unread)} to={paths.admin.messages}>
        {messages.unread > 0 ? 'From the contact form' : 'Nobody waits for an answer'}
      </Tile>
      <Tile label="Mails not delivered" icon="paper-plane-tilt" value={amount(mails.failed)}>
        {mails.failed > 0 ? <Alarm>given up in the last 7 days</Alarm> : 'None in the last 7 days'}
        {mails.retrying > 0 && `, ${amount(mails.retrying)} tried again`}
      </Tile>
      <Tile label="Storage" icon="film-strip" value={gigabytes(storage.usedBytes)}>
        {storage.freeBytes === null ? 'of films in the object store' : `of films, ${gigabytes(storage.freeBytes)} free`}
      </Tile>
      <Tile label="Month closes" icon="graduation-cap" value={formatShortDay(closesAt)} to={paths.admin.scholarship}>
        drawn on {formatDay(drawsAt)}
      </Tile>
    </ul>
  )
}

type TileProps = { label: string; icon: IconName; value: string; to?: string; children: ReactNode }

function Tile({ label, icon, value, to, children }: TileProps) {
  const inside = (
    <>
      <span className="row between nowrap muted small">
        {label}
        <Icon name={icon} />
      </span>
      <b className="num big">{value}</b>
      <span className="small muted">{children}</span>
    </>
  )
  return (
    <li>
      {to === undefined ? (
        <div className="card figure">{inside}</div>
      ) : (
        <Link className="card figure" to={to}>
          {inside}
        </Link>
      )}
    </li>
  )
}

function Alarm({ children }: { children: ReactNode }) {
  return (
    <b className="alarm">
      <Icon name="warning-circle" size="sm" />
      {children}
    </b>
  )
}
