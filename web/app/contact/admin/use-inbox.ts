import { listMessages, messageFilters, type MessageFilter } from '@baobab/contract/contact-admin.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { callApi } from '../../api/call-api.ts'

type Change = { show?: MessageFilter; search?: string; message?: string | undefined }

/** What the address says: which messages, and which of them is open. */
export function useInboxView() {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (next: Change) =>
      setParams(
        (now) => {
          const changed = new URLSearchParams(now)
          for (const [name, value] of Object.entries(next))
            if (value && value !== 'all') changed.set(name, value)
            else changed.delete(name)
          return changed
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  return {
    show: messageFilters.find((filter) => filter === params.get('show')) ?? 'all',
    search: params.get('search')?.slice(0, 100) ?? '',
    openId: params.get('message') ?? undefined,
    /** The address of the same list with this message open, or with none. */
    addressOf: (message: string | undefined) => {
      const to = new URLSearchParams(params)
      if (message) to.set('message', message)
      else to.delete('message')
      return { search: to.toString() }
    },
    change,
  }
}

/** The messages of a view, page after page. */
export function useMessages(show: MessageFilter, search: string) {
  const query = { show, ...(search ? { search } : {}) }
  return useInfiniteQuery({
    queryKey: [listMessages.method, listMessages.path, query],
    queryFn: ({ pageParam, signal }) =>
      callApi(listMessages, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}
