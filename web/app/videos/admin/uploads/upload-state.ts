// The state of one file's upload. Pure functions.
import { formatMegabytes } from '../../../ui/format.ts'
import { text } from '../text.ts'

/** `queued`: behind other uploads; `waiting`: for the network; `completed`: the server has received the whole file. */
type Phase = 'none' | 'queued' | 'sending' | 'waiting' | 'paused' | 'completed'
export type UploadState = { phase: Phase; sent: number; total: number; readings: readonly Reading[] }

export type UploadEvent =
  | { kind: 'queued'; total: number }
  | { kind: 'started' }
  | { kind: 'progress'; sent: number; at: number }
  | { kind: 'interrupted' }
  | { kind: 'paused' }
  | { kind: 'completed' }
  | { kind: 'reset' }

export const noUpload: UploadState = { phase: 'none', sent: 0, total: 0, readings: [] }

/**
 * An interruption restarts the measurement of the speed, because otherwise its duration would count as upload time.
 */
export function reduceUpload(state: UploadState, event: UploadEvent): UploadState {
  switch (event.kind) {
    case 'queued':
      return event.total === state.total
        ? { ...state, phase: 'queued', readings: [] }
        : { ...noUpload, phase: 'queued', total: event.total }
    case 'started':
      return { ...state, phase: 'sending', readings: [] }
    case 'progress': {
      const { sent, at } = event
      return { ...state, phase: 'sending', sent, readings: addReading(state.readings, { sent, at }) }
    }
    case 'interrupted':
      return { ...state, phase: 'waiting', readings: [] }
    case 'paused':
      return { ...state, phase: 'paused', readings: [] }
    case 'completed':
      return { ...state, phase: 'completed', sent: state.total, readings: [] }
    case 'reset':
      return noUpload
  }
}

export function uploadPercent({ sent, total }: UploadState): number {
  return total > 0 ? Math.floor((sent / total) * 100) : 0
}

/** Describes the phase and how much was sent. */
export function describeUpload({ phase, sent, total, readings }: UploadState): string {
  const remaining = describeRemaining({ sent, total, speed: measureSpeed(readings) })
  switch (phase) {
    case 'none':
      return ''
    case 'queued':
      return text.queuedDetails(remaining)
    case 'sending':
      return remaining
    case 'waiting':
      return text.waitingDetails(remaining)
    case 'paused':
      return text.pausedDetails(remaining)
    case 'completed':
      return text.completedDetails
  }
}

// Computes the speed of an upload and the time left from readings of the bytes sent. Pure functions: the caller
// provides the time.

/** The number of bytes sent, and when it was read (`at`), in milliseconds of a monotonic clock. */
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
