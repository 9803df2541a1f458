import { paymentsText } from '@baobab/contract/payments-text.ts'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'

/** What one should know before paying. Nobody is hurried. */
export function TrustMarks() {
  return (
    <>
      <Note kind="warn" icon="users-three">
        <b>Under 18?</b> Ask a parent or guardian before you pay, and let them enter the card details.
      </Note>
      <Note icon="wifi-slash">
        <b>Network dropped?</b> Do not pay again. Come back to this page and we will check your reference first.
      </Note>
      <Note icon="credit-card">
        <b>Never in a message.</b> Baobab does not ask for a card number, a PIN or a bank transfer by mail, chat or
        telephone.
      </Note>
      <Card className="stack stack-3">
        <h2 className="card__h">After you pay</h2>
        <p className="muted small">
          You will see “{paymentsText.verifyingPayment}” for a few seconds, then “{paymentsText.paymentConfirmed}” The
          receipt comes by email. A payment opens videos and trivia; it buys no points and no place.
        </p>
      </Card>
    </>
  )
}
