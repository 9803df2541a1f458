import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ageCategories, lagosDate } from '../accounts/rules.ts'
import { ADMIN_MONTH_LIMIT, needsSecondAdmin, startOfLagosMonth, STUDENT_MONTH_LIMIT } from './rules.ts'

const amounts = fc.integer({ min: -80, max: 80 }).map((tens) => tens * 10)
const netOf = fc.record({ '5-10': amounts, '11-20': amounts })
const month = fc.record({ net: netOf, byAdmin: fc.nat(60).map((tens) => tens * 10) })
const ageCategory = fc.constantFrom(...ageCategories)

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
  ])('is needed for $amount after $net and $byAdmin: $isNeeded', ({ amount, isNeeded, net, byAdmin }) => {
    const before = { net: { '5-10': 0, '11-20': net }, byAdmin }
    expect(needsSecondAdmin({ amount, ageCategory: '11-20' }, before)).toBe(isNeeded)
  })

  it('is needed even if as much is taken away in the other category', () => {
    const before = { net: { '5-10': -50, '11-20': 50 }, byAdmin: 100 }
    expect(needsSecondAdmin({ amount: 10, ageCategory: '11-20' }, before)).toBe(true)
    expect(needsSecondAdmin({ amount: -10, ageCategory: '5-10' }, before)).toBe(true)
    expect(needsSecondAdmin({ amount: 10, ageCategory: '5-10' }, before)).toBe(false)
  })

  it('is needed for at least one of the adjustments that together exceed a limit, in whatever steps', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ amount: amounts, ageCategory }), { minLength: 1, maxLength: 30 }), (all) => {
        const net = { '5-10': 0, '11-20': 0 }
        let byAdmin = 0
        for (const one of all) {
          if (needsSecondAdmin(one, { net, byAdmin })) continue
          net[one.ageCategory] += one.amount
          byAdmin += Math.abs(one.amount)
        }
        for (const sum of [net['5-10'], net['11-20'], net['5-10'] + net['11-20']])
          expect(Math.abs(sum)).toBeLessThanOrEqual(STUDENT_MONTH_LIMIT)
        expect(byAdmin).toBeLessThanOrEqual(ADMIN_MONTH_LIMIT)
      }),
    )
  })

  it('is needed for taking away just as for giving', () => {
    fc.assert(
      fc.property(amounts, ageCategory, month, (amount, category, { net, byAdmin }) => {
        const opposite = { net: { '5-10': -net['5-10'], '11-20': -net['11-20'] }, byAdmin }
        expect(needsSecondAdmin({ amount: -amount, ageCategory: category }, opposite)).toBe(
          needsSecondAdmin({ amount, ageCategory: category }, { net, byAdmin }),
        )
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
