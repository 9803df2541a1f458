// Where one file stands on its way up. Pure.
import { describeRemaining, measureSpeed, addReading, type Reading } from './speed.ts'

/** `queued` waits for its turn, `waiting` for the network; `arrived` is on the server whole. */
export type Phase = 'none' | 'queued' | 'sending' | 'waiting' | 'paused' | 'arrived'
export type Transfer = { phase: Phase; sent: number; total: number; readings: readonly Reading[] }

export type TransferEvent =
  | { kind: 'queued'; total: number }
  | { kind: 'begun' }
  | { kind: 'progress'; sent: number; at: number }
  | { kind: 'cut' }
  | { kind: 'paused' }
  | { kind: 'arrived' }
  | { kind: 'over' }

export const noTransfer: Transfer = { phase: 'none', sent: 0, total: 0, readings: [] }

/** A gap in sending starts the measuring of the speed anew, else the time left would grow with it. */
export function reduceTransfer(transfer: Transfer, event: TransferEvent): Transfer {
  switch (event.kind) {
    case 'queued':
      return event.total === transfer.total
        ? { ...transfer, phase: 'queued', readings: [] }
        : { ...noTransfer, phase: 'queued', total: event.total }
    case 'begun':
      return { ...transfer, phase: 'sending', readings: [] }
    case 'progress': {
      const { sent, at } = event
      return { ...transfer, phase: 'sending', sent, readings: addReading(transfer.readings, { sent, at }) }
    }
    case 'cut':
      return { ...transfer, phase: 'waiting', readings: [] }
    case 'paused':
      return { ...transfer, phase: 'paused', readings: [] }
    case 'arrived':
      return { ...transfer, phase: 'arrived', sent: transfer.total, readings: [] }
    case 'over':
      return noTransfer
  }
}

export function transferPercent({ sent, total }: Transfer): number {
  return total > 0 ? Math.floor((sent / total) * 100) : 0
}

/** What is happening to the file, and how far it is. */
export function describeTransfer({ phase, sent, total, readings }: Transfer): string {
  const far = describeRemaining({ sent, total, speed: measureSpeed(readings) })
  switch (phase) {
    case 'none':
      return ''
    case 'queued':
      return `Waiting for its turn, ${far}`
    case 'sending':
      return far
    case 'waiting':
      return `Waiting for the network, ${far}`
    case 'paused':
      return `Paused, ${far}`
    case 'arrived':
      return 'The whole file has arrived. Looking at the film...'
  }
}
