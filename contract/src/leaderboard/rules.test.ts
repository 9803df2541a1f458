import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ageCategories, lagosDate } from '../accounts/rules.ts'
import { ADMIN_MONTH_LIMIT, needsSecondAdmin, startOfLagosMonth, STUDENT_MONTH_LIMIT } from './rules.ts'

const amounts = fc.integer({ min: -80, max: 80 }).map((tens) => tens * 10)
const netOf = fc.record({ '5-10': amounts, '11-20': amounts })
const tensTo = (max: number) => fc.nat(max).map((tens) => tens * 10)
const month = fc.record({ net: netOf, byAdmin: tensTo(60), alone: tensTo(7) })
const ageCategory = fc.constantFrom(...ageCategories)

describe('a second admin', () => {
  test.each([
    { amount: 50, net: 0, byAdmin: 0, alone: 0, isNeeded: false },
    { amount: 60, net: 0, byAdmin: 0, alone: 0, isNeeded: true },
    { amount: -60, net: 0, byAdmin: 0, alone: 0, isNeeded: true },
    { amount: 10, net: 50, byAdmin: 50, alone: 0, isNeeded: true },
    { amount: -50, net: 50, byAdmin: 50, alone: 0, isNeeded: false },
    { amount: -50, net: 50, byAdmin: 50, alone: 10, isNeeded: true },
    { amount: -300, net: 300, byAdmin: 0, alone: 0, isNeeded: true },
    { amount: -50, net: 0, byAdmin: 0, alone: 50, isNeeded: true },
    { amount: 10, net: 0, byAdmin: 490, alone: 0, isNeeded: false },
    { amount: 20, net: 0, byAdmin: 490, alone: 0, isNeeded: true },
    { amount: -20, net: 20, byAdmin: 490, alone: 0, isNeeded: true },
  ])('is needed for $amount after $net, $byAdmin and $alone: $isNeeded', ({ amount, isNeeded, net, ...rest }) => {
    const before = { net: { '5-10': 0, '11-20': net }, ...rest }
    expect(needsSecondAdmin({ amount, ageCategory: '11-20', isAlone: false }, before)).toBe(isNeeded)
  })

  it('is not needed to undo what one did without another, unless the net sum or that of all students is too large', () => {
    const undo = { amount: -50, ageCategory: '11-20', isAlone: true } as const
    const month = { net: { '5-10': 0, '11-20': 50 }, byAdmin: 50, alone: 50 }
    expect(needsSecondAdmin(undo, month)).toBe(false)
    expect(needsSecondAdmin({ ...undo, isAlone: false }, month)).toBe(true)
    expect(needsSecondAdmin(undo, { ...month, net: { '5-10': 0, '11-20': 150 } })).toBe(true)
    expect(needsSecondAdmin(undo, { ...month, byAdmin: 460 })).toBe(true)
  })

  it('is needed even if as much is taken away in the other category', () => {
    const before = { net: { '5-10': -50, '11-20': 50 }, byAdmin: 100, alone: 0 }
    const isAlone = false
    expect(needsSecondAdmin({ amount: 10, ageCategory: '11-20', isAlone }, before)).toBe(true)
    expect(needsSecondAdmin({ amount: -10, ageCategory: '5-10', isAlone }, before)).toBe(true)
    expect(needsSecondAdmin({ amount: 10, ageCategory: '5-10', isAlone }, before)).toBe(false)
  })

  it('is needed for at least one of the adjustments that together exceed a limit, in whatever steps', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ amount: amounts, ageCategory }), { minLength: 1, maxLength: 30 }), (all) => {
        const net = { '5-10': 0, '11-20': 0 }
        let byAdmin = 0
        for (const one of all) {
          if (needsSecondAdmin({ ...one, isAlone: false }, { net, byAdmin, alone: 0 })) continue
          net[one.ageCategory] += one.amount
          byAdmin += Math.abs(one.amount)
        }
        for (const sum of [net['5-10'], net['11-20'], net['5-10'] + net['11-20']])
          expect(Math.abs(sum)).toBeLessThanOrEqual(STUDENT_MONTH_LIMIT)
        expect(byAdmin).toBeLessThanOrEqual(ADMIN_MONTH_LIMIT)
      }),
    )
  })

  it('is needed as much for taking away as for giving', () => {
    fc.assert(
      fc.property(amounts, ageCategory, fc.boolean(), month, (amount, category, isAlone, { net, ...rest }) => {
        const opposite = { net: { '5-10': -net['5-10'], '11-20': -net['11-20'] }, ...rest }
        expect(needsSecondAdmin({ amount: -amount, ageCategory: category, isAlone }, opposite)).toBe(
          needsSecondAdmin({ amount, ageCategory: category, isAlone }, { net, ...rest }),
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
