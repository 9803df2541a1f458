import { expect, test } from 'vitest'
import { daysToMonthEnd, scholarshipMonth } from './scholarship-month.ts'

test('November 2026 closes at its last millisecond in Lagos and is drawn on 3 December at noon UTC', () => {
  const { month, closesAt, drawsAt } = scholarshipMonth(new Date('2026-11-20T10:00:00Z'))
  expect(month).toBe('2026-11')
  expect(closesAt.toISOString()).toBe('2026-11-30T22:59:59.999Z')
  expect(drawsAt.toISOString()).toBe('2026-12-03T12:00:00.000Z')
})

test('B-13 the month changes at midnight in Lagos, an hour before UTC', () => {
  expect(scholarshipMonth(new Date('2026-11-30T22:59:59.999Z')).month).toBe('2026-11')
  expect(scholarshipMonth(new Date('2026-11-30T23:00:00.000Z')).month).toBe('2026-12')
})

test('December is drawn in January of the next year', () => {
  const { closesAt, drawsAt } = scholarshipMonth(new Date('2026-12-31T12:00:00Z'))
  expect(closesAt.toISOString()).toBe('2026-12-31T22:59:59.999Z')
  expect(drawsAt.toISOString()).toBe('2027-01-03T12:00:00.000Z')
})

test.each([
  ['2026-11-21', 9],
  ['2026-11-30', 0],
  ['2026-12-01', 30],
  ['2028-02-28', 1],
  ['2026-12-31', 0],
])('from %s it is %d days to the end of the month', (day, days) => {
  expect(daysToMonthEnd(day)).toBe(days)
})
