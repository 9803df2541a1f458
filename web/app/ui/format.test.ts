import { describe, expect, test } from 'vitest'
import { formatClock, formatCount, formatMegabytes, formatDuration, formatOrdinal } from './format.ts'

describe('formatting of durations, sizes and counts', () => {
  test('a playing time has minutes and two-digit seconds, and hours only if needed', () => {
    expect([0, 9, 83, 220, 3725].map(formatDuration)).toEqual(['0:00', '0:09', '1:23', '3:40', '1:02:05'])
  })

  test('a rank has the right ordinal ending', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 112, 1_203].map(formatOrdinal)).toEqual([
      '1st',
      '2nd',
      '3rd',
      '4th',
      '11th',
      '12th',
      '13th',
      '21st',
      '112th',
      '1,203rd',
    ])
  })

  test('the quiz clock is mm:ss, rounds a started second up and never goes below zero', () => {
    expect([120, 84, 83.2, 0.1, 0, -3].map(formatClock)).toEqual(['02:00', '01:24', '01:24', '00:01', '00:00', '00:00'])
  })

  test('a size is in whole megabytes from two on, in tenths below that, in kilobytes below a tenth, and never 0', () => {
    expect([61_000_000, 4_400_000, 1_949_999, 1_340_000, 100_000, 99_400, 20_000, 300].map(formatMegabytes)).toEqual([
      '61 MB',
      '4 MB',
      '1.9 MB',
      '1.3 MB',
      '0.1 MB',
      '99 KB',
      '20 KB',
      '1 KB',
    ])
  })

  test('a count of one is singular, and thousands are grouped', () => {
    expect([formatCount(1, 'question'), formatCount(0, 'question'), formatCount(4860, 'point')]).toEqual([
      '1 question',
      '0 questions',
      '4,860 points',
    ])
  })
})
