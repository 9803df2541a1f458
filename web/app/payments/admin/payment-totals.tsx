import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { addDays, noonInLagos } from '@baobab/contract/kernel/days.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { readPaymentTotals, type PaymentDay } from '@baobab/contract/payments/admin.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../api/query.ts'
import { useServerTime } from '../../api/use-server-time.ts'
import { formatDate, formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { text } from './text.ts'

const columns: readonly Column<PaymentDay>[] = [
  { title: text.day, kind: 'who', cell: ({ day }) => <b>{formatDate(noonInLagos(day))}</b> },
  { title: text.payments, kind: 'detail', cell: ({ payments }) => <span className="num">{payments}</span> },
  { title: text.money, kind: 'detail', cell: ({ kobo }) => <span className="num">{formatNaira(kobo)}</span> },
  {
    title: text.refunded,
    kind: 'detail',
    cell: ({ refunds, refundedKobo }) => (
      <span className="num">{refunds === 0 ? text.none : text.moneyAndCount(formatNaira(refundedKobo), refunds)}</span>
    ),
  },
]

/** Payments and refunds over the last days in Lagos. */
export function PaymentTotals() {
  const today = useServerTime((nowMs) => lagosDate(new Date(nowMs)))
  const [days, setDays] = useState<(typeof text.periods)[number]['value']>('30')
  const period = { from: addDays(today, 1 - Number(days)), to: today }
  const totals = useQuery({
    ...apiQuery(readPaymentTotals, { query: period }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="card stack" aria-labelledby="totals">
      <div className="row between">
        <div>
          <h2 className="card__h" id="totals">
            {text.totalsByDay}
          </h2>
          <p className="small muted">{text.totalsHelp}</p>
        </div>
        <Segmented look="pills" label={text.days} options={text.periods} value={days} onChange={setDays} />
      </div>
      <QueryView query={totals} failed={paymentsText.paymentsFailed} heading="h3" loading={<LoadingTotals />}>
        {(data) => <Sums {...data} />}
      </QueryView>
    </section>
  )
}

function LoadingTotals() {
  return (
    <Loading text={paymentsText.paymentsLoading}>
      <RowsSkeleton rows={3} />
    </Loading>
  )
}

function Sums({ days, totals }: ReplyOf<typeof readPaymentTotals>) {
  const active = days.filter(({ payments, refunds }) => payments + refunds > 0).toReversed()
  return (
    <>
      <dl className="sfacts">
        <div>
          <dt>{text.received}</dt>
          <dd>
            <b className="num big">{formatNaira(totals.kobo)}</b>
            <span className="small muted">{text.fromPayments(formatCount(totals.payments, 'payment'))}</span>
          </dd>
        </div>
        <div>
          <dt>{text.refunded}</dt>
          <dd>
            <b className="num big">{formatNaira(totals.refundedKobo)}</b>
            <span className="small muted">{text.ofPayments(formatCount(totals.refunds, 'payment'))}</span>
          </dd>
        </div>
      </dl>
      {active.length === 0 ? (
        <p className="muted">{text.noPaymentsInPeriod}</p>
      ) : (
        <details className="folded">
          <summary>
            {text.showDays}
            <Icon name="caret-down" />
          </summary>
          <Table caption={text.paymentsByDay} columns={columns} rows={active} rowKey={({ day }) => day} />
        </details>
      )}
    </>
  )
}
