import { expect, test } from 'vitest'
import { formatDay, formatDateTime, formatMonth, formatShortDay } from './dates.ts'

test('days and times are in Lagos time', () => {
  const close = new Date('2026-11-30T22:59:59.999Z')
  expect(formatDay(close)).toBe('30 November')
  expect(formatShortDay(close)).toBe('30 Nov')
  expect(formatMonth(close)).toBe('November 2026')
  expect(formatDateTime(close)).toBe('30 November 2026, 11:59 pm')
  expect(formatDateTime(new Date('2026-12-03T12:00:00Z'))).toBe('3 December 2026, 1:00 pm')
})
