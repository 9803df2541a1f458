import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Scene } from './scene.tsx'
import { text } from './text.ts'

type Props = {
  /** "Failed to load videos." */
  title: string
  help?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
  isRetrying?: boolean
  onRetry?: () => void
}

/** Data could not be loaded: what happened, what to do, and a button to try again. */
export function Failure({
  title,
  help = text.failureHelp,
  heading: Heading = 'h2',
  isRetrying = false,
  onRetry,
}: Props) {
  return (
    <div className="card empty" role="alert">
      <Scene name="offline" />
      <Heading className="empty__t">{title}</Heading>
      <p className="muted">{help}</p>
      {onRetry && (
        <Button kind="line" onClick={onRetry} busyLabel={isRetrying && text.tryingAgain}>
          {text.tryAgain}
        </Button>
      )}
    </div>
  )
}
