import type { StudentDetails } from '@baobab/contract/students.ts'
import { formatNaira } from '@baobab/contract/naira.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { Table, type Column } from '../ui/table.tsx'
import { StateChip } from '../payments/admin/payment-chips.tsx'

type Payment = StudentDetails['payments'][number]

const columns: readonly Column<Payment>[] = [
  { title: 'Reference', kind: 'who', cell: ({ reference }) => <b className="code">{reference}</b> },
  { title: 'Amount', cell: ({ amountKobo }) => formatNaira(amountKobo) },
  { title: 'Opened', kind: 'detail', cell: ({ openedAt }) => formatDateTime(new Date(openedAt)) },
  {
    title: 'Confirmed',
    kind: 'detail',
    cell: ({ confirmedAt }) => (confirmedAt === null ? 'not yet' : formatDateTime(new Date(confirmedAt))),
  },
  {
    title: 'State',
    cell: ({ state, isRefundDue }) => (
      <span className="chips">
        <StateChip state={state} />
        {isRefundDue && (
          <Chip kind="bad" icon="warning-circle">
            Refund due
          </Chip>
        )}
      </span>
    ),
  },
  {
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

export function StudentPayments({ payments }: { payments: readonly Payment[] }) {
  return (
    <section className="card card--flush" aria-labelledby="payments">
      <div className="stack stack-2 student__h">
        <h2 className="card__h" id="payments">
          Payments
        </h2>
        {payments.length === 0 && <p className="muted">Nothing has been paid or tried yet.</p>}
      </div>
      {payments.length > 0 && <Table caption="Payments" columns={columns} rows={payments} rowKey={({ _id }) => _id} />}
    </section>
  )
}
