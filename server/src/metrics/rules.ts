// Pure rules that decide which days are counted, and build the reply from the counts.
import { getAgeCategory, lagosDate, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import {
  metricCategories,
  metricNames,
  type ByCategory,
  type DayMetrics,
  type MetricCategory,
  type MetricName,
} from '@baobab/contract/metrics/endpoints.ts'
import { type Period, addDays, countDays, listDays } from '@baobab/contract/kernel/days.ts'

/** How long after midnight the last answer of a day may still reach the database. */
const SETTLING_MS = 5 * 60_000

/** One count of one day. A missing count is 0. */
export type Count = { day: string; metric: MetricName; category: MetricCategory; value: number }

/** Returns the period of the same length that ends the day before. */
export function periodBefore({ from, to }: Period): Period {
  return { from: addDays(from, -countDays({ from, to })), to: addDays(from, -1) }
}

/** Returns the last day whose counts can no longer change. */
export function lastSettledDay(now: Date): string {
  return addDays(lagosDate(new Date(now.getTime() - SETTLING_MS)), -1)
}

/** Returns the days that both periods contain, or undefined if there are none. */
export function intersectPeriods(a: Period, b: Period): Period | undefined {
  const period = { from: a.from > b.from ? a.from : b.from, to: a.to < b.to ? a.to : b.to }
  return period.from <= period.to ? period : undefined
}

/** Later than any real day. */
const END = '9999-12-31'

/** Returns the days of a period that are not settled and therefore not in the table. */
export function unsettledDays(period: Period, now: Date): Period | undefined {
  return intersectPeriods(period, { from: addDays(lastSettledDay(now), 1), to: END })
}

/** Groups sorted days into gapless periods of at most `maxDays` days. */
export function toPeriods(days: readonly string[], maxDays: number): Period[] {
  const periods: Period[] = []
  for (const day of days) {
    const last = periods.at(-1)
    if (last && addDays(last.to, 1) === day && countDays(last) < maxDays) last.to = day
    else periods.push({ from: day, to: day })
  }
  return periods
}

const MAX_AGE = 150

/** Returns the ages at which the category changes, youngest first. */
export function listCategoryChanges(): { age: number; category: AgeCategory | null }[] {
  const ages = Array.from({ length: MAX_AGE }, (_, age) => ({ age, category: getAgeCategory(age) }))
  return ages.filter(({ category }, index) => index > 0 && category !== ages[index - 1]?.category)
}

const zero = (): ByCategory => ({ '5-10': 0, '11-20': 0, none: 0 })

/** Returns every day of a period with its counts. */
export function toDayMetrics(period: Period, counts: readonly Count[]): DayMetrics[] {
  const days = new Map(
    listDays(period).map((day) => [
      day,
      {
        day,
        registrations: zero(),
        active: zero(),
        watched: zero(),
        quizzes: zero(),
        payments: zero(),
        'paid-kobo': zero(),
      },
    ]),
  )
  for (const { day, metric, category, value } of counts) {
    const metrics = days.get(day)
    if (metrics) metrics[metric][category] += value
  }
  return [...days.values()]
}

/** Sums each metric over days and categories. */
export function sumMetrics(days: readonly DayMetrics[]): Record<MetricName, number> {
  const totals = { registrations: 0, active: 0, watched: 0, quizzes: 0, payments: 0, 'paid-kobo': 0 }
  for (const day of days)
    for (const metric of metricNames) for (const category of metricCategories) totals[metric] += day[metric][category]
  return totals
}
