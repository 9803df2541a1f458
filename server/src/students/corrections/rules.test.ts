import { ageAt, ageCategories, ageCategoryAt, lagosDate, leavesCategoryOn } from '@baobab/contract/accounts/rules.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeBirthEffect, describeCorrections } from './rules.ts'

const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }).map(lagosDate)
const leapDay = fc.constantFrom('2004-02-29', '2008-02-29', '2012-02-29', '2016-02-29', '2020-02-29', '2024-02-29')
const birth = fc.oneof(day, leapDay)
const entries = ageCategories.map((ageCategory) => ({ ageCategory, score: 20, isListed: false }))

const base = {
  student: { birth: '2012-05-01', disqualifiedAt: null, guardianAgreedAt: null },
  birth: '2018-05-01',
  entries,
  hasRunningQuiz: false,
  hasPointsThisMonth: true,
  hasUnpaidPrize: false,
  guardianAge: 13,
  now: new Date('2026-06-14T12:00:00Z'),
}

describe('describeBirthEffect', () => {
  it('lists exactly the entry of the category of that day, and nobody on two boards', () => {
    const now = fc.date({ min: new Date('2024-01-01'), max: new Date('2032-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(birth, birth, now, (oldBirth, newBirth, at) => {
        const student = { ...base.student, birth: oldBirth }
        const effect = describeBirthEffect({ ...base, student, birth: newBirth, now: at })
        const listed = effect.entries.filter(({ willBeListed }) => willBeListed).map(({ ageCategory }) => ageCategory)
        const category = ageCategoryAt(newBirth, at)
        expect(listed).toEqual(category === null ? [] : [category])
        // The day on which the entry leaves the leaderboard must agree with this.
        const today = lagosDate(at)
        expect(listed.every((one) => leavesCategoryOn(newBirth, one) > today)).toBe(true)
        expect(effect.needsSecondAdmin).toBe(effect.before !== effect.after)
      }),
    )
  })

  it('changes the category exactly on the birthday, also of 29 February', () => {
    const effectAt = (now: string, newBirth: string) =>
      describeBirthEffect({ ...base, birth: newBirth, now: new Date(now) }).after
    expect(effectAt('2026-06-14T22:59:59Z', '2015-06-15')).toBe('5-10')
    expect(effectAt('2026-06-14T23:00:00Z', '2015-06-15')).toBe('11-20')
    expect(effectAt('2027-02-28T22:59:59Z', '2016-02-29')).toBe('5-10')
    expect(effectAt('2027-02-28T23:00:00Z', '2016-02-29')).toBe('11-20')
    expect(effectAt('2026-06-14T12:00:00Z', '2021-06-15')).toBeNull()
    expect(effectAt('2026-06-14T12:00:00Z', '2005-06-14')).toBeNull()
  })

  it('needs a second admin only for points of this month and the winner of an unpaid prize', () => {
    expect(describeBirthEffect({ ...base, hasPointsThisMonth: false }).needsSecondAdmin).toBe(false)
    const winner = { ...base, birth: '2008-01-01', hasPointsThisMonth: false, hasUnpaidPrize: true }
    expect(describeBirthEffect(winner).needsSecondAdmin).toBe(true)
    expect(describeBirthEffect(base).needsSecondAdmin).toBe(true)
  })

  it('lists no entry of a disqualified student', () => {
    const student = { ...base.student, disqualifiedAt: new Date() }
    expect(describeBirthEffect({ ...base, student }).entries.some(({ willBeListed }) => willBeListed)).toBe(false)
  })

  it('asks a guardian only if the former date needed none and nobody has agreed', () => {
    const agreed = { ...base.student, guardianAgreedAt: new Date() }
    fc.assert(
      fc.property(birth, birth, (oldBirth, newBirth) => {
        const asks = describeBirthEffect({ ...base, student: { ...base.student, birth: oldBirth }, birth: newBirth })
        expect(asks.asksGuardian).toBe(ageAt(newBirth, base.now) < 13 && ageAt(oldBirth, base.now) >= 13)
        expect(describeBirthEffect({ ...base, student: agreed, birth: newBirth }).asksGuardian).toBe(false)
      }),
    )
    expect(describeBirthEffect({ ...base, guardianAge: 0 }).asksGuardian).toBe(false)
  })
})

it('describeCorrections says each field and its new value, and never the reason', () => {
  const changes = [
    { field: 'birth' as const, newValue: '2014-02-03' },
    { field: 'school' as const, newValue: null },
  ]
  expect(describeCorrections(changes)).toEqual({
    title: 'We corrected your details',
    description:
      'Your date of birth is now: 3 February 2014. We removed your school. Is this wrong? Write to us on the Contact page.',
  })
})
