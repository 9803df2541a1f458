import type { Endpoint, ReplyOf, RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { useIsAllowed } from './if-allowed.tsx'

const POLL_MS = 60_000

/** Returns a number of what waits for an admin, for the menu; 0 until it is known, and for roles that may not ask. */
export function useMenuCount<E extends Endpoint>(
  endpoint: RequestOf<E> extends Record<string, never> ? E : never,
  read: (reply: ReplyOf<E>) => number,
): number {
  const enabled = useIsAllowed(endpoint.who)
  const { data } = useQuery({ ...apiQuery(endpoint, {} as RequestOf<E>), refetchInterval: POLL_MS, enabled })
  return data === undefined ? 0 : read(data)
}
