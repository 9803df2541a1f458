import { paymentsText } from '@baobab/contract/payments/text.ts'
import { Note } from '../ui/note.tsx'

/** Explains to a student that a payment was surplus and will be refunded. */
export function PaidTwice() {
  const { title, description } = paymentsText.paidTwice
  return (
    <Note kind="warn" icon="arrow-counter-clockwise">
      <b>{title}.</b> {description}
    </Note>
  )
}
