import { listPayments } from '@baobab/contract/payments.ts'
import { paymentsText } from '@baobab/contract/payments-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { apiQuery } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { ReceiptCard } from './receipt-card.tsx'
import { readReference } from './read-reference.ts'
import { hasReceipt } from './labels.ts'

export const meta = () => pageMeta('Receipt')

/** The receipt of one of one's own payments. */
export default function Receipt() {
  const [params] = useSearchParams()
  const username = useStudentSession()?.username ?? ''
  const { data, isError, isFetching, refetch } = useQuery(apiQuery(listPayments, {}))
  const payment = data?.payments.find(({ reference }) => reference === readReference(params))
  if (payment && hasReceipt(payment))
    return (
      <div className="stack">
        <WayBack />
        <ReceiptCard payment={payment} username={username} />
      </div>
    )
  if (data) return <NoReceipt isKnown={payment !== undefined} />
  if (isError)
    return (
      <Failure
        title={paymentsText.paymentsFailed}
        heading="h1"
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <Loading text={paymentsText.paymentsLoading}>
      <h1>Receipt</h1>
      <RowsSkeleton rows={4} />
    </Loading>
  )
}

function WayBack() {
  return (
    <div className="back">
      <PageLink className={buttonClass({ kind: 'quiet', size: 'sm' })} to={paths.student.payment}>
        <Icon name="arrow-left" />
        Your payments
      </PageLink>
    </div>
  )
}

function NoReceipt({ isKnown }: { isKnown: boolean }) {
  const help = isKnown
    ? 'This payment has not arrived, so there is no receipt of it. Your payment page says how it stands.'
    : 'Your payment page lists all your payments, with the receipt of each.'
  return (
    <Empty title="There is no receipt here" help={help} heading="h1">
      <Link className={buttonClass()} to={paths.student.payment} reloadDocument>
        Go to my payments
      </Link>
    </Empty>
  )
}
