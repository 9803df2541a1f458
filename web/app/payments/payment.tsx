import { initializePayment } from '@baobab/contract/payments.ts'
import { paymentsText } from '@baobab/contract/payments-text.ts'
import { callApi } from '../api/call-api.ts'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { useMakeAPayment } from '../settings/use-price.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Card } from '../ui/card.tsx'
import { Failure } from '../ui/failure.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { Benefits } from './benefits.tsx'
import { DebitedForm } from './debited-form.tsx'
import { LastPayment } from './last-payment.tsx'
import { Order } from './order.tsx'
import { PaidCard } from './paid-card.tsx'
import { PayButton } from './pay-button.tsx'
import { PayLinkCard } from './pay-link-card.tsx'
import { TrustMarks } from './trust-marks.tsx'
import { useMyPayments } from './use-my-payments.ts'
import { usePay } from './use-pay.ts'
import { WalletButton } from './wallet-button.tsx'
import { YourPayments } from './your-payments.tsx'

export const meta = () => pageMeta('Payment')

/** What a payment is for, what it costs, and the button; whoever may have paid is told how that stands first. */
export default function Payment() {
  const { list, payments, ...mine } = useMyPayments()
  const makeAPayment = useMakeAPayment()
  const { data } = list
  const isPaid = data?.isPaid ?? false
  return (
    <div className="grid split">
      <div className="stack stack-6">
        <div className="stack stack-2">
          <h1>{isPaid ? 'Payment' : makeAPayment}</h1>
          {!isPaid && <p className="lead">Pay once to gain access to more videos, trivia and monthly scholarships.</p>}
        </div>
        {data === undefined && <NotYet list={list} />}
        {data && (isPaid ? <PaidCard payments={payments} /> : <Checkout email={data.email} {...mine} />)}
        {data && !isPaid && !mine.mayHavePaid && <PayLinkCard />}
        {payments.length > 0 && <YourPayments payments={payments} />}
      </div>
      <div className="stack">
        {!isPaid && <TrustMarks />}
        <DebitedForm />
      </div>
    </div>
  )
}

function NotYet({ list }: Pick<ReturnType<typeof useMyPayments>, 'list'>) {
  if (list.isError)
    return (
      <Failure title={paymentsText.paymentsFailed} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />
    )
  return (
    <Card>
      <Loading text={paymentsText.paymentsLoading}>
        <RowsSkeleton rows={4} />
      </Loading>
    </Card>
  )
}

type CheckoutProps = Omit<ReturnType<typeof useMyPayments>, 'list' | 'payments'> & { email: string }

function Checkout({ email, last, mayHavePaid, isChecking, checkError, refresh }: CheckoutProps) {
  const username = useStudentSession()?.username ?? ''
  const toResult = (reference: string) => window.location.assign(paths.student.paid(reference))
  const paying = usePay({
    initialize: () => callApi(initializePayment, { body: { method: 'checkout' } }),
    onPaid: toResult,
    onClosed: () => void refresh(),
  })
  return (
    <Card className="stack stack-6">
      <Benefits />
      <div className="strip strip--thin" />
      <Order username={username} email={email} />
      <LastPayment last={last} error={checkError} onAsk={refresh} />
      {!mayHavePaid && (
        <>
          <PayButton
            paying={paying}
            busyLabel={isChecking ? 'Checking your last payment...' : undefined}
            onClick={() => void paying.pay()}
          />
          <WalletButton
            initialize={() => callApi(initializePayment, { body: { method: 'wallet' } })}
            onPaid={toResult}
            onClosed={() => void refresh()}
          />
        </>
      )}
    </Card>
  )
}
