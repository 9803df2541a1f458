import { Button } from './button.tsx'
import { text } from './text.ts'

type Props = { message: string; isRetrying: boolean; onRetry: () => void }

/** A failed request inside a card that also shows other things. `Failure` replaces a whole card. */
export function InlineFailure({ message, isRetrying, onRetry }: Props) {
  return (
    <>
      <p className="muted">{message}</p>
      <div>
        <Button kind="line" size="sm" busyLabel={isRetrying && text.tryingAgain} onClick={onRetry}>
          {text.tryAgain}
        </Button>
      </div>
    </>
  )
}
