// What a student page knows about maintenance: from the list of attempts, which all pages share, and from the event stream.
import { ApiError, type ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { Maintenance } from '@baobab/contract/maintenance/endpoints.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, invalidate, queryClient } from '../api/query.ts'

/** How often a page asks during maintenance: its stream may have fallen silent, because servers are being restarted. */
const POLL_MS = 20_000
/** The same for a page without a stream: a running quiz continues when maintenance ends. */
const POLL_WITHOUT_STREAM_MS = 4_000
/** Spreads the requests of a school's pages, which all learn of the maintenance from the same event. */
const spread = 1 + Math.random() / 5

type Attempts = ReplyOf<typeof listAttempts>

const { queryKey } = apiQuery(listAttempts, {})
const isOn = (list: Attempts | undefined) => list?.maintenance?.phase === 'on'

/** Whether the page has an event stream, which reports the end of maintenance. */
let hasStream = false

/** Notes that the stream was opened or lost. During maintenance the page then asks at once, because it may have missed the end. */
export function noteStream(isOpen: boolean): void {
  if (isOpen !== hasStream && isOn(queryClient.getQueryData(queryKey))) void invalidate(listAttempts)
  hasStream = isOpen
}

/** Returns planned or current maintenance, as far as the page knows. Sends requests of its own only during maintenance. */
export function useMaintenance(): Maintenance | undefined {
  const { data } = useQuery({
    ...apiQuery(listAttempts, {}),
    refetchInterval: ({ state }) => isOn(state.data) && spread * (hasStream ? POLL_MS : POLL_WITHOUT_STREAM_MS),
  })
  return data?.maintenance ?? undefined
}

/** Stores what an event reports. When maintenance ends, a running quiz gets a new deadline, so the list is read again. */
export function receiveMaintenance(data: string): void {
  const { maintenance } = JSON.parse(data) as { maintenance: Maintenance | null }
  const stored = queryClient.getQueryState<Attempts>(queryKey)
  const list = stored?.data
  if (!list) return
  const wasPaused = isOn(list) && list.attempts.some(({ state }) => state === 'running')
  // The rest of the list is as old as before.
  queryClient.setQueryData(queryKey, { ...list, maintenance }, { updatedAt: stored.dataUpdatedAt })
  if (wasPaused) void invalidate(listAttempts)
}

/** Makes the page check for maintenance after a call was refused because of it. Rethrows the error. */
export function readMaintenanceAfterRefusal(error: unknown): never {
  if (error instanceof ApiError && error.code === 'maintenance') void invalidate(listAttempts)
  throw error
}
