import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupByDay, listCalendarDays, listEntries, moveMonth, parseMonth } from './rules.ts'

const video = (title: string, publication: 'published' | 'scheduled' | 'draft', publishAt: string | null) => ({
  _id: title,
  title,
  publication,
  publishAt,
  createdAt: '2026-11-02T10:00:00.000Z',
})

describe('the calendar', () => {
  it('has each video at its time, without drafts, and the notifications that wait', () => {
    const entries = listEntries(
      [
        video('later', 'scheduled', '2026-11-30T23:30:00.000Z'),
        video('draft', 'draft', null),
        video('added', 'published', null),
        video('appeared', 'published', '2026-11-05T08:00:00.000Z'),
      ],
      [{ _id: 'n1', title: 'The draw', date: '2026-11-05T07:00:00.000Z' }],
    )
    expect(entries.map(({ kind, title, state }) => [kind, title, state])).toEqual([
      ['video', 'added', 'published'],
      ['notification', 'The draw', 'scheduled'],
      ['video', 'appeared', 'published'],
      ['video', 'later', 'scheduled'],
    ])
    // Half past eleven at night, UTC, is the next day in Lagos.
    expect([...groupByDay(entries).keys()]).toEqual(['2026-11-02', '2026-11-05', '2026-12-01'])
  })

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
        expect(moveMonth(moveMonth(month, distance), -distance)).toBe(month)
        const days = listCalendarDays(month)
        expect(days.length % 7).toBe(0)
        expect(days.filter((day) => day.startsWith(month))).toHaveLength(
          new Date(Date.UTC(year, number, 0)).getUTCDate(),
        )
      }),
    )
  })
})
