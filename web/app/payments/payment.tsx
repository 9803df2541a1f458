import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  initializePayment,
  listPayments,
  type checkPayment,
  type Payment,
} from '@baobab/contract/payments/endpoints.ts'
import { formatPaymentTime } from '@baobab/contract/payments/rules.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { prefetch } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { useMakeAPayment } from '../settings/make-a-payment.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { useOnDemand } from '../shell/use-on-demand.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { Benefits, OrderSummary, PaidTwice } from './order-summary.tsx'
import { PayButton, usePay, WalletButton } from './pay-button.tsx'
import { PayLinkCard } from './pay-link-card.tsx'
import { text } from './text.ts'
import { useMyPayments, YourPayments } from './your-payments.tsx'

export function clientLoader() {
  prefetch(listPayments, {})
  return null
}

export const meta = () => pageMeta(text.payment)

/** The checkout for students who have not paid, and every student's payments. */
export default function PaymentPage() {
  const { list, payments, ...last } = useMyPayments()
  const makeAPayment = useMakeAPayment()
  const isPaid = list.data?.isPaid ?? false
  const isYoung = useAgeCategory() === '5-10'
  const payLink = list.data && !isPaid && !last.mayHavePaid && <PayLinkCard />
  return (
    <div className="grid split">
      <div className="stack stack-6">
        <div className="stack stack-2">
          <h1>{isPaid ? text.payment : makeAPayment}</h1>
          {!isPaid && <p className="lead">{text.lead}</p>}
        </div>
        {isYoung && payLink}
        <QueryView query={list} failed={paymentsText.paymentsFailed} loading={<LoadingCard />}>
          {({ email }) => (isPaid ? <PaidCard payments={payments} /> : <Checkout email={email} {...last} />)}
        </QueryView>
        {!isYoung && payLink}
        {payments.length > 0 && <YourPayments payments={payments} />}
      </div>
      <div className="stack">
        {!isPaid && <Advice />}
        <DebitedCard />
      </div>
    </div>
  )
}

function LoadingCard() {
  return (
    <Card>
      <Loading text={paymentsText.paymentsLoading}>
        <RowsSkeleton rows={4} />
      </Loading>
    </Card>
  )
}

type CheckoutProps = Omit<ReturnType<typeof useMyPayments>, 'list' | 'payments'> & { email: string | null }

/** The order and the button, which is hidden while an earlier payment may have arrived. */
function Checkout({ email, last, mayHavePaid, isChecking, checkError, refresh }: CheckoutProps) {
  const username = useStudentSession()?.username ?? ''
  const openResult = (reference: string) => window.location.assign(paths.student.paid(reference))
  const paying = usePay({
    initialize: () => callApi(initializePayment, { body: { method: 'checkout' } }),
    onPaid: openResult,
    onClosed: () => void refresh(),
  })
  return (
    <Card className="stack stack-6">
      <Benefits />
      <div className="strip strip--thin" />
      <OrderSummary username={username} email={email ?? text.receiptStaysHere} />
      <LastPayment last={last} error={checkError} onCheck={refresh} />
      {!mayHavePaid && (
        <>
          <PayButton
            paying={paying}
            busyLabel={isChecking ? text.checkingLast : undefined}
            onClick={() => void paying.pay()}
          />
          <WalletButton
            initialize={() => callApi(initializePayment, { body: { method: 'wallet' } })}
            onPaid={openResult}
            onClosed={() => void refresh()}
          />
        </>
      )}
    </Card>
  )
}

type LastPaymentProps = {
  /** The reply about the newest unsettled payment. */
  last: ReplyOf<typeof checkPayment> | undefined
  error: Error | null | undefined
  onCheck: () => Promise<void>
}

