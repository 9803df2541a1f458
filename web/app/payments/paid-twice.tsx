import { paymentsText } from '@baobab/contract/payments-text.ts'
import { Note } from '../ui/note.tsx'

/** That a payment was one too many, and that nothing has to be done about it. */
export function PaidTwice() {
  return (
    <Note kind="warn" icon="arrow-counter-clockwise">
      <b>{paymentsText.paidTwice.title}.</b> {paymentsText.paidTwice.description}
    </Note>
  )
}
