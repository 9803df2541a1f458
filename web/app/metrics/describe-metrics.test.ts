import { expect, test } from 'vitest'
import { describeChange, describeChart, describeDay, describeTotal, formatTick } from './describe-metrics.ts'

const points = [
  { day: '2026-06-09', of: { '5-10': 0, '11-20': 3, none: 0 } },
  { day: '2026-06-10', of: { '5-10': 4, '11-20': 10, none: 0 } },
]

test('compares a total with the previous period', () => {
  const describe = (total: number, before: number | undefined, days: number) =>
    describeChange({ metric: 'watched', total, before, days })
  expect(describe(30, 20, 7)).toBe('10 more than in the 7 days before (+50%)')
  expect(describe(10, 20, 1)).toBe('10 fewer than on the day before (-50%)')
  expect(describe(5, 0, 30)).toBe('5 more than in the 30 days before')
  expect(describe(5, 5, 30)).toBe('The same as in the 30 days before')
  expect(describe(5, undefined, 30)).toBe('No earlier days to compare with')
})

test('compares the mean of active students with the mean of the previous period', () => {
  const describe = (total: number, before: number) => describeChange({ metric: 'active', total, before, days: 30 })
  expect(describe(0, 31)).toBe('1 a day fewer than in the 30 days before (-100%)')
  expect(describe(75, 60)).toBe('0.5 a day more than in the 30 days before (+25%)')
  expect(describe(60, 61)).toBe('The same as in the 30 days before')
  expect(describe(60, 0)).toBe('2 a day more than in the 30 days before')
})

test('shows active students as a daily mean', () => {
  expect(describeTotal('active', 10, 4)).toBe('2.5 a day')
  expect(describeTotal('watched', 1_234, 4)).toBe('1,234')
})

test('describes a day and a whole chart', () => {
  const [first, second] = points
  if (!first || !second) throw new Error('Two days expected.')
  expect(describeDay(second, ['5-10', '11-20'], '2026-06-12')).toBe('10 Jun: 14, 4 in 5-10, 10 in 11-20')
  expect(describeDay(first, ['5-10', '11-20'], '2026-06-09')).toBe('Today so far: 3, 3 in 11-20')
  expect(describeChart('Registrations', points)).toBe('Registrations each day, 9 Jun to 10 Jun. Highest 14 on 10 Jun.')
})

test('shortens large numbers on an axis', () => {
  expect([0, 1_500, 9_999, 12_000, 2_500_000].map(formatTick)).toEqual(['0', '1,500', '9,999', '12K', '2.5M'])
})
