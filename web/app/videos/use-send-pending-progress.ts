import { listAwards } from '@baobab/contract/awards.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { useEffect } from 'react'
import { invalidate } from '../api/query.ts'
import { getWatchOutbox } from './app-watch-outbox.ts'

/** No event reports that a bad network has recovered. */
const RETRY_EVERY_MS = 15_000

/**
 * Sends what the student did with videos while offline: at the start, when the network is back, and every 15 seconds.
 */
export function useSendPendingProgress(studentId: string): void {
  useEffect(() => {
    const outbox = getWatchOutbox()
    const send = () => {
      if (!outbox.hasPending(studentId)) return
      void outbox.send(studentId).then((isDone) => isDone && invalidate(listVideos, listAwards))
    }
    const sendWhenVisible = () => {
      if (document.visibilityState === 'visible') send()
    }
    send()
    const timer = setInterval(send, RETRY_EVERY_MS)
    addEventListener('online', send)
    document.addEventListener('visibilitychange', sendWhenVisible)
    return () => {
      clearInterval(timer)
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', sendWhenVisible)
    }
  }, [studentId])
}
