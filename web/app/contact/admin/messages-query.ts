// The query for the list of messages and its parameters in the address, shared by the page and its loader. Kept out of
// the page's module, because React Router can split a loader into a small script only if the two share no code there.
import { listMessages, messageFilters, type MessageFilter } from '@baobab/contract/contact/endpoints.ts'
import { callApi, hasLoginFor } from '../../api/call-api.ts'
import { queryClient } from '../../api/query.ts'

/** Returns the filter and the search from the address. */
export function readListParams(params: URLSearchParams): { show: MessageFilter; search: string } {
  return {
    show: messageFilters.find((filter) => filter === params.get('show')) ?? 'all',
    search: params.get('search')?.slice(0, 100) ?? '',
  }
}

/** Options of the list, for useInfiniteQuery and prefetchInfiniteQuery. */
export function messagesQuery({ show, search }: { show: MessageFilter; search: string }) {
  const query = { show, ...(search ? { search } : {}) }
  return {
    queryKey: [listMessages.method, listMessages.path, query],
    queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
      callApi(listMessages, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
  }
}

/**
 * Requests the first page while the code of the page is still loading. Without a login that may read
 * it the layout shows something else.
 */
export function prefetchMessages(params: URLSearchParams): void {
  if (!hasLoginFor(listMessages)) return
  void queryClient.prefetchInfiniteQuery(messagesQuery(readListParams(params)))
}
