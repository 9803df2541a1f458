import type { AdminPayment } from '@baobab/contract/payments/admin.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { buttonClass } from '../../ui/button.tsx'
import type { DataColumn } from '../../ui/data-table/columns.ts'
import { formatDate, formatTime } from '../../ui/format.ts'
import { Reference } from '../../ui/reference.tsx'
import { PaymentAmount, AttentionChip, StateChip } from './payment-chips.tsx'
import { text } from './text.ts'

export const paymentColumns: readonly DataColumn<AdminPayment>[] = [
  { id: 'payment', title: text.payment, kind: 'who', cell: (payment) => <Payment {...payment} /> },
  {
    id: 'amount',
    title: text.amount,
    kind: 'detail',
    isNumber: true,
    cell: (payment) => <PaymentAmount {...payment} />,
  },
  {
    id: 'state',
    title: text.state,
    cell: (payment) => (
      <span className="chips">
        <StateChip {...payment} />
        <AttentionChip {...payment} />
      </span>
    ),
  },
  { id: 'opened', title: text.opened, kind: 'detail', cell: ({ openedAt }) => <DateAndTime at={openedAt} /> },
  {
    id: 'paid',
    title: text.paid,
    kind: 'detail',
    cell: ({ paidAt }) =>
      paidAt === null ? <span className="muted">{text.notYet}</span> : <DateAndTime at={paidAt} />,
  },
  { id: 'by', title: text.openedBy, kind: 'detail', isExtra: true, cell: ({ openedBy }) => openedBy },
  {
    id: 'channel',
    title: text.channel,
    kind: 'detail',
    isExtra: true,
    cell: ({ channel }) => channel?.replaceAll('_', ' ') ?? <span className="muted">{text.unknown}</span>,
  },
  {
    id: 'history',
    title: text.actions,
    kind: 'act',
    cell: ({ reference }) => (
      <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.payment(reference)}>
        {text.history}
        <span className="sr">{text.historyOf(reference)}</span>
      </Link>
    ),
  },
]

function Payment({ username, reference }: AdminPayment) {
  return (
    <span className="paywho">
      {username === null ? (
        <span className="muted">{text.deletedAccount}</span>
      ) : (
        <IfAllowed who={studentDetails.who} otherwise={<b>{username}</b>}>
          <Link to={adminPaths.student(username)}>
            <b>{username}</b>
          </Link>
        </IfAllowed>
      )}
      <span className="small muted">
        <Reference reference={reference} />
      </span>
    </span>
  )
}

function DateAndTime({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time className="payat" dateTime={at}>
      <span className="nobr">{formatDate(date)}</span>
      <span className="small muted nobr">{formatTime(date)}</span>
    </time>
  )
}
