import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLastActive, meanPercent } from './rules.ts'

describe('the mean score', () => {
  it('is the mean of the shares of right answers, so that a long quiz counts no more than a short one', () => {
    const results = [
      { score: 10, maxScore: 10 },
      { score: 0, maxScore: 100 },
    ]
    expect(meanPercent(results)).toBe(50)
  })

  it('is null without a quiz, or if all questions were voided', () => {
    expect(meanPercent([])).toBeNull()
    expect(meanPercent([{ score: 0, maxScore: 0 }])).toBeNull()
  })

  it('is from 0 to 100 for all results', () => {
    const result = fc
      .nat(50)
      .chain((maxScore) => fc.record({ score: fc.nat(maxScore), maxScore: fc.constant(maxScore) }))
    fc.assert(
      fc.property(fc.array(result), (results) => {
        const mean = meanPercent(results) ?? 0
        expect(mean).toBeGreaterThanOrEqual(0)
        expect(mean).toBeLessThanOrEqual(100)
      }),
    )
  })
})

describe('the last activity', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))
  const opened = { createdAt: at(1), lastActiveAt: at(1), lastSeenAt: null, startedAt: null }

  it('is unknown for a child that has not logged in', () => {
    expect(findLastActive(opened)).toBeNull()
  })

  it('is the newest trace', () => {
    expect(findLastActive({ ...opened, lastSeenAt: at(2) })).toEqual(at(2))
    expect(findLastActive({ ...opened, lastSeenAt: at(2), startedAt: at(3) })).toEqual(at(3))
    expect(findLastActive({ ...opened, lastActiveAt: at(5), lastSeenAt: at(2), startedAt: at(3) })).toEqual(at(5))
  })
})
