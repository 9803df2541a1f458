import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  storedFileName,
  downloadedFileUrl,
  PART_BYTES,
  partUrl,
  parseByteRange,
  toPartSlices,
} from './downloaded-files.ts'

describe('the name of a stored file', () => {
  test('is the path after the token, for any token and origin', () => {
    for (const link of [
      '/media/abc~~x/streams/u-1/240p.mp4',
      'https://baobab.example/media/other/streams/u-1/240p.mp4?x=1',
      downloadedFileUrl('streams/u-1/240p.mp4'),
      partUrl('streams/u-1/240p.mp4', 3),
    ])
      expect(storedFileName(link)).toBe('streams/u-1/240p.mp4')
  })

  test('is undefined for other URLs', () => {
    for (const link of ['/api/videos', '/media/token', '/assets/media/a/b.js', ''])
      expect(storedFileName(link)).toBeUndefined()
  })
})

describe('byte ranges', () => {
  test('are parsed according to RFC 9110', () => {
    expect(parseByteRange(null, 100)).toBeUndefined()
    expect(parseByteRange('bytes=0-', 100)).toEqual({ start: 0, end: 99 })
    expect(parseByteRange('bytes=10-19', 100)).toEqual({ start: 10, end: 19 })
    expect(parseByteRange('bytes=90-500', 100)).toEqual({ start: 90, end: 99 })
    expect(parseByteRange('bytes=-30', 100)).toEqual({ start: 70, end: 99 })
    expect(parseByteRange('bytes=-300', 100)).toEqual({ start: 0, end: 99 })
  })

  test('past the end are refused, and invalid headers mean the whole file', () => {
    expect(parseByteRange('bytes=100-', 100)).toBe('outside')
    expect(parseByteRange('bytes=-0', 100)).toBe('outside')
    for (const header of ['bytes=20-10', 'bytes=-', 'bytes=1-2,4-5', 'lines=1-2'])
      expect(parseByteRange(header, 100)).toBeUndefined()
  })

  test('are cut into slices that add up to the range exactly, each inside its part', () => {
    const most = PART_BYTES * 4
    fc.assert(
      fc.property(fc.nat(most), fc.nat(most), (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)]
        let next = start
        for (const { part, from, to } of toPartSlices({ start, end })) {
          expect(part * PART_BYTES + from).toBe(next)
          expect(from).toBeLessThan(to)
          expect(to).toBeLessThanOrEqual(PART_BYTES)
          next = part * PART_BYTES + to
        }
        expect(next).toBe(end + 1)
      }),
    )
  })
})
