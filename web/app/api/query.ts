// Server data in React: read with `useQuery(apiQuery(endpoint, input))`, write with `useApiMutation(endpoint)`.
import { ApiError, type Endpoint, type ReplyOf, type RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { onlineManager, QueryClient, queryOptions, useMutation, type UseMutationResult } from '@tanstack/react-query'
import { callApi, hasLoginFor } from './call-api.ts'
import { NO_REPLY } from './time-limit.ts'

/**
 * Retries twice if the network or the server failed. A refusal (4xx) is final. After a silent network the user decides, having already
 * waited long enough. A device that knows it is offline fails at once; failed requests are repeated when the network returns.
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!navigator.onLine) return false
  if (error instanceof ApiError && error.code === NO_REPLY) return false
  const status = error instanceof ApiError ? error.status : 0
  return failures < 2 && (status === 0 || status >= 500)
}

// The library assumes a network, and would not notice one returning to a page that was opened offline.
if (typeof window !== 'undefined') onlineManager.setOnline(navigator.onLine)

export const queryClient = new QueryClient({
  defaultOptions: {
    // Requests are sent even when the device believes it is offline: it is often wrong, and showing a failure is better than an endless
    // spinner.
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: shouldRetry,
      networkMode: 'always',
      // Repeats requests that failed offline. The default is off when networkMode is 'always'.
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

// The library uses the phone's clock: if that was set back, earlier data would seem fresh until it has caught up.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'observerAdded' && query.state.dataUpdatedAt > Date.now()) query.invalidate()
})

function queryKey(endpoint: Endpoint, input?: unknown): readonly unknown[] {
  return input === undefined ? [endpoint.method, endpoint.path] : [endpoint.method, endpoint.path, input]
}

/** Read options for useQuery and prefetch. */
export function apiQuery<E extends Endpoint>(endpoint: E, input: RequestOf<E>) {
  return queryOptions<ReplyOf<E>, Error, ReplyOf<E>, readonly unknown[]>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => callApi(endpoint, input, { signal }),
  })
}

/**
 * Requests what a page will read while the page's code is still loading. Used in a page's `clientLoader`, which React Router splits into a
 * small script of its own. The page's `useQuery` then joins the request in flight, and the page shows any failure. Sends nothing without a
 * login that may call the endpoint, because the layout then shows something else.
 */
export function prefetch<E extends Endpoint>(endpoint: E, input: RequestOf<E>): void {
  if (!hasLoginFor(endpoint)) return
  void queryClient.prefetchQuery(apiQuery(endpoint, input))
}

/**
 * Marks all queries of these endpoints as stale, and requests the visible ones again. A request in flight is abandoned: it may have been
 * answered before the change, yet its reply would count as new.
 */
export async function invalidate(...endpoints: Endpoint[]): Promise<void> {
  await Promise.all(
    endpoints.map(async (endpoint) => {
      const queries = { queryKey: queryKey(endpoint) }
      await queryClient.cancelQueries(queries)
      await queryClient.invalidateQueries(queries)
    }),
  )
}

/**
 * Sends a write with `mutateAsync(input)`. On success, marks the queries of the endpoints in `changes` as stale. Writes with the same
 * `scope` are sent one after the other, so that a reply never shows less than the previous one.
 */
export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  options: { changes?: Endpoint[]; scope?: string } = {},
): UseMutationResult<ReplyOf<E>, Error, RequestOf<E>> {
  return useMutation({
    ...(options.scope !== undefined && { scope: { id: options.scope } }),
    mutationFn: (input: RequestOf<E>) => callApi(endpoint, input),
    onSuccess: async () => {
      await invalidate(...(options.changes ?? []))
    },
  })
}
