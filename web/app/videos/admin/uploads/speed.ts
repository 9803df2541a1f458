// How fast a file goes up and how long it takes still, from what was sent when. Pure: the caller brings the clock.
import { formatMegabytes } from '../../../ui/format.ts'

/** Bytes that had gone up at a moment, in milliseconds of any clock that does not jump. */
export type Reading = { at: number; sent: number }

/** A line changes: only what was sent lately tells how fast it is now. */
const WINDOW_MS = 15_000
/** Before this a guess at the time left would only jump about. */
const GUESS_AFTER_MS = 3_000
const MINUTE = 60

/** The readings with a new one, without those that are too old; the last of these stays, so that a slow line has two. */
export function addReading(readings: readonly Reading[], reading: Reading): readonly Reading[] {
  const fresh = readings.findIndex(({ at }) => reading.at - at <= WINDOW_MS)
  const kept = fresh < 0 ? readings.slice(-1) : readings.slice(Math.max(0, fresh - 1))
  return [...kept, reading]
}

/** Bytes a second; undefined while there is too little to tell by. */
export function measureSpeed(readings: readonly Reading[]): number | undefined {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || last.at - first.at < GUESS_AFTER_MS || last.sent <= first.sent) return undefined
  return ((last.sent - first.sent) / (last.at - first.at)) * 1000
}

/** '38 MB of 61 MB, about 2 minutes left'. */
export function describeRemaining({
  sent,
  total,
  speed,
}: {
  sent: number
  total: number
  speed: number | undefined
}): string {
  const share = `${sent > 0 ? formatMegabytes(sent) : '0 MB'} of ${formatMegabytes(total)}`
  return speed === undefined ? share : `${share}, ${timeLeft((total - sent) / speed)}`
}

function timeLeft(seconds: number): string {
  if (seconds < MINUTE) return 'less than a minute left'
  const minutes = Math.round(seconds / MINUTE)
  if (minutes < 2 * MINUTE) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`
  return `about ${Math.round(minutes / MINUTE)} hours left`
}

/** '1.2 MB a second', '80 KB a second'. */
export function formatSpeed(bytesPerSecond: number): string {
  if (bytesPerSecond >= 1_000_000) return `${(bytesPerSecond / 1_000_000).toFixed(1)} MB a second`
  return `${Math.max(1, Math.round(bytesPerSecond / 1000))} KB a second`
}
