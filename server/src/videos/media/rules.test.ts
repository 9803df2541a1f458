import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRange } from './parse-range.ts'

describe('a Range header', () => {
  it.each([
    ['bytes=0-', 0, 999],
    ['bytes=0-0', 0, 0],
    ['bytes=500-599', 500, 599],
    ['bytes=900-5000', 900, 999],
    ['bytes=999-999', 999, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-5000', 0, 999],
    ['BYTES=1-2', 1, 2],
  ])('%s asks for %i to %i of a thousand', (header, start, end) => {
    expect(parseRange(header, 1_000)).toEqual({ kind: 'part', start, end })
  })

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=999999999999-'])('%s is unsatisfiable', (header) => {
    expect(parseRange(header, 1_000)).toEqual({ kind: 'unsatisfiable' })
  })

  const many = `bytes=${Array.from({ length: 1_000 }, (_, i) => `${i}-${i}`).join(',')}`
  it.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=a-b', 'items=0-5', 'bytes=0-1,4-5', many])(
    'is ignored when malformed, in another unit or with several ranges: %s',
    (header) => {
      expect(parseRange(header, 1_000)).toEqual({ kind: 'whole' })
    },
  )

  it('never leads outside the file', () => {
    const headers = fc.oneof(
      fc.string(),
      fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `bytes=${a}-${b}`),
    )
    fc.assert(
      fc.property(headers, fc.integer({ min: 1, max: 10_000 }), (header, size) => {
        const range = parseRange(header, size)
        if (range.kind !== 'part') return
        expect(range.start).toBeGreaterThanOrEqual(0)
        expect(range.start).toBeLessThanOrEqual(range.end)
        expect(range.end).toBeLessThan(size)
      }),
    )
  })
})
