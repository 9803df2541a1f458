import { listAwards } from '@baobab/contract/awards/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { useEffect } from 'react'
import { invalidate } from '../api/query.ts'
import { phoneStorage } from '../browser/storage.ts'
import { getWatchOutbox } from './app-watch-outbox.ts'
import { listPendingPlays } from './pending-plays.ts'

/** No event reports that a bad network has recovered. */
const RETRY_EVERY_MS = 15_000

/**
 * Sends what the student did with videos while offline: at the start, when the network is back, and every 15 seconds.
 */
export function useSendPendingProgress(studentId: string): void {
  useEffect(() => {
    const outbox = getWatchOutbox()
    const send = async () => {
      if (outbox.hasPending(studentId) && (await outbox.send(studentId))) await invalidate(listVideos, listAwards)
      if (listPendingPlays(phoneStorage, studentId).length > 0) {
        const { sendPendingPlays } = await import('./track-played.ts')
        await sendPendingPlays(studentId)
      }
    }
    // What could not be sent or loaded is tried again.
    const sendNow = () => void send().catch(() => undefined)
    const sendWhenVisible = () => {
      if (document.visibilityState === 'visible') sendNow()
    }
    sendNow()
    const timer = setInterval(sendNow, RETRY_EVERY_MS)
    addEventListener('online', sendNow)
    document.addEventListener('visibilitychange', sendWhenVisible)
    return () => {
      clearInterval(timer)
      removeEventListener('online', sendNow)
      document.removeEventListener('visibilitychange', sendWhenVisible)
    }
  }, [studentId])
}
