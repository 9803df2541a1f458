import { expect, test } from 'vitest'
import { daysToMonthEnd, lastMonth, monthName, monthPattern, nextMonth, scholarshipMonth } from './rules.ts'

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

test.each([
  ['2026-12-01T00:00:00+01:00', '2026-11'],
  ['2026-11-30T23:59:59.999+01:00', '2026-10'],
  ['2027-01-31T12:00:00Z', '2026-12'],
  ['2028-03-31T12:00:00Z', '2028-02'],
])('at %s the last month is %s', (now, month) => {
  expect(lastMonth(new Date(now))).toBe(month)
  expect(nextMonth(month)).toBe(scholarshipMonth(new Date(now)).month)
})

test.each([
  ['2026-01', 'January 2026'],
  ['2026-12', 'December 2026'],
  ['2026-13', '2026-13'],
  ['soon', 'soon'],
])('%s reads %s', (month, name) => {
  expect(monthName(month)).toBe(name)
})

test.each(['2026-00', '2026-13', '2026-1', '2026-01-01', 'x2026-01', '26-01', 'abcd-01', '2026-0a', '2026-19'])(
  '%s is not a month',
  (text) => {
    expect(monthPattern.test(text)).toBe(false)
  },
)
