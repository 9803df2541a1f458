import { addDays, noonInLagos } from '@baobab/contract/lagos-days.ts'
import { lagosDate } from '@baobab/contract/age.ts'
import { formatNaira } from '@baobab/contract/naira.ts'
import { readPaymentTotals, type PaymentDay } from '@baobab/contract/payments-admin.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { paymentsText } from '@baobab/contract/payments-text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../api/query.ts'
import { formatDate } from '../../ui/dates.ts'
import { Failure } from '../../ui/failure.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'

const choices = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
] as const

const columns: readonly Column<PaymentDay>[] = [
  { title: 'Day', kind: 'who', cell: ({ day }) => <b>{formatDate(noonInLagos(day))}</b> },
  { title: 'Payments', kind: 'detail', cell: ({ payments }) => <span className="num">{payments}</span> },
  { title: 'Money', kind: 'detail', cell: ({ kobo }) => <span className="num">{formatNaira(kobo)}</span> },
  {
    title: 'Given back',
    kind: 'detail',
    cell: ({ givenBack, givenBackKobo }) => (
      <span className="num">{givenBack === 0 ? 'none' : `${formatNaira(givenBackKobo)} (${givenBack})`}</span>
    ),
  },
]

/** What came in and what went back, by days in Lagos. */
export function PaymentTotals() {
  const [today] = useState(() => lagosDate(new Date()))
  const [days, choose] = useState<(typeof choices)[number]['value']>('30')
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
            Totals by day
          </h2>
          <p className="small muted">Payments on the day the payment service took them, Lagos time</p>
        </div>
        <Segmented look="pills" label="Days" options={choices} value={days} onChange={choose} />
      </div>
      {totals.data ? (
        <Sums {...totals.data} />
      ) : totals.isPending ? (
        <Loading text={paymentsText.paymentsLoading}>
          <RowsSkeleton rows={3} />
        </Loading>
      ) : (
        <Failure
          heading="h3"
          title={paymentsText.paymentsFailed}
          isRetrying={totals.isFetching}
          onRetry={() => void totals.refetch()}
        />
      )}
    </section>
  )
}

function Sums({ days, totals }: ReplyOf<typeof readPaymentTotals>) {
  const busy = days.filter(({ payments, givenBack }) => payments + givenBack > 0).toReversed()
  return (
    <>
      <dl className="sfacts">
        <div>
          <dt>Came in</dt>
          <dd>
            <b className="num big">{formatNaira(totals.kobo)}</b>
            <span className="small muted"> by {formatCount(totals.payments, 'payment')}</span>
          </dd>
        </div>
        <div>
          <dt>Given back</dt>
          <dd>
            <b className="num big">{formatNaira(totals.givenBackKobo)}</b>
            <span className="small muted"> of {formatCount(totals.givenBack, 'payment')}</span>
          </dd>
        </div>
      </dl>
      {busy.length === 0 ? (
        <p className="muted">Nothing on any of these days.</p>
      ) : (
        <details className="folded">
          <summary>
            Show the days
            <Icon name="caret-down" />
          </summary>
          <Table caption="Payments by day" columns={columns} rows={busy} rowKey={({ day }) => day} />
        </details>
      )}
    </>
  )
}
