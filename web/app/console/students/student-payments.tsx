import type { StudentDetails } from '@baobab/contract/console.ts'
import { Chip } from '../../ui/chip.tsx'
import { dayAndTime } from '../../ui/dates.ts'
import { Table, type Column } from '../../ui/table.tsx'
import { nairaOf } from '../../settings/use-price.ts'

type Payment = StudentDetails['payments'][number]

const states = {
  opened: <Chip icon="timer">Opened</Chip>,
  succeeded: (
    <Chip kind="ok" icon="check-circle">
      Paid
    </Chip>
  ),
  failed: (
    <Chip kind="bad" icon="x-circle">
      Failed
    </Chip>
  ),
}

const columns: readonly Column<Payment>[] = [
  { title: 'Reference', kind: 'who', cell: ({ reference }) => <b className="code">{reference}</b> },
  { title: 'Amount', cell: ({ amountKobo }) => nairaOf(amountKobo) },
  { title: 'Opened', kind: 'detail', cell: ({ openedAt }) => dayAndTime(new Date(openedAt)) },
  {
    title: 'Confirmed',
    kind: 'detail',
    cell: ({ confirmedAt }) => (confirmedAt === null ? 'not yet' : dayAndTime(new Date(confirmedAt))),
  },
  { title: 'State', cell: ({ state }) => states[state] },
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
