import { lastDays, periodPresets, countDays } from '@baobab/contract/kernel/days.ts'
import { describe, expect, test } from 'vitest'
import { defaultPeriod, formatPeriod, hasPeriod, parsePeriod, toSearchParams } from './period.ts'

const today = '2026-03-01'
const read = (address: string) => parsePeriod(new URLSearchParams(address), today)

describe('the period in an address', () => {
  test('defaults to the thirty days that end today', () => {
    expect(read('')).toEqual({ choice: '30', from: '2026-01-31', to: today })
    expect(read(defaultPeriod().toString())).toEqual(read(''))
    expect(toSearchParams('30', read('')).toString()).toBe('days=30')
  })

  test('round-trips each preset through the address', () => {
    for (const preset of periodPresets) {
      const period = { choice: `${preset}` as const, ...lastDays(preset, today) }
      expect(countDays(period)).toBe(preset)
      expect(parsePeriod(toSearchParams(period.choice, period), today)).toEqual(period)
    }
  })

  test('consists of the dates in the address, and ends today at the latest', () => {
    expect(read('from=2025-12-24&to=2026-01-02')).toEqual({ choice: 'own', from: '2025-12-24', to: '2026-01-02' })
    expect(read('from=2026-02-28&to=2026-04-01')).toEqual({ choice: 'own', from: '2026-02-28', to: today })
    expect(toSearchParams('own', { from: '2025-12-24', to: '2026-01-02' }).toString()).toBe(
      'from=2025-12-24&to=2026-01-02',
    )
  })

  test('is the default if the address is invalid', () => {
    for (const address of ['days=9', 'from=x&to=y', 'from=2026-02-30&to=2026-03-01', 'from=2020-01-01&to=2026-01-01'])
      expect(read(address)).toEqual(read(''))
    expect(read('from=2026-02-02&to=2026-01-01')).toEqual(read(''))
    expect(read('from=2027-01-01&to=2027-01-02')).toEqual(read(''))
  })

  test('is in the address only while the charts are open', () => {
    const isIn = (address: string) => hasPeriod(new URLSearchParams(address))
    expect(['', 'tab=x'].map(isIn)).toEqual([false, false])
    expect(['days=30', 'from=2026-02-28&to=2026-03-01', defaultPeriod().toString()].map(isIn)).toEqual([
      true,
      true,
      true,
    ])
  })

  test('is formatted without repeating the month or the year', () => {
    expect(formatPeriod({ from: '2026-06-03', to: '2026-06-03' })).toBe('3 June 2026')
    expect(formatPeriod({ from: '2026-06-03', to: '2026-06-09' })).toMatch(/^3\s?–\s?9 June 2026$/)
  })
})
