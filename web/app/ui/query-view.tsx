import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'

/** What this component reads of a query: a result of useQuery fits. */
export type QueryState<Data> = {
  data: Data | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

type Props<Data> = {
  query: QueryState<Data>
  /** The sentence of the failure: "Failed to load videos." */
  failed: string
  /** A more exact explanation in place of the usual advice. */
  help?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
  /** Shown while the first answer is on its way: `<Loading>` with skeletons in the shape of the content. */
  loading: ReactNode
  /** Draws the data, and its empty state. Data that was read before stays in view while it is read again. */
  children: (data: Data) => ReactNode
}

/** The one way to show a query: its data, a failure with a button to try again, or that it is loading. */
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
