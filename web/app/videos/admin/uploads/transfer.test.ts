import { expect, test } from 'vitest'
import { noTransfer, transferPercent, reduceTransfer, describeTransfer, type TransferEvent } from './transfer.ts'

const after = (...events: TransferEvent[]) => events.reduce(reduceTransfer, noTransfer)
const MB = 1_000_000
const begun: TransferEvent[] = [{ kind: 'queued', total: 100 * MB }, { kind: 'begun' }]
const progress = (sent: number, at: number): TransferEvent => ({ kind: 'progress', sent: sent * MB, at })

test('a file waits for its turn, goes up, and has arrived', () => {
  expect(describeTransfer(after({ kind: 'queued', total: 100 * MB }))).toBe('Waiting for its turn, 0 MB of 100 MB')
  const halfway = after(...begun, progress(10, 0), progress(50, 40_000))
  expect(transferPercent(halfway)).toBe(50)
  expect(describeTransfer(halfway)).toBe('50 MB of 100 MB, less than a minute left')
  const there = after(...begun, progress(99, 0), { kind: 'arrived' })
  expect(transferPercent(there)).toBe(100)
  expect(describeTransfer(there)).toBe('The whole file has arrived. Looking at the film...')
})

test('a cut line and a pause keep what was sent, and do not count as time', () => {
  const cut = after(...begun, progress(10, 0), progress(38, 5_000), { kind: 'cut' })
  expect(describeTransfer(cut)).toBe('Waiting for the network, 38 MB of 100 MB')
  const on = reduceTransfer(cut, progress(39, 900_000))
  expect(on.phase).toBe('sending')
  expect(describeTransfer(on)).toBe('39 MB of 100 MB')
  const paused = reduceTransfer(on, { kind: 'paused' })
  expect(describeTransfer(paused)).toBe('Paused, 39 MB of 100 MB')
  expect(describeTransfer(reduceTransfer(paused, { kind: 'queued', total: 100 * MB }))).toContain('39 MB of 100 MB')
})

test('another file begins at nothing', () => {
  const other = after(...begun, progress(38, 0), { kind: 'queued', total: 7 * MB })
  expect(other.sent).toBe(0)
  expect(after(...begun, { kind: 'over' })).toEqual(noTransfer)
})

test('all but the last byte is not a hundred per cent', () => {
  expect(transferPercent({ ...noTransfer, sent: 999, total: 1000 })).toBe(99)
  expect(transferPercent(noTransfer)).toBe(0)
})
