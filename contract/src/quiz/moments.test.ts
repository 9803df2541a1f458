import { describe, expect, it } from 'vitest'
import { formatMoment, parseMoment } from './rules.ts'

describe('a moment', () => {
  it.each([
    ['1:05', 65],
    [' 0:00 ', 0],
    ['65', 65],
    ['12:59', 779],
  ])('is read from %s', (text, seconds) => {
    expect(parseMoment(text)).toBe(seconds)
  })

  it.each(['', '1:5', '1:60', '-1', '1.5', '1:05:00', 'one', '123456'])('is not %s', (text) => {
    expect(parseMoment(text)).toBeUndefined()
  })

  it('is read back as it was written', () => {
    for (const seconds of [0, 9, 59, 60, 61, 3_599, 3_600]) expect(parseMoment(formatMoment(seconds))).toBe(seconds)
  })
})
