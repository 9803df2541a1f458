import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths } from '../kernel/days.ts'
import { listCalendarDays, parseMonth } from './calendar.ts'

describe('the calendar', () => {
  it('shows whole weeks', () => {
    const days = listCalendarDays('2026-11')
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42])
    expect(listCalendarDays('2027-02')).toHaveLength(28)
  })

  it('opens the present month unless the address names one', () => {
    const now = new Date('2026-10-31T23:30:00Z')
    expect(parseMonth(null, now)).toBe('2026-11')
    expect(parseMonth('2026-13', now)).toBe('2026-11')
    expect(parseMonth('2027-02', now)).toBe('2027-02')
  })

  it('moves back and forth between months, each of which has all its days', () => {
    const months = fc.record({ year: fc.integer({ min: 2020, max: 2090 }), number: fc.integer({ min: 1, max: 12 }) })
    fc.assert(
      fc.property(months, fc.integer({ min: -30, max: 30 }), ({ year, number }, distance) => {
        const month = `${year}-${String(number).padStart(2, '0')}`
        expect(addMonths(addMonths(month, distance), -distance)).toBe(month)
        const days = listCalendarDays(month)
        expect(days.length % 7).toBe(0)
        expect(days.filter((day) => day.startsWith(month))).toHaveLength(
          new Date(Date.UTC(year, number, 0)).getUTCDate(),
        )
      }),
    )
  })
})
