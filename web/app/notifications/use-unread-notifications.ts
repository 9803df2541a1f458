// The count on the bell follows the server's: a stream tells it, and while there is none the page asks now and then.
import { liveNotifications } from '@baobab/contract/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followStream } from '../api/follow-stream.ts'
import { prefersReducedData } from '../ui/prefers-reduced-data.ts'
import { useOnline } from '../ui/use-online.ts'
import { useVisible } from '../ui/use-visible.ts'
import { receiveUnreadCount, unreadQuery } from './unread-count.ts'

/** The server's heartbeat comes every 50 s. */
const SILENCE_MS = 120_000
/** How long a page waits for the stream's first word before it asks by itself. */
const PATIENCE_MS = 8_000
const ASK_MS = 60_000
/** Where data is dear no stream is held open, and little is asked. */
const SAVING_ASK_MS = 5 * 60_000

/**
 * How many notices of a student are unread; 0 until it is known. One stream for each page that is to be seen.
 * @param token of the student's session
 */
export function useUnreadNotifications(token: string): number {
  const isOpen = [useVisible(), useOnline()].every(Boolean)
  const isSaving = prefersReducedData()
  const isLost = useStream(token, isOpen && !isSaving)
  const { data } = useQuery({
    ...unreadQuery,
    enabled: isOpen && (isSaving || isLost),
    refetchInterval: isSaving ? SAVING_ASK_MS : ASK_MS,
  })
  return data?.unread ?? 0
}

/** Follows the stream while it is wanted; answers whether it has been silent for too long. */
function useStream(token: string, isWanted: boolean): boolean {
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (!isWanted) return undefined
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      timer ??= setTimeout(() => setLost(true), PATIENCE_MS)
    }
    wait()
    void followStream({
      url: liveNotifications.path,
      token,
      silenceMs: SILENCE_MS,
      signal: stop.signal,
      onLost: wait,
      onEvent: ({ event, data }) => {
        if (event !== 'unread') return
        clearTimeout(timer)
        timer = undefined
        setLost(false)
        receiveUnreadCount(data)
      },
    })
    return () => {
      stop.abort()
      clearTimeout(timer)
      setLost(false)
    }
  }, [token, isWanted])
  return isLost
}
