// The state of one file's upload. Pure functions.
import { text } from '../text.ts'
import { addReading, describeRemaining, measureSpeed, type Reading } from './upload-speed.ts'

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
