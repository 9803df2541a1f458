// Server data in React: reads by `useQuery(q(endpoint, input))`, writes by `useSend(endpoint)`.
import { ApiError } from '@baobab/contract/api-error.ts'
import type { Endpoint, ReplyOf, RequestOf } from '@baobab/contract/endpoint.ts'
import { QueryClient, queryOptions, useMutation, type UseMutationResult } from '@tanstack/react-query'
import { call } from './call.ts'

/** A refusal is final; only silence and the server's own trouble are worth another try. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : 0
  return failures < 2 && (status === 0 || status >= 500)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // Asked at once even when the phone believes it is offline: a failure that is shown beats a spinner that waits.
    queries: { staleTime: 15_000, gcTime: 10 * 60_000, retry: isWorthRetrying, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

function keyOf(endpoint: Endpoint, input?: unknown): readonly unknown[] {
  return input === undefined ? [endpoint.method, endpoint.path] : [endpoint.method, endpoint.path, input]
}

/** Options of a read, for useQuery and for loaders. */
export function q<E extends Endpoint>(endpoint: E, input: RequestOf<E>) {
  return queryOptions<ReplyOf<E>, Error, ReplyOf<E>, readonly unknown[]>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** Marks every read of these endpoints as out of date. */
export function invalidate(...endpoints: Endpoint[]): Promise<unknown> {
  return Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })))
}

/** A write: `send.mutateAsync(input)`, and what it makes out of date. */
export function useSend<E extends Endpoint>(
  endpoint: E,
  options: { changes?: Endpoint[] } = {},
): UseMutationResult<ReplyOf<E>, Error, RequestOf<E>> {
  return useMutation({
    mutationFn: (input: RequestOf<E>) => call(endpoint, input),
    onSuccess: async () => {
      await invalidate(...(options.changes ?? []))
    },
  })
}
