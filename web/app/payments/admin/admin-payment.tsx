import { ApiError } from '@baobab/contract/api-error.ts'
import type { PaymentHistory } from '@baobab/contract/payments-admin.ts'
import { paymentsText } from '@baobab/contract/payments-text.ts'
import { Link, useSearchParams } from 'react-router'
import { errorMessage } from '../../api/error-message.ts'
import { paths } from '../../paths.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { BackLink } from '../../shell/back-link.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { AttentionChip, StateChip } from './payment-chips.tsx'
import { PaymentEvents } from './payment-events.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import { usePayment } from './use-payment.ts'

export const meta = () => pageMeta('Payment')

export default function AdminPaymentPage() {
  const [params] = useSearchParams()
  const reference = params.get('reference') ?? ''
  return (
    <>
      <BackLink to={paths.admin.payments} label="Payments" />
      {reference === '' ? <NoPayment /> : <Found key={reference} reference={reference} />}
    </>
  )
}

function Found({ reference }: { reference: string }) {
  const { data, error, isPending, isFetching, refetch } = usePayment(reference)
  if (data) return <Details {...data} />
  if (isPending)
    return (
      <>
        <PageHead title="Payment" lead={<span className="code">{reference}</span>} />
        <Card>
          <Loading text={paymentsText.paymentLoading}>
            <RowsSkeleton rows={6} />
          </Loading>
        </Card>
      </>
    )
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NoPayment />
  return (
    <Failure
      heading="h1"
      title={paymentsText.paymentsFailed}
      help={errorMessage(error)}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

function Details(history: PaymentHistory) {
  const { payment, events } = history
  return (
    <>
      <PageHead title="Payment" lead={<span className="code">{payment.reference}</span>}>
        <span className="chips">
          <StateChip state={payment.state} />
          <AttentionChip attention={payment.attention} />
        </span>
      </PageHead>
      <div className="grid split split--top">
        <PaymentFacts {...history} />
        <PaymentActions {...history} />
      </div>
      <PaymentEvents events={events} agreedKobo={payment.amountKobo} />
    </>
  )
}

function NoPayment() {
  return (
    <Empty
      heading="h1"
      title={paymentsText.noPayments}
      help="Check the reference letter by letter, or look for the student."
    >
      <Link className={buttonClass({ kind: 'line' })} to={paths.admin.payments}>
        Payments
      </Link>
    </Empty>
  )
}
