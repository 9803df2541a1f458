import type { Payment } from '@baobab/contract/payments.ts'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { paths } from '../paths.ts'
import { formatNaira } from '@baobab/contract/naira.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { checkPaymentStatus } from './use-my-payments.ts'
import { hasReceipt, isUnsettled, stateChipProps } from './labels.ts'

/** All payments of this account, tries that came to nothing included. */
export function YourPayments({ payments }: { payments: readonly Payment[] }) {
  return (
    <Card className="stack stack-3" aria-labelledby="your-payments">
      <h2 className="card__h" id="your-payments">
        Your payments
      </h2>
      <ul>
        {payments.map((payment) => (
          <Row key={payment.reference} payment={payment} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ payment }: { payment: Payment }) {
  const { reference, amountKobo, openedAt, openedBy } = payment
  const { label, kind, icon } = stateChipProps(payment)
  const [isAsking, setAsking] = useState(false)
  const [answer, setAnswer] = useState<string>()

  async function ask() {
    setAsking(true)
    setAnswer(undefined)
    setAnswer(await checkPaymentStatus(reference, payment).then(({ message }) => message, errorMessage))
    setAsking(false)
  }

  return (
    <li className="payment">
      <div className="row between">
        <b className="num">{formatNaira(amountKobo)}</b>
        <Chip kind={kind} icon={icon}>
          {label}
        </Chip>
      </div>
      <p className="small muted">
        {formatDateTime(new Date(openedAt))}
        {openedBy === 'parent' && ', by a parent'}
      </p>
      <p className="small muted reference">{reference}</p>
      <div className="row">
        {isUnsettled(payment) && (
          <Button kind="line" size="sm" busyLabel={isAsking && 'Checking...'} onClick={() => void ask()}>
            Check again
            <span className="sr"> payment {reference}</span>
          </Button>
        )}
        {hasReceipt(payment) && (
          <a className={buttonClass({ kind: 'line', size: 'sm' })} href={paths.student.receipt(reference)}>
            Receipt
            <span className="sr"> of payment {reference}</span>
          </a>
        )}
      </div>
      <p className="small" role="status">
        {answer}
      </p>
    </li>
  )
}
