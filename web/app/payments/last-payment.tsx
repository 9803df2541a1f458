import type { checkPayment } from '@baobab/contract/payments.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { Note } from '../ui/note.tsx'

type Answer = ReplyOf<typeof checkPayment>
type Props = {
  /** What the provider says of the newest payment that is not settled. */
  last: Answer | undefined
  error: Error | null | undefined
  onAsk: () => Promise<void>
}

/** How one's last try stands, before there is another. Nothing where there is nothing to know. */
export function LastPayment({ last, error, onAsk }: Props) {
  if (error)
    return (
      <Note kind="warn" icon="wifi-slash" role="alert">
        <div className="stack stack-3">
          <p>We could not check your last payment. {errorMessage(error)}</p>
          <AskAgain onAsk={onAsk} />
        </div>
      </Note>
    )
  // Whoever looked and left is not bothered with it.
  if (!last || last.verdict === 'untouched') return null
  const { payment, verdict, message } = last
  const isWaiting = verdict === 'on-its-way' || verdict === 'away'
  const isBad = verdict === 'declined' || verdict === 'mismatch'
  const kind = isWaiting ? 'warn' : isBad ? 'bad' : 'info'
  const icon = isWaiting ? 'timer' : verdict === 'declined' ? 'x-circle' : 'question'
  return (
    <Note kind={kind} icon={icon} role="status">
      <div className="stack stack-2">
        <p>
          <b>Your last payment,</b> {formatDateTime(new Date(payment.openedAt))}
        </p>
        <p>{message}</p>
        <p className="reference">Reference: {payment.reference}</p>
        {isWaiting && <AskAgain onAsk={onAsk} />}
      </div>
    </Note>
  )
}

/** Says that it asks only when it was pressed, not each time the page asks by itself. */
function AskAgain({ onAsk }: Pick<Props, 'onAsk'>) {
  const [isAsking, setAsking] = useState(false)

  async function ask() {
    setAsking(true)
    await onAsk()
    setAsking(false)
  }

  return (
    <div>
      <Button kind="line" size="sm" onClick={() => void ask()} busyLabel={isAsking && 'Checking...'}>
        Check again
      </Button>
    </div>
  )
}
