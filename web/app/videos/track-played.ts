// Reports what a student really plays or reads of a video. Loaded once playing or reading begins.
import { listAwards } from '@baobab/contract/awards/endpoints.ts'
import { listVideos, reportPlayed } from '@baobab/contract/videos/endpoints.ts'
import { readingSeconds } from '@baobab/contract/videos/transcript.ts'
import { callKeepalive } from '../api/call-api.ts'
import { invalidate } from '../api/query.ts'
import { studentSession } from '../api/session.ts'
import { phoneStorage } from '../browser/storage.ts'
import { updateCachedVideo } from './cached-videos.ts'
import { createPlayedOutbox, type Played } from './played-outbox.ts'
import { createPlayMeter } from './player/play-meter.ts'

const REPORT_EVERY_MS = 15_000

const outbox = createPlayedOutbox({
  storage: phoneStorage,
  sendPlayed: (id, { ranges, hasRead }) =>
    callKeepalive(reportPlayed, { params: { id }, body: { ranges: [...ranges], ...(hasRead && { hasRead }) } }),
  currentStudentId: () => studentSession()?.studentId,
})

/** Reports through the outbox. Returns how many more seconds must be played; null if that is unknown. */
async function savePlayed(id: string, played: Played): Promise<number | null> {
  const studentId = studentSession()?.studentId
  if (studentId === undefined) return null
  try {
    const { secondsToPlay } = await outbox.report(studentId, id, played)
    updateCachedVideo(id, { secondsToPlay })
    if (secondsToPlay === 0) await invalidate(listAwards)
    return secondsToPlay
  } catch {
    return null
  }
}

/** Sends what could not be reported before. */
export async function sendPendingPlays(studentId: string): Promise<void> {
  if (await outbox.send(studentId)) await invalidate(listVideos, listAwards)
}

type Options = { element: HTMLVideoElement; videoId: string }

/**
 * Reports which seconds are played: every 15 seconds, on pause, at the end, and when the page is left. First it tells the
 * server that playing has begun, because no more can be played than the time since then allows.
 * @returns a function that ends the counting
 */
export function trackPlayed({ element, videoId }: Options): () => void {
  const meter = createPlayMeter()
  const listening = new AbortController()
  const { signal } = listening
  const note = () => {
    const { currentTime: position, playbackRate: speed, paused: isPaused, seeking: isSeeking } = element
    meter.note({ position, speed, isPaused, isSeeking, atMs: performance.now() })
  }
  const send = (ranges: ReturnType<typeof meter.take>) =>
    void savePlayed(videoId, { ranges }).then((left) => left === 0 && stop())
  const report = () => {
    note()
    const ranges = meter.take()
    if (ranges.length > 0) send(ranges)
  }
  const timer = setInterval(report, REPORT_EVERY_MS)
  const stop = () => {
    clearInterval(timer)
    listening.abort()
  }

  for (const type of ['timeupdate', 'ratechange', 'seeking', 'emptied'])
    element.addEventListener(type, note, { signal })
  for (const type of ['pause', 'ended']) element.addEventListener(type, report, { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && report(), { signal })
  addEventListener('pagehide', report, { signal })
  note()
  send([])
  return () => {
    report()
    stop()
  }
}

/**
 * Reports that a transcript was read, once it has been open on a visible page for the time that reading it takes.
 * @returns a function that ends the counting
 */
export function trackRead({ videoId, paragraphs }: { videoId: string; paragraphs: readonly string[] }): () => void {
  let left = readingSeconds(paragraphs)
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') left -= 1
    if (left > 0) return
    clearInterval(timer)
    void savePlayed(videoId, { ranges: [], hasRead: true })
  }, 1_000)
  void savePlayed(videoId, { ranges: [] })
  return () => clearInterval(timer)
}
