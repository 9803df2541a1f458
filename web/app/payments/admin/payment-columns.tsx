import { formatNaira } from '@baobab/contract/naira.ts'
import type { AdminPayment } from '@baobab/contract/payments-admin.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { formatDate, formatTime } from '../../ui/dates.ts'
import type { DataColumn } from '../../ui/data-table/columns.ts'
import { AttentionChip, StateChip } from './payment-chips.tsx'

export const paymentColumns: readonly DataColumn<AdminPayment>[] = [
  { id: 'payment', title: 'Payment', kind: 'who', cell: (payment) => <Who {...payment} /> },
  {
    id: 'amount',
    title: 'Amount',
    kind: 'detail',
    isNumber: true,
    cell: ({ amountKobo }) => <span className="nobr">{formatNaira(amountKobo)}</span>,
  },
  {
    id: 'state',
    title: 'State',
    cell: ({ state, attention }) => (
      <span className="chips">
        <StateChip state={state} />
        <AttentionChip attention={attention} />
      </span>
    ),
  },
  { id: 'opened', title: 'Opened', kind: 'detail', cell: ({ openedAt }) => <Moment at={openedAt} /> },
  {
    id: 'paid',
    title: 'Paid',
    kind: 'detail',
    cell: ({ paidAt }) => (paidAt === null ? <span className="muted">not yet</span> : <Moment at={paidAt} />),
  },
  { id: 'by', title: 'Opened by', kind: 'detail', isExtra: true, cell: ({ openedBy }) => openedBy },
  {
    id: 'channel',
    title: 'Channel',
    kind: 'detail',
    isExtra: true,
    cell: ({ channel }) => channel?.replaceAll('_', ' ') ?? <span className="muted">unknown</span>,
  },
  {
    id: 'history',
    title: 'Actions',
    kind: 'act',
    cell: ({ reference }) => (
      <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.admin.payment(reference)}>
        History
        <span className="sr"> of {reference}</span>
      </Link>
    ),
  },
]

function Who({ username, reference }: AdminPayment) {
  return (
    <span className="paywho">
      {username === null ? (
        <span className="muted">a deleted account</span>
      ) : (
        <Link to={paths.admin.student(username)}>
          <b>{username}</b>
        </Link>
      )}
      <span className="small muted code">{reference}</span>
    </span>
  )
}

function Moment({ at }: { at: string }) {
  const moment = new Date(at)
  return (
    <time className="nobr" dateTime={at}>
      {formatDate(moment)}, {formatTime(moment)}
    </time>
  )
}
