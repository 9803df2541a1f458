import { daysIn } from '@baobab/contract/lagos-days.ts'
import { describe, expect, test } from 'vitest'
import { lastDays, toSearchParams, parsePeriod, formatPeriod, presets } from './period.ts'

const today = '2026-03-01'
const read = (address: string) => parsePeriod(new URLSearchParams(address), today)

describe('the period of an address', () => {
  test('is thirty days with today, where nothing is said', () => {
    expect(read('')).toEqual({ choice: '30', from: '2026-01-31', to: today })
    expect(toSearchParams('30', read('')).toString()).toBe('')
  })

  test('is so many days, each way there and back', () => {
    for (const preset of presets) {
      const period = lastDays(preset, today)
      expect(daysIn(period)).toBe(preset)
      expect(parsePeriod(toSearchParams(period.choice, period), today)).toEqual(period)
    }
  })

  test('is what somebody chose, never beyond today', () => {
    expect(read('from=2025-12-24&to=2026-01-02')).toEqual({ choice: 'own', from: '2025-12-24', to: '2026-01-02' })
    expect(read('from=2026-02-28&to=2026-04-01')).toEqual({ choice: 'own', from: '2026-02-28', to: today })
    expect(toSearchParams('own', { from: '2025-12-24', to: '2026-01-02' }).toString()).toBe(
      'from=2025-12-24&to=2026-01-02',
    )
  })

  test('what makes no sense counts for nothing', () => {
    for (const address of ['days=9', 'from=x&to=y', 'from=2026-02-30&to=2026-03-01', 'from=2020-01-01&to=2026-01-01'])
      expect(read(address)).toEqual(read(''))
    expect(read('from=2026-02-02&to=2026-01-01')).toEqual(read(''))
    expect(read('from=2027-01-01&to=2027-01-02')).toEqual(read(''))
  })

  test('is said in the shortest words', () => {
    expect(formatPeriod({ from: '2026-06-03', to: '2026-06-03' })).toBe('3 June 2026')
    expect(formatPeriod({ from: '2026-06-03', to: '2026-06-09' })).toMatch(/^3\s?–\s?9 June 2026$/)
  })
})
