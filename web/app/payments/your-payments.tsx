import { type Payment, checkPayment, listPayments } from '@baobab/contract/payments/endpoints.ts'
import { describeRefund, formatNaira, formatPaymentTime, ASK_FOR_MS } from '@baobab/contract/payments/rules.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, invalidate } from '../api/query.ts'
import { serverTime } from '../api/server-time.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { hasReceipt, toStateChip, text } from './text.ts'

/** All the account's payments, including unfinished ones. */
export function YourPayments({ payments }: { payments: readonly Payment[] }) {
  return (
    <Card className="stack stack-3" aria-labelledby="your-payments">
      <h2 className="card__h" id="your-payments">
        {text.yourPayments}
      </h2>
      <ul>
        {payments.map((payment) => (
          <PaymentItem key={payment.reference} payment={payment} />
        ))}
      </ul>
    </Card>
  )
}

function PaymentItem({ payment }: { payment: Payment }) {
  const { reference, amountKobo, refundedKobo, openedBy } = payment
  const { label, kind, icon } = toStateChip(payment)
  const time = formatPaymentTime(payment)
  const [isChecking, setChecking] = useState(false)
  const [answer, setAnswer] = useState<string>()

  async function check() {
    setChecking(true)
    setAnswer(undefined)
    setAnswer(await checkPaymentStatus(reference, payment).then(({ message }) => message, errorMessage))
    setChecking(false)
  }

  return (
    <li className="payment">
      <div className="row between">
        <b className="num">{formatNaira(amountKobo)}</b>
        <Chip kind={kind} icon={icon}>
          {label}
        </Chip>
      </div>
      <p className="small muted">{openedBy === 'parent' ? text.byParent(time) : time}</p>
      {refundedKobo > 0 && <p className="small">{text.refundedPart(describeRefund(payment))}</p>}
      <p className="small muted reference">{reference}</p>
      <div className="row">
        {hasReceipt(payment) ? (
          <a className={buttonClass({ kind: 'line', size: 'sm' })} href={paths.student.receipt(reference)}>
            {text.receipt}
            <span className="sr">{text.receiptOf(reference)}</span>
          </a>
        ) : (
          <Button kind="line" size="sm" busyLabel={isChecking && text.checking} onClick={() => void check()}>
            {text.checkAgain}
            <span className="sr">{text.checkAgainPayment(reference)}</span>
          </Button>
        )}
      </div>
      <p className="small" role="status">
        {answer}
      </p>
    </li>
  )
}

const RECHECK_MS = 10_000
/** The server refuses another payment for this long, because the pending one may still arrive. */
const PENDING_MS = 24 * 3_600_000
/** Long enough to use the page's prefetch; returning to the window reads the list again. */
const LIST_STALE_MS = 2_000

/** Asks the provider about a payment. If it has changed, refetches the queries that show it before returning the reply. */
export async function checkPaymentStatus(reference: string, known?: Payment, signal?: AbortSignal) {
  const answer = await callApi(checkPayment, { body: { reference } }, signal && { signal })
  const { payment, verdict } = answer
  if (payment.state !== known?.state) await invalidate(listPayments, readStudentProfile)
  // An abandoned payment stays 'abandoned' while its money is on its way; only the verdict reveals it.
  return verdict === 'on-its-way' ? { ...answer, payment: { ...payment, state: 'pending' as const } } : answer
}

/** The newest payment, if the provider may still report something about it. */
function findUnsettled(payments: readonly Payment[] | undefined): Payment | undefined {
  const last = payments?.[0]
  const isYoung = last && serverTime() - Date.parse(last.openedAt) < ASK_FOR_MS
  return last && isYoung && !hasReceipt(last) ? last : undefined
}

type Answer = Awaited<ReturnType<typeof checkPaymentStatus>>

/** Whether the outcome is still open, or the provider could not be asked. */
function isUndecided({ payment, verdict }: Answer): boolean {
  return payment.state === 'pending' || verdict === 'away'
}

/** Whether money may be on its way, so that paying again could pay twice. */
function mayHavePaid({ payment: { state, openedAt }, verdict }: Answer): boolean {
  return verdict === 'away' || (state === 'pending' && serverTime() - Date.parse(openedAt) < PENDING_MS)
}

function checkQuery(last: Payment | undefined) {
  return queryOptions({
    queryKey: ['payment check', last?.reference],
    queryFn: ({ signal }) => checkPaymentStatus(last?.reference ?? '', last, signal),
    enabled: last !== undefined,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data && isUndecided(state.data) ? RECHECK_MS : false),
  })
}

/**
 * The student's payments. The provider is asked about the newest unsettled one before the student can pay again; `last` is its answer. The
 * check repeats while the payment is pending or the provider does not answer.
 */
export function useMyPayments() {
  const list = useQuery({ ...apiQuery(listPayments, {}), staleTime: LIST_STALE_MS })
  const unsettled = findUnsettled(list.data?.payments)
  const check = useQuery(checkQuery(unsettled))
  const last = unsettled && check.data
  return {
    list,
    /** All payments, with the newest as reported by the provider. */
    payments:
      list.data?.payments.map((payment) => (payment.reference === last?.payment.reference ? last.payment : payment)) ??
      [],
    last,
    mayHavePaid: last !== undefined && mayHavePaid(last),
    isChecking: unsettled !== undefined && check.isFetching && !(last && isUndecided(last)),
    checkError: unsettled && check.error,
    /** Reads and checks again, because the student may have paid. */
    refresh: async () => {
      await list.refetch()
      if (unsettled) await check.refetch()
    },
  }
}
