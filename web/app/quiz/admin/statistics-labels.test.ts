import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitAttempts, describeParts, formatPercent, formatSeconds, toShare } from './text.ts'

describe('shares', () => {
  test('are 0% or 100% only if that is exact', () => {
    expect([0, 0.004, 0.5, 0.724, 0.996, 1].map(formatPercent)).toEqual([
      '0%',
      'under 1%',
      '50%',
      '72%',
      'over 99%',
      '100%',
    ])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.nat(), (whole, some) => {
        const part = some % (whole + 1)
        expect(formatPercent(toShare(part, whole)) === '0%').toBe(part === 0)
        expect(formatPercent(toShare(part, whole)) === '100%').toBe(part === whole)
      }),
    )
  })

  test('of nothing are 0', () => {
    expect(toShare(0, 0)).toBe(0)
    expect(describeParts({ asked: 0, answered: 0, correct: 0 })).toBe('not asked yet')
  })

  test('add up to the whole', () => {
    fc.assert(
      fc.property(fc.tuple(fc.nat(999), fc.nat(999), fc.nat(999)), ([correct, wrong, none]) => {
        const parts = splitAttempts({ asked: correct + wrong + none, answered: correct + wrong, correct })
        expect(parts.map(({ count }) => count)).toEqual([correct, wrong, none])
        const sum = parts.reduce((total, { share }) => total + share, 0)
        expect(sum).toBeCloseTo(correct + wrong + none === 0 ? 0 : 1)
      }),
    )
    expect(describeParts({ asked: 50, answered: 46, correct: 36 })).toBe('72% correct, 20% wrong, 8% not answered')
  })
})

test('formats times in seconds, and in minutes from one minute on', () => {
  expect([null, 0, 12.34, 59.94, 59.96, 83].map(formatSeconds)).toEqual([
    'N/A',
    '0.0 s',
    '12.3 s',
    '59.9 s',
    '1 min 0 s',
    '1 min 23 s',
  ])
})
