import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { listSchools } from '@baobab/contract/notifications/admin.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'
import { useDebouncedValue } from '../../ui/debounce.ts'

/**
 * Returns schools whose names contain what was typed, with the number of their students, and whether there are more; none while it
 * is not enabled.
 */
export function useSchools(typed: string, isEnabled = true): ReplyOf<typeof listSchools> {
  const search = useDebouncedValue(typed.trim(), 250)
  const { data } = useQuery({
    ...apiQuery(listSchools, { query: { search } }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
  return data ?? { schools: [], hasMore: false }
}
