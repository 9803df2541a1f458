import type { Payment } from '@baobab/contract/payments/endpoints.ts'
import { describeRefund, formatNaira, formatPaymentTime } from '@baobab/contract/payments/rules.ts'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { hasReceipt, toStateChip, text } from './text.ts'
import { checkPaymentStatus } from './use-my-payments.ts'

/** All payments of the account, including those that were never finished. */
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
  const { reference, amountKobo, givenBackKobo, openedBy } = payment
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
      {givenBackKobo > 0 && <p className="small">{text.refundedPart(describeRefund(payment))}</p>}
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
