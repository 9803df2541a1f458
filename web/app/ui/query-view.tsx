import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Scene } from './scene.tsx'
import { text } from './text.ts'

/** What this component reads from a query; a result of useQuery fits. */
export type QueryState<Data> = {
  data: Data | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

type Props<Data> = {
  query: QueryState<Data>
  /** The failure message: "Failed to load videos." */
  failed: string
  /** A more precise explanation instead of the usual advice. */
  help?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
  /** Shown until the first reply arrives: `<Loading>` with skeletons shaped like the content. */
  loading: ReactNode
  /** Renders the data, or its empty state. Loaded data stays visible while it is refetched. */
  children: (data: Data) => ReactNode
}

/** Shows a query: its data, a failure with a button for trying again, or a loading state. */
export function QueryView<Data>({ query, failed, help, heading, loading, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return loading
  return (
    <Failure
      title={failed}
      {...(help !== undefined && { help })}
      {...(heading && { heading })}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

type FailureProps = {
  /** "Failed to load videos." */
  title: string
  help?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
  isRetrying?: boolean
  onRetry?: () => void
}

/** Shown if data could not be loaded: what happened, what to do, and a button for trying again. */
export function Failure({
  title,
  help = text.failureHelp,
  heading: Heading = 'h2',
  isRetrying = false,
  onRetry,
}: FailureProps) {
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
