import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ageAt,
  ageCategories,
  ageCategoryAt,
  getAgeCategory,
  isRealDate,
  lagosDate,
  leavesCategoryOn,
  msToLagosMidnight,
} from './rules.ts'

const DAY_MS = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
/** The first moment of a day in Lagos. */
const midnight = (day: string) => new Date(`${day}T00:00:00+01:00`)

const anyDay = fc
  .integer({ min: Date.UTC(1980, 0, 1) / DAY_MS, max: Date.UTC(2060, 0, 1) / DAY_MS })
  .map((n) => dayOf(n * DAY_MS))
const leapDay = fc.constantFrom('1996-02-29', '2000-02-29', '2008-02-29', '2016-02-29', '2020-02-29')
const anyBirth = fc.oneof(anyDay, leapDay, fc.constantFrom('2010-02-28', '2010-03-01', '2012-12-31', '2013-01-01'))
const anyCategory = fc.constantFrom(...ageCategories)

/** Counts the birthdays from birth to a day, one by one. */
function countedAge(birth: string, today: string): number {
  const year = Number(birth.slice(0, 4))
  let age = 0
  for (;;) {
    const next = new Date(Date.UTC(year + age + 1, Number(birth.slice(5, 7)) - 1, Number(birth.slice(8))))
    // JavaScript turns 29 February of a common year into 1 March.
    if (next.toISOString().slice(0, 10) > today) return age
    age += 1
  }
}

describe('an age', () => {
  it('is the number of birthdays reached in Lagos', () => {
    fc.assert(
      fc.property(anyBirth, fc.integer({ min: 0, max: 40 * 366 }), fc.nat(DAY_MS - 1), (birth, days, ms) => {
        const now = new Date(midnight(birth).getTime() + days * DAY_MS + ms)
        expect(ageAt(birth, now)).toBe(countedAge(birth, lagosDate(now)))
      }),
    )
  })

  it('changes at midnight in Lagos, an hour before midnight in UTC', () => {
    expect(ageAt('2015-06-15', new Date('2026-06-14T22:59:59.999Z'))).toBe(10)
    expect(ageAt('2015-06-15', new Date('2026-06-14T23:00:00.000Z'))).toBe(11)
  })
})

it('B-13 the next midnight in Lagos starts the next day there, to the millisecond', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1980-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }), (now) => {
      const next = now.getTime() + msToLagosMidnight(now)
      expect(lagosDate(new Date(next - 1))).toBe(lagosDate(now))
      expect(lagosDate(new Date(next)) > lagosDate(now)).toBe(true)
    }),
  )
})

describe('the day a student leaves a category', () => {
  it('is the first day outside it: the student is in the category until the last millisecond before midnight', () => {
    fc.assert(
      fc.property(anyBirth, anyCategory, fc.nat(20 * 366), (birth, category, later) => {
        const leaves = midnight(leavesCategoryOn(birth, category)).getTime()
        expect(ageCategoryAt(birth, new Date(leaves - 1))).toBe(category)
        expect(ageCategoryAt(birth, new Date(leaves))).not.toBe(category)
        expect(ageCategoryAt(birth, new Date(leaves + later * DAY_MS))).not.toBe(category)
      }),
    )
  })

  it.each([
    ['2016-02-29', '5-10', '2027-03-01'],
    ['2017-02-28', '5-10', '2028-02-28'],
    ['2017-03-01', '5-10', '2028-03-01'],
    ['2005-12-31', '11-20', '2026-12-31'],
  ] as const)('for a birth on %s, leaving %s, is %s', (birth, category, day) => {
    expect(leavesCategoryOn(birth, category)).toBe(day)
  })
})

it.each([
  [4, null],
  [5, '5-10'],
  [10, '5-10'],
  [11, '11-20'],
  [20, '11-20'],
  [21, null],
])('at the age of %d the category is %s', (age, category) => {
  expect(getAgeCategory(age)).toBe(category)
})

it.each([
  ['1900-01-01', true],
  ['2026-12-31', true],
  ['2028-02-29', true],
  ['1899-12-31', false],
  ['2026-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-3-1', false],
  ['2026-03-01T00:00:00Z', false],
  ['2026-03-012', false],
  ['x2026-03-01', false],
  ['+002026-03-01', false],
  ['', false],
])('whether %j is a date: %s', (text, isOne) => {
  expect(isRealDate(text)).toBe(isOne)
})
