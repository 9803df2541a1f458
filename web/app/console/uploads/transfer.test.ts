import { expect, test } from 'vitest'
import { noTransfer, percentOf, transferAfter, transferText, type TransferEvent } from './transfer.ts'

const after = (...events: TransferEvent[]) => events.reduce(transferAfter, noTransfer)
const MB = 1_000_000
const begun: TransferEvent[] = [{ kind: 'queued', total: 100 * MB }, { kind: 'begun' }]
const progress = (sent: number, at: number): TransferEvent => ({ kind: 'progress', sent: sent * MB, at })

test('a file waits for its turn, goes up, and has arrived', () => {
  expect(transferText(after({ kind: 'queued', total: 100 * MB }))).toBe('Waiting for its turn, 0 MB of 100 MB')
  const halfway = after(...begun, progress(10, 0), progress(50, 40_000))
  expect(percentOf(halfway)).toBe(50)
  expect(transferText(halfway)).toBe('50 MB of 100 MB, less than a minute left')
  const there = after(...begun, progress(99, 0), { kind: 'arrived' })
  expect(percentOf(there)).toBe(100)
  expect(transferText(there)).toBe('The whole file has arrived. Looking at the film...')
})

test('a cut line and a pause keep what was sent, and do not count as time', () => {
  const cut = after(...begun, progress(10, 0), progress(38, 5_000), { kind: 'cut' })
  expect(transferText(cut)).toBe('Waiting for the network, 38 MB of 100 MB')
  const on = transferAfter(cut, progress(39, 900_000))
  expect(on.phase).toBe('sending')
  expect(transferText(on)).toBe('39 MB of 100 MB')
  const paused = transferAfter(on, { kind: 'paused' })
  expect(transferText(paused)).toBe('Paused, 39 MB of 100 MB')
  expect(transferText(transferAfter(paused, { kind: 'queued', total: 100 * MB }))).toContain('39 MB of 100 MB')
})

test('another file begins at nothing', () => {
  const other = after(...begun, progress(38, 0), { kind: 'queued', total: 7 * MB })
  expect(other.sent).toBe(0)
  expect(after(...begun, { kind: 'over' })).toEqual(noTransfer)
})

test('all but the last byte is not a hundred per cent', () => {
  expect(percentOf({ ...noTransfer, sent: 999, total: 1000 })).toBe(99)
  expect(percentOf(noTransfer)).toBe(0)
})
