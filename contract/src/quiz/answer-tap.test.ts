import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { formatTap, parseTap } from './answer-tap.ts'

it('the time of a tap and its wait are read as they were written, whatever the phone’s clock shows', () => {
  fc.assert(
    fc.property(fc.nat(4_000_000_000_000), fc.nat(86_400_000), (tappedAt, waitedMs) => {
      const tap = parseTap(formatTap({ tappedAt, sentAt: tappedAt + waitedMs }))
      expect(tap).toEqual({ tappedAt: new Date(tappedAt), waitedMs })
    }),
  )
})

test.each([
  undefined,
  '',
  'yesterday',
  '5',
  '5 4',
  '-5 4',
  '1.5 2',
  '0 86400001',
  '999999999999999 999999999999999',
  '1 2 3',
  ['1 2'],
])('%j is ignored', (header) => {
  expect(parseTap(header)).toBeUndefined()
})
