import { describe, expect, it } from 'vitest'
import { computeRefundLimits } from './rules.ts'

const paid = {
  amountKobo: 100_000,
  refundedKobo: 30_000,
  state: 'succeeded',
  attention: null,
  confirmedAt: new Date('2026-06-01T10:00:00Z'),
} as const
const unpaid = { ...paid, refundedKobo: 0, state: 'opened', confirmedAt: null } as const

describe('a refund that may be noted', () => {
  it('of a paid payment is at most the amount not noted yet, even if the provider has reported it', () => {
    expect(computeRefundLimits(paid, { notedKobo: 10_000, mismatchKobo: null })).toEqual({
      leftKobo: 70_000,
      mostKobo: 90_000,
      isWhole: false,
    })
  })

  it('of a wrong amount is exactly the amount that arrived', () => {
    const mismatch = { ...unpaid, attention: 'mismatch' } as const
    expect(computeRefundLimits(mismatch, { notedKobo: 0, mismatchKobo: 50_000 })).toEqual({
      leftKobo: 50_000,
      mostKobo: 50_000,
      isWhole: true,
    })
    expect(computeRefundLimits(mismatch, { notedKobo: 0, mismatchKobo: null })?.mostKobo).toBe(100_000)
  })

  it('does not exist for a payment that was refunded or never arrived', () => {
    const sums = { notedKobo: 0, mismatchKobo: null }
    expect(computeRefundLimits({ ...paid, state: 'refunded' }, sums)).toBeNull()
    expect(computeRefundLimits(unpaid, sums)).toBeNull()
  })
})
