import { recheckPayment, type PaymentHistory } from '@baobab/contract/payments-admin.ts'
import { useRef, useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { paymentChanges } from './use-payment.ts'

/** What an admin may do about a payment. */
export function PaymentActions({ payment, student, refund }: PaymentHistory) {
  const [isNoting, setNoting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const canDoNothing = !payment.isOpen && refund === null
  return (
    <Card className="stack stack-3" aria-labelledby="actions">
      <h2 className="card__h" id="actions" ref={heading} tabIndex={-1}>
        What you can do
      </h2>
      {payment.isOpen && <AskNow reference={payment.reference} />}
      {refund && (
        <>
          <Button kind="line" onClick={() => setNoting(true)}>
            <Icon name="arrow-counter-clockwise" />
            Note a refund
          </Button>
          <p className="small muted">
            Writes down that money was given back. It moves none: that is done in the dashboard of the payment service.
          </p>
          <RefundDialog
            isOpen={isNoting}
            reference={payment.reference}
            username={student?.username ?? null}
            refund={refund}
            onClose={() => setNoting(false)}
            onDone={() => heading.current?.focus()}
          />
        </>
      )}
      {canDoNothing && <p className="muted">Nothing: this payment is settled.</p>}
    </Card>
  )
}

function AskNow({ reference }: { reference: string }) {
  const send = useApiMutation(recheckPayment, { changes: paymentChanges })
  async function ask() {
    try {
      const { message, isFresh } = await send.mutateAsync({ params: { reference } })
      if (isFresh) toast(message)
    } catch {
      // The note says it.
    }
  }
  return (
    <>
      <Button busyLabel={send.isPending && 'Asking...'} onClick={() => void ask()}>
        Ask the provider now
      </Button>
      {send.data?.isFresh === false && (
        <Note kind="warn" role="status">
          {send.data.message}
        </Note>
      )}
      {send.error && (
        <Note kind="bad" role="alert">
          {errorMessage(send.error)}
        </Note>
      )}
    </>
  )
}
