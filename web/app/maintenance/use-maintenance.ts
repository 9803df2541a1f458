// What a student's page knows of maintenance: from the list of attempts, which all pages share, and from the event stream.
import { ApiError } from '@baobab/contract/api-error.ts'
import type { Maintenance } from '@baobab/contract/maintenance.ts'
import { listAttempts } from '@baobab/contract/quiz.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, invalidate, queryClient } from '../api/query.ts'

/** How often a page asks while maintenance is on: its stream may be lost, because servers are restarted then. */
const POLL_MS = 20_000
/** The same for a page without a stream on which a quiz runs: the quiz goes on when the maintenance ends. */
const QUIZ_POLL_MS = 4_000
/** Makes the pages of a school ask at different moments, though one event told them all of the maintenance. */
const spread = 1 + Math.random() / 5

type Attempts = ReplyOf<typeof listAttempts>

const hasRunning = ({ attempts }: Attempts): boolean => attempts.some(({ state }) => state === 'running')
const isPaused = (list: Attempts): boolean => list.maintenance?.phase === 'on' && hasRunning(list)

/** Whether the page has a stream of events, which says when the maintenance ends. */
let hasStream = false

/**
 * Notes that the stream was opened or lost. A paused quiz asks at once: while there was no stream the maintenance may have ended,
 * and from now on it asks more rarely, or more often.
 */
export function noteStream(isOpen: boolean): void {
  if (isOpen === hasStream) return
  hasStream = isOpen
  const list = queryClient.getQueryData<Attempts>(apiQuery(listAttempts, {}).queryKey)
  if (list && isPaused(list)) void invalidate(listAttempts)
}

/** Returns the maintenance that is planned or on, as far as the page knows. Sends no request of its own until it is on. */
export function useMaintenance(): Maintenance | undefined {
  const { data } = useQuery({
    ...apiQuery(listAttempts, {}),
    refetchInterval: ({ state: { data: list } }) =>
      list?.maintenance?.phase === 'on' && spread * (isPaused(list) && !hasStream ? QUIZ_POLL_MS : POLL_MS),
  })
  return data?.maintenance ?? undefined
}

/** Stores what an event says. After the end of a maintenance, a running quiz has a new deadline, so the list is read again. */
export function receiveMaintenance(data: string): void {
  const { maintenance } = JSON.parse(data) as { maintenance: Maintenance | null }
  const { queryKey } = apiQuery(listAttempts, {})
  const stored = queryClient.getQueryState<Attempts>(queryKey)
  const list = stored?.data
  if (!list) return
  const wasPaused = isPaused(list)
  // The server's time in the list is still that of its reply.
  queryClient.setQueryData(queryKey, { ...list, maintenance }, { updatedAt: stored.dataUpdatedAt })
  if (wasPaused) void invalidate(listAttempts)
}

/** Lets the page learn of maintenance from a call that it refused; throws the error again. */
export function readMaintenanceAfterRefusal(error: unknown): never {
  if (error instanceof ApiError && error.code === 'maintenance') void invalidate(listAttempts)
  throw error
}
