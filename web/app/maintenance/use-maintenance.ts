// What a student's page knows of maintenance: from the list of attempts, which all pages share, and from the event stream.
import { ApiError, type ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { Maintenance } from '@baobab/contract/maintenance/endpoints.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, invalidate, queryClient } from '../api/query.ts'

/** How often a page asks while maintenance is on: its stream may have fallen silent, because servers are restarted then. */
const POLL_MS = 20_000
/** The same for a page that has no stream: a running quiz continues when the maintenance ends. */
const POLL_WITHOUT_STREAM_MS = 4_000
/** Makes the pages of a school ask at different moments, though one event told them all of the maintenance. */
const spread = 1 + Math.random() / 5

type Attempts = ReplyOf<typeof listAttempts>

const { queryKey } = apiQuery(listAttempts, {})
const isOn = (list: Attempts | undefined) => list?.maintenance?.phase === 'on'

/** Whether the page has a stream of events, which says when the maintenance ends. */
let hasStream = false

/** Notes that the stream was opened or lost. During maintenance the page asks at once: its end may have been missed. */
export function noteStream(isOpen: boolean): void {
  if (isOpen !== hasStream && isOn(queryClient.getQueryData(queryKey))) void invalidate(listAttempts)
  hasStream = isOpen
}

/** Returns the maintenance that is planned or on, as far as the page knows. Sends no request of its own until it is on. */
export function useMaintenance(): Maintenance | undefined {
  const { data } = useQuery({
    ...apiQuery(listAttempts, {}),
    refetchInterval: ({ state }) => isOn(state.data) && spread * (hasStream ? POLL_MS : POLL_WITHOUT_STREAM_MS),
  })
  return data?.maintenance ?? undefined
}

/** Stores what an event says. After the end of a maintenance, a running quiz has a new deadline, so the list is read again. */
export function receiveMaintenance(data: string): void {
  const { maintenance } = JSON.parse(data) as { maintenance: Maintenance | null }
  const stored = queryClient.getQueryState<Attempts>(queryKey)
  const list = stored?.data
  if (!list) return
  const wasPaused = isOn(list) && list.attempts.some(({ state }) => state === 'running')
  // The rest of the list is as old as it was.
  queryClient.setQueryData(queryKey, { ...list, maintenance }, { updatedAt: stored.dataUpdatedAt })
  if (wasPaused) void invalidate(listAttempts)
}

/** Lets the page learn of maintenance from a call that it refused; throws the error again. */
export function readMaintenanceAfterRefusal(error: unknown): never {
  if (error instanceof ApiError && error.code === 'maintenance') void invalidate(listAttempts)
  throw error
}
