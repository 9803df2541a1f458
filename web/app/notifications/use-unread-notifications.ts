// The count on the bell and the app's icon, from an event stream, or by polling while there is no stream.
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  liveNotifications,
  studentNotifications,
  unreadNotifications,
} from '@baobab/contract/notifications/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { showAppBadge } from '../api/app-badge.ts'
import { followStream } from '../api/follow-stream.ts'
import { apiQuery, invalidate, queryClient } from '../api/query.ts'
import { noteStream, receiveMaintenance } from '../maintenance/use-maintenance.ts'
import { useOnline } from '../ui/online.tsx'
import { prefersReducedData } from '../ui/prefers-reduced-data.ts'
import { useVisible } from '../ui/use-visible.ts'

/** Longer than two heartbeat intervals: the server sends a heartbeat every 50 seconds. */
const SILENCE_MS = 120_000
/** How long a page waits for the stream's first event before it polls. */
const FIRST_EVENT_MS = 8_000
const POLL_MS = 60_000
/** If the user asked to save data, the page opens no stream and polls this rarely. */
const REDUCED_DATA_POLL_MS = 5 * 60_000

/**
 * Returns the number of a student's unread notifications; 0 until it is known. A visible page keeps one stream open.
 * @param token of the student's session
 */
export function useUnreadNotifications(token: string): number {
  const isOpen = [useVisible(), useOnline()].every(Boolean)
  const isSavingData = prefersReducedData()
  const isSilent = useUnreadStream(token, isOpen && !isSavingData)
  const { data } = useQuery({
    ...unreadQuery,
    enabled: isOpen && (isSavingData || isSilent),
    refetchInterval: isSavingData ? REDUCED_DATA_POLL_MS : POLL_MS,
  })
  const unread = data?.unread
  // A push message may have replaced the number while the page was hidden.
  useEffect(() => {
    if (unread !== undefined && isOpen) void showAppBadge(unread)
  }, [unread, isOpen])
  return unread ?? 0
}

/** Follows the stream while enabled. Returns whether it has been silent for too long. */
function useUnreadStream(token: string, isEnabled: boolean): boolean {
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    if (!isEnabled) return undefined
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const startTimer = () => {
      noteStream(false)
      timer ??= setTimeout(() => setSilent(true), FIRST_EVENT_MS)
    }
    startTimer()
    void followStream({
      url: liveNotifications.path,
      token,
      silenceMs: SILENCE_MS,
      signal: stop.signal,
      onLost: startTimer,
      onEvent: ({ event, data }) => {
        if (event === 'maintenance') receiveMaintenance(data)
        if (event !== 'unread') return
        clearTimeout(timer)
        timer = undefined
        setSilent(false)
        noteStream(true)
        receiveUnreadCount(data)
      },
    })
    return () => {
      stop.abort()
      clearTimeout(timer)
      setSilent(false)
    }
  }, [token, isEnabled])
  return isSilent
}

// The number of unread notifications, as last reported by the server: in the stream, with a list, or after a notification was marked as
// read.

export const unreadQuery = apiQuery(unreadNotifications, {})

/** Stores a count from a reply. */
export function storeUnreadCount(unread: number): void {
  queryClient.setQueryData(unreadQuery.queryKey, { unread })
}

/** Stores a count from the stream. If it has risen, an open list is fetched again. */
function receiveUnreadCount(data: string): void {
  const { unread } = JSON.parse(data) as ReplyOf<typeof unreadNotifications>
  const previous = queryClient.getQueryData(unreadQuery.queryKey)
  storeUnreadCount(unread)
  if (previous && unread > previous.unread) void invalidate(studentNotifications)
}
