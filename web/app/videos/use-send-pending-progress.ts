import { listVideos } from '@baobab/contract/videos.ts'
import { useEffect } from 'react'
import { invalidate } from '../api/query.ts'
import { getWatchOutbox } from './app-watch-outbox.ts'

/** No event tells when a bad network is good again. */
const AGAIN_MS = 15_000

/** Sends what was done with films while there was no network: at the start, when it is back, and every now and then. */
export function useSendPendingProgress(studentId: string): void {
  useEffect(() => {
    const outbox = getWatchOutbox()
    const send = () => {
      if (!outbox.hasPending(studentId)) return
      void outbox.send(studentId).then((isDone) => isDone && invalidate(listVideos))
    }
    const sendWhenSeen = () => {
      if (document.visibilityState === 'visible') send()
    }
    send()
    const timer = setInterval(send, AGAIN_MS)
    addEventListener('online', send)
    document.addEventListener('visibilitychange', sendWhenSeen)
    return () => {
      clearInterval(timer)
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', sendWhenSeen)
    }
  }, [studentId])
}
