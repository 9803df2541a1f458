import { paymentsText } from '@baobab/contract/payments-text.ts'
import { useRef } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { RefreshFailed } from '../../ui/data-table/refresh-failed.tsx'
import { Pager } from '../../ui/data-table/pager.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { toSearchParams } from './selection-params.ts'
import { describeSelection } from './labels.ts'
import { PAYMENTS_A_PAGE, type usePaymentList } from './use-payment-list.ts'

type Props = { payments: ReturnType<typeof usePaymentList>; hidden: ReadonlySet<string> }

/** The payments of a view, or what there is to say in their place. */
export function PaymentTable({ payments, hidden }: Props) {
  const { view, list, page, onNext, onPrevious, clear } = payments
  const top = useRef<HTMLElement>(null)
  const retry = () => void list.refetch()
  if (list.isPending)
    return (
      <section className="card">
        <Loading text={paymentsText.paymentsLoading}>
          <RowsSkeleton rows={8} />
        </Loading>
      </section>
    )
  if (!list.data)
    return (
      <Failure
        title={paymentsText.paymentsFailed}
        help={errorMessage(list.error)}
        isRetrying={list.isFetching}
        onRetry={retry}
      />
    )
  const { payments: rows, nextCursor } = list.data
  if (rows.length === 0) return <NoPayments isNarrowed={toSearchParams(view).size > 0 || page > 0} onAll={clear} />
  const turn = (step: () => void) => () => {
    step()
    top.current?.scrollIntoView({ block: 'start' })
  }
  const first = page * PAYMENTS_A_PAGE + 1
  return (
    <>
      {list.isError && <RefreshFailed failure={paymentsText.paymentsFailed} isBusy={list.isFetching} onRetry={retry} />}
      <section className="card card--flush table-top" aria-label="Payments" ref={top}>
        <DataTable
          caption={`Payments: ${describeSelection(view)}`}
          columns={paymentColumns}
          rows={rows}
          rowKey={keyOf}
          hidden={hidden}
          isStale={list.isPlaceholderData}
        />
      </section>
      <Pager
        shown={`${first.toLocaleString('en-NG')} to ${(first + rows.length - 1).toLocaleString('en-NG')}`}
        onPrevious={onPrevious && turn(onPrevious)}
        onNext={nextCursor === null ? undefined : turn(() => onNext(nextCursor))}
      />
    </>
  )
}

const keyOf = ({ _id }: { _id: string }) => _id

function NoPayments({ isNarrowed, onAll }: { isNarrowed: boolean; onAll: () => void }) {
  return (
    <Empty
      title={paymentsText.noPayments}
      help={isNarrowed ? 'Try fewer letters, another state or more days.' : 'Nobody has begun to pay yet.'}
    >
      {isNarrowed && (
        <Button kind="line" onClick={onAll}>
          Show all payments
        </Button>
      )}
    </Empty>
  )
}
