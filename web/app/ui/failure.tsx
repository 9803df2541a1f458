import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Scene } from './scene.tsx'

type Props = {
  /** The spec's sentence: "Failed to load videos." */
  title: string
  help?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
  isRetrying?: boolean
  onRetry?: () => void
}

const HELP = 'Check your network, then try again. Nothing you did is lost.'

/** Something could not be fetched: what happened, what to do, one button. */
export function Failure({ title, help = HELP, heading: Heading = 'h2', isRetrying = false, onRetry }: Props) {
  return (
    <div className="card empty" role="alert">
      <Scene name="offline" />
      <Heading className="empty__t">{title}</Heading>
      <p className="muted">{help}</p>
      {onRetry && (
        <Button kind="line" onClick={onRetry} busyLabel={isRetrying && 'Trying again...'}>
          Try again
        </Button>
      )}
    </div>
  )
}
