import type { checkPayment } from '@baobab/contract/payments.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { sentenceOf } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { dayAndTime } from '../ui/dates.ts'
import { Note } from '../ui/note.tsx'

type Answer = ReplyOf<typeof checkPayment>
type Props = {
  /** What the provider says of the newest payment that is not settled. */
  last: Answer | undefined
  error: Error | null | undefined
  isChecking: boolean
  onAsk: () => void
}

/** How one's last try stands, before there is another. Nothing where there is nothing to know. */
export function LastPayment({ last, error, isChecking, onAsk }: Props) {
  if (error)
    return (
      <Note kind="warn" icon="wifi-slash" role="alert">
        <div className="stack stack-3">
          <p>We could not check your last payment. {sentenceOf(error)}</p>
          <AskAgain isChecking={isChecking} onAsk={onAsk} />
        </div>
      </Note>
    )
  // Whoever looked and left is not bothered with it.
  if (!last || last.verdict === 'untouched') return null
  const { payment, verdict, message } = last
  const isWaiting = verdict === 'on-its-way' || verdict === 'away'
  const kind = isWaiting ? 'warn' : verdict === 'declined' || verdict === 'mismatch' ? 'bad' : 'info'
  return (
    <Note kind={kind} icon={isWaiting ? 'timer' : 'question'} role="status">
      <div className="stack stack-2">
        <p>
          <b>Your last payment,</b> {dayAndTime(new Date(payment.openedAt))}
        </p>
        <p>{message}</p>
        <p className="reference">Reference: {payment.reference}</p>
        {isWaiting && <AskAgain isChecking={isChecking} onAsk={onAsk} />}
      </div>
    </Note>
  )
}

function AskAgain({ isChecking, onAsk }: Pick<Props, 'isChecking' | 'onAsk'>) {
  return (
    <div>
      <Button kind="line" size="sm" onClick={onAsk} busyLabel={isChecking && 'Checking...'}>
        Check again
      </Button>
    </div>
  )
}
