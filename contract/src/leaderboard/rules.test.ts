import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { lagosDate } from '../accounts/rules.ts'
import { ADMIN_MONTH_LIMIT, needsSecondAdmin, startOfLagosMonth, STUDENT_MONTH_LIMIT } from './rules.ts'

const amounts = fc.integer({ min: -80, max: 80 }).map((tens) => tens * 10)
const month = fc.record({ net: amounts, byAdmin: fc.nat(60).map((tens) => tens * 10) })

describe('a second admin', () => {
  test.each([
    { amount: 50, net: 0, byAdmin: 0, isNeeded: false },
    { amount: 60, net: 0, byAdmin: 0, isNeeded: true },
    { amount: -60, net: 0, byAdmin: 0, isNeeded: true },
    { amount: 10, net: 50, byAdmin: 50, isNeeded: true },
    { amount: -50, net: 50, byAdmin: 50, isNeeded: false },
    { amount: -100, net: 50, byAdmin: 50, isNeeded: false },
    { amount: -110, net: 50, byAdmin: 50, isNeeded: true },
    { amount: 10, net: 0, byAdmin: 490, isNeeded: false },
    { amount: 20, net: 0, byAdmin: 490, isNeeded: true },
    { amount: -20, net: 20, byAdmin: 490, isNeeded: true },
  ])('is needed for $amount after $net and $byAdmin: $isNeeded', ({ amount, isNeeded, ...before }) => {
    expect(needsSecondAdmin(amount, before)).toBe(isNeeded)
  })

  it('is needed for at least one of the adjustments that together exceed a limit, in whatever steps', () => {
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 30 }), (all) => {
        let [net, byAdmin] = [0, 0]
        for (const amount of all) {
          if (needsSecondAdmin(amount, { net, byAdmin })) continue
          net += amount
          byAdmin += Math.abs(amount)
        }
        expect(Math.abs(net)).toBeLessThanOrEqual(STUDENT_MONTH_LIMIT)
        expect(byAdmin).toBeLessThanOrEqual(ADMIN_MONTH_LIMIT)
      }),
    )
  })

  it('is needed as much for taking away as for giving', () => {
    fc.assert(
      fc.property(amounts, month, (amount, { net, byAdmin }) => {
        expect(needsSecondAdmin(-amount, { net: -net, byAdmin })).toBe(needsSecondAdmin(amount, { net, byAdmin }))
      }),
    )
  })
})

describe('a month', () => {
  it('begins at midnight in Lagos, an hour before midnight in London', () => {
    expect(startOfLagosMonth(new Date('2026-10-31T22:59:59.999Z'))).toEqual(new Date('2026-09-30T23:00:00Z'))
    expect(startOfLagosMonth(new Date('2026-10-31T23:00:00Z'))).toEqual(new Date('2026-10-31T23:00:00Z'))
  })

  it('contains exactly the earlier instants of the same month in Lagos', () => {
    const instants = fc.date({ min: new Date('2025-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 40 * 86_400_000 }), (at, earlier) => {
        const before = new Date(at.getTime() - earlier)
        const isSameMonth = lagosDate(before).slice(0, 7) === lagosDate(at).slice(0, 7)
        expect(before >= startOfLagosMonth(at)).toBe(isSameMonth)
      }),
    )
  })
})
