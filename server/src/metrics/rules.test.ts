import { metricNames } from '@baobab/contract/metrics/endpoints.ts'
import { describe, expect, it } from 'vitest'
import {
  intersectPeriods,
  lastSettledDay,
  listCategoryChanges,
  periodBefore,
  sumMetrics,
  toDayMetrics,
  toPeriods,
  unsettledDays,
} from './rules.ts'

describe('a period', () => {
  it('follows another one of the same length', () => {
    expect(periodBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({ from: '2026-01-29', to: '2026-02-28' })
    expect(periodBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  })

  it('has an intersection: the days that are in both', () => {
    const june = { from: '2026-06-01', to: '2026-06-30' }
    expect(intersectPeriods(june, { from: '2026-06-10', to: '2026-07-05' })).toEqual({
      from: '2026-06-10',
      to: '2026-06-30',
    })
    expect(intersectPeriods(june, { from: '2026-05-10', to: '2026-06-05' })).toEqual({
      from: '2026-06-01',
      to: '2026-06-05',
    })
    expect(intersectPeriods(june, { from: '2026-06-30', to: '2026-07-05' })).toEqual({
      from: '2026-06-30',
      to: '2026-06-30',
    })
    expect(intersectPeriods(june, { from: '2026-07-01', to: '2026-07-05' })).toBeUndefined()
  })
})

describe('a day', () => {
  it('is settled five minutes after midnight in Lagos', () => {
    expect(lastSettledDay(new Date('2026-06-15T23:05:00+01:00'))).toBe('2026-06-14')
    expect(lastSettledDay(new Date('2026-06-16T00:04:59.999+01:00'))).toBe('2026-06-14')
    expect(lastSettledDay(new Date('2026-06-16T00:05:00+01:00'))).toBe('2026-06-15')
  })

  it('that is not settled is not in the table', () => {
    const now = new Date('2026-06-15T12:00:00+01:00')
    expect(unsettledDays({ from: '2026-06-01', to: '2026-06-30' }, now)).toEqual({
      from: '2026-06-15',
      to: '2026-06-30',
    })
    expect(unsettledDays({ from: '2026-06-01', to: '2026-06-14' }, now)).toBeUndefined()
  })

  it('is grouped with its neighbours into periods of limited length', () => {
    expect(toPeriods(['2026-06-28', '2026-06-29', '2026-06-30', '2026-07-01', '2026-07-03'], 3)).toEqual([
      { from: '2026-06-28', to: '2026-06-30' },
      { from: '2026-07-01', to: '2026-07-01' },
      { from: '2026-07-03', to: '2026-07-03' },
    ])
    expect(toPeriods([], 3)).toEqual([])
  })
})

it('categories change at the ages of 5, 11 and 21', () => {
  expect(listCategoryChanges()).toEqual([
    { age: 5, category: '5-10' },
    { age: 11, category: '11-20' },
    { age: 21, category: null },
  ])
})

describe('daily counts', () => {
  const zero = { '5-10': 0, '11-20': 0, none: 0 }
  const none = Object.fromEntries(metricNames.map((name) => [name, zero]))
  const days = toDayMetrics({ from: '2026-06-01', to: '2026-06-02' }, [
    { day: '2026-06-02', metric: 'quizzes', category: '5-10', value: 3 },
    { day: '2026-06-02', metric: 'quizzes', category: '5-10', value: 4 },
    { day: '2026-06-02', metric: 'paid-kobo', category: 'none', value: 100_000 },
    { day: '2026-06-03', metric: 'quizzes', category: '5-10', value: 9 },
  ])

  it('are complete and added up, without those of other days', () => {
    expect(days).toEqual([
      { ...none, day: '2026-06-01' },
      { ...none, day: '2026-06-02', quizzes: { ...zero, '5-10': 7 }, 'paid-kobo': { ...zero, none: 100_000 } },
    ])
  })

  it('are summed over days and categories', () => {
    const [, day] = days
    if (!day) throw new Error('The second day is missing.')
    expect(sumMetrics([day, { ...day, quizzes: { '5-10': 1, '11-20': 10, none: 100 } }])).toEqual({
      registrations: 0,
      active: 0,
      watched: 0,
      quizzes: 118,
      payments: 0,
      'paid-kobo': 200_000,
    })
  })
})
