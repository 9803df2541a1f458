import { addDays, listDays, mondayOf } from '@baobab/contract/kernel/days.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countStreakDays, describeStreakWeek, isPauseNear, type PausedDays } from './streak-rules.ts'

/** A Sunday, so that the days before it make up one whole week. */
const TODAY = '2026-11-22'
const daysAgo = (ago: readonly number[]) => ago.map((n) => addDays(TODAY, -n))
const pause = (from: number, to: number): PausedDays => ({ from: addDays(TODAY, -from), to: addDays(TODAY, -to) })

/** Days with a quiz, as numbers of days ago, and pauses of up to a few days. */
const someDays = fc.uniqueArray(fc.nat(60), { maxLength: 60 })
const somePauses = fc.array(
  fc.tuple(fc.nat(60), fc.nat(6)).map(([from, length]) => pause(from, Math.max(0, from - length))),
  { maxLength: 3 },
)

describe('a streak', () => {
  it.each([
    ['no quiz', [], 0],
    ['a quiz today', [0], 1],
    ['a quiz yesterday, and today is not over', [1], 1],
    ['one missed day in the week', [0, 2, 3], 3],
    ['two missed days in the week', [0, 2, 4], 1],
    ['two missed days in a row', [0, 3, 4, 5], 1],
    ['yesterday missed, and today not over', [2, 3], 2],
    ['two days missed, and today not over', [3, 4], 0],
    ['Sunday and Monday missed, each in its own week', [0, 1, 2, 3, 4, 5, 8, 9], 8],
    ['days before the first quiz are not missed', [0, 2], 2],
    ['the same day twice', [0, 0, 1], 2],
  ])('after %s', (_, ago, count) => {
    expect(countStreakDays(daysAgo(ago), TODAY)).toBe(count)
  })

  it('is not broken by a pause, which uses up no rest days', () => {
    expect(countStreakDays(daysAgo([0, 5]), TODAY)).toBe(1)
    expect(countStreakDays(daysAgo([0, 5]), TODAY, [pause(4, 2)])).toBe(2)
    expect(countStreakDays(daysAgo([0, 5]), TODAY, [pause(4, 3)])).toBe(1)
  })

  it('counts a quiz on a paused day', () => {
    expect(countStreakDays(daysAgo([0, 1, 2]), TODAY, [pause(3, 0)])).toBe(3)
  })

  it('equals a count that judges each week separately', () => {
    fc.assert(
      fc.property(someDays, somePauses, (ago, pauses) => {
        expect(countStreakDays(daysAgo(ago), TODAY, pauses)).toBe(countByWeeks(daysAgo(ago), pauses))
      }),
    )
  })

  it('does not depend on the order of the days', () => {
    fc.assert(
      fc.property(someDays, (ago) => {
        expect(countStreakDays(daysAgo(ago).toReversed(), TODAY)).toBe(countStreakDays(daysAgo(ago), TODAY))
      }),
    )
  })

  it('never counts more than the days with a quiz, and a pause never shortens it', () => {
    fc.assert(
      fc.property(someDays, somePauses, (ago, pauses) => {
        const count = countStreakDays(daysAgo(ago), TODAY)
        const paused = countStreakDays(daysAgo(ago), TODAY, pauses)
        expect(paused).toBeGreaterThanOrEqual(count)
        expect(paused).toBeLessThanOrEqual(ago.length)
      }),
    )
  })
})

/** Counts in a different way: the days with a quiz after the last missed day that was not the first one in its week. */
function countByWeeks(days: readonly string[], pauses: readonly PausedDays[]): number {
  const missed = listDays({ from: days.toSorted()[0] ?? TODAY, to: addDays(TODAY, -1) }).filter(
    (day) => !days.includes(day) && !pauses.some(({ from, to }) => from <= day && day <= to),
  )
  const breaking = missed.filter((day) =>
    missed.some((earlier) => earlier < day && mondayOf(earlier) === mondayOf(day)),
  )
  return days.filter((day) => day > (breaking.at(-1) ?? '')).length
}

describe('a streak’s week', () => {
  it('shows what each of the last seven days counts as, today last', () => {
    const week = describeStreakWeek(daysAgo([1, 2, 5, 6]), TODAY, [pause(3, 3)])
    expect(week.map(({ state }) => state)).toEqual(['done', 'done', 'rest', 'pause', 'done', 'done', 'open'])
    expect([week[0]?.day, week[6]?.day]).toEqual(['2026-11-16', TODAY])
  })

  it('shows the first missed day of a week as open if the streak was already broken', () => {
    const week = describeStreakWeek(daysAgo([10]), TODAY)
    expect(week.map(({ state }) => state)).toEqual(Array(7).fill('open'))
  })

  it('shows days before the first quiz as open, and paused days as paused', () => {
    const week = describeStreakWeek([], TODAY, [pause(1, 0)])
    expect(week.map(({ state }) => state)).toEqual(['open', 'open', 'open', 'open', 'open', 'pause', 'pause'])
  })
})

it.each([
  ['2026-11-22', '2026-11-16'],
  ['2026-11-16', '2026-11-16'],
  ['2027-01-01', '2026-12-28'],
])('the week of %s starts on %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday)
})

it.each([
  [60, true],
  [61, false],
  [-60, true],
  [-61, false],
])('a pause starting %d days ago is near: %s', (ago, isNear) => {
  expect(isPauseNear(pause(ago, ago), TODAY)).toBe(isNear)
})
