// Computes the speed of an upload and the time left from readings of the bytes sent. Pure functions: the caller
// provides the time.
import { formatMegabytes } from '../../../ui/format.ts'
import { text } from '../text.ts'

/** The bytes sent at a time, which is in milliseconds of a monotonic clock. */
export type Reading = { at: number; sent: number }

/** Only the last seconds count, because the speed of a connection changes. */
const WINDOW_MS = 15_000
/** The time left is shown only after this time, because the first estimates fluctuate. */
const MIN_MEASURE_MS = 3_000
const MINUTE = 60

/**
 * Adds a reading and drops those before the window, except the latest of them, so that a slow connection always has two
 * readings.
 */
export function addReading(readings: readonly Reading[], reading: Reading): readonly Reading[] {
  const firstInWindow = readings.findIndex(({ at }) => reading.at - at <= WINDOW_MS)
  const recent = firstInWindow < 0 ? readings.slice(-1) : readings.slice(Math.max(0, firstInWindow - 1))
  return [...recent, reading]
}

/** Returns bytes per second; undefined while there are too few readings. */
export function measureSpeed(readings: readonly Reading[]): number | undefined {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || last.at - first.at < MIN_MEASURE_MS || last.sent <= first.sent) return undefined
  return ((last.sent - first.sent) / (last.at - first.at)) * 1000
}

/** Formats progress: '38 MB of 61 MB, about 2 minutes left'; without the time if the speed is unknown. */
export function describeRemaining(upload: { sent: number; total: number; speed?: number | undefined }): string {
  const { sent, total, speed } = upload
  const share = text.share(sent > 0 ? formatMegabytes(sent) : '0 MB', formatMegabytes(total))
  return speed === undefined ? share : text.shareAndTime(share, describeSeconds((total - sent) / speed))
}

function describeSeconds(seconds: number): string {
  if (seconds < MINUTE) return text.lessThanAMinuteLeft
  const minutes = Math.round(seconds / MINUTE)
  return minutes < 2 * MINUTE ? text.minutesLeft(minutes) : text.hoursLeft(Math.round(minutes / MINUTE))
}

/** Formats a speed: '1.2 MB per second', '80 KB per second'. */
export function formatSpeed(bytesPerSecond: number): string {
  return bytesPerSecond >= 1_000_000
    ? text.megabytesPerSecond((bytesPerSecond / 1_000_000).toFixed(1))
    : text.kilobytesPerSecond(Math.max(1, Math.round(bytesPerSecond / 1000)))
}
