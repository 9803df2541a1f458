// The query for the message list and its parameters in the address, shared by the page and its loader. Separate from the page's module,
// because React Router can split a loader into a small script only if the two share no code there.
import { listMessages, oneMessage, type ContactMessage } from '@baobab/contract/contact/endpoints.ts'
import { callApi, hasLoginFor } from '../../api/call-api.ts'
import { queryClient, apiQuery } from '../../api/query.ts'
import { parseSelection, type SelectionOf } from '../../lists/admin/list-address.ts'
import { text } from './text.ts'

export const inbox = {
  address: 'edited',
  filters: {
    show: {
      kind: 'choice',
      look: 'pills',
      label: text.show,
      otherwise: 'all',
      options: [
        { value: 'all', label: text.all },
        { value: 'open', label: text.open },
        { value: 'waiting', label: text.waiting },
        { value: 'closed', label: text.closed },
        { value: 'unread', label: text.unread },
        { value: 'mine', label: text.mine },
        { value: 'due', label: text.due },
        // Saved views of earlier releases may have it.
        { value: 'answered', label: text.answered, isFormer: true },
      ],
    },
    search: { kind: 'search', label: text.searchLabel, placeholder: text.searchPlaceholder },
  },
} as const
export type InboxSelection = SelectionOf<typeof inbox.filters>

/** Options for the list, for useInfiniteQuery and prefetchInfiniteQuery. */
export function messagesQuery(query: InboxSelection) {
  return {
    queryKey: [listMessages.method, listMessages.path, query],
    queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
      callApi(listMessages, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
  }
}

/**
 * Requests the first page while the page's code is still loading. Does nothing if nobody who may read it is logged
 * in, because the layout then shows something else.
 */
export function prefetchMessages(params: URLSearchParams): void {
  if (!hasLoginFor(listMessages)) return
  void queryClient.prefetchInfiniteQuery(messagesQuery(parseSelection(inbox, params)))
}

/** Shows the message from a reply. It is not requested again, because each read is written to the audit log. */
export function cacheMessage(message: ContactMessage): void {
  queryClient.setQueryData(apiQuery(oneMessage, { params: { messageId: message._id } }).queryKey, { message })
}