/** What is known about the last payment, shown before the student pays again. */
function LastPayment({ last, error, onCheck }: LastPaymentProps) {
  if (error)
    return (
      <Note kind="warn" icon="wifi-slash" role="alert">
        <div className="stack stack-3">
          <p>{text.lastFailed(errorMessage(error))}</p>
          <CheckAgain onCheck={onCheck} />
        </div>
      </Note>
    )
  // A student who only looked at the checkout needs no message.
  if (!last || last.verdict === 'untouched') return null
  const { payment, verdict, message } = last
  const isPending = verdict === 'on-its-way' || verdict === 'away'
  const isBad = verdict === 'declined' || verdict === 'mismatch'
  const kind = isPending ? 'warn' : isBad ? 'bad' : 'info'
  const icon = isPending ? 'timer' : verdict === 'declined' ? 'x-circle' : 'question'
  return (
    <Note kind={kind} icon={icon} role="status">
      <div className="stack stack-2">
        <p>
          <b>{text.lastPayment(formatPaymentTime(payment))}</b>
        </p>
        <p>{message}</p>
        <p className="reference">{text.referenceIs(payment.reference)}</p>
        {isPending && <CheckAgain onCheck={onCheck} />}
      </div>
    </Note>
  )
}

/** Busy only after a click, not when the page checks automatically. */
function CheckAgain({ onCheck }: Pick<LastPaymentProps, 'onCheck'>) {
  const [isChecking, setChecking] = useState(false)

  async function check() {
    setChecking(true)
    await onCheck()
    setChecking(false)
  }

  return (
    <div>
      <Button kind="line" size="sm" onClick={() => void check()} busyLabel={isChecking && text.checking}>
        {text.checkAgain}
      </Button>
    </div>
  )
}

/** Replaces the checkout once the account is paid. Links load a new document, because this page has its own content policy. */
function PaidCard({ payments }: { payments: readonly Payment[] }) {
  const paid = payments.find(
    ({ state, isRefundDue }) => !isRefundDue && (state === 'succeeded' || state === 'disputed'),
  )
  return (
    <Card className="stack stack-6">
      <Note kind="ok">
        <b>{paymentsText.alreadyPaid}</b> {text.everythingIsOpen}
      </Note>
      {payments.some(({ isRefundDue }) => isRefundDue) && <PaidTwice />}
      <Benefits />
      <div className="row">
        <a className={buttonClass({ kind: 'accent' })} href={paths.student.videos}>
          {text.watchVideos}
        </a>
        {paid && (
          <a className={buttonClass({ kind: 'line' })} href={paths.student.receipt(paid.reference)}>
            {text.seeReceipt}
          </a>
        )}
      </div>
    </Card>
  )
}

/** What to know before paying, next to the checkout. */
function Advice() {
  return (
    <>
      <Note kind="warn" icon="users-three">
        <b>{text.under18Question}</b> {text.under18}
      </Note>
      <Note icon="wifi-slash">
        <b>{text.networkLostQuestion}</b> {text.networkLost}
      </Note>
      <Note icon="credit-card">
        <b>{text.never}</b> {text.noMessages}
      </Note>
      <Card className="stack stack-3">
        <h2 className="card__h">{text.afterYouPay}</h2>
        <p className="muted small">{text.afterYouPayHelp}</p>
      </Card>
    </>
  )
}

const loadDebitedForm = async () => (await import('./debited-form.tsx')).DebitedForm

/** For students who were debited but got no access. The form is loaded on demand, because few need it. */
function DebitedCard() {
  const { Loaded: Form, open, busyLabel } = useOnDemand(loadDebitedForm)
  return (
    <Card className="stack stack-3" aria-labelledby="debited">
      <h2 className="card__h" id="debited">
        {text.debited}
      </h2>
      <p className="muted small">{text.debitedHelp}</p>
      {Form ? (
        <Form />
      ) : (
        <div>
          <Button kind="line" busyLabel={busyLabel} onClick={() => void open()}>
            {text.enterReference}
          </Button>
        </div>
      )}
    </Card>
  )
}
