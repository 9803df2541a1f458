// Days in Lagos, and what they are counted by. Pure.
import { dayAfter, daysIn, listDays } from '@baobab/contract/lagos-days.ts'
import { getAgeCategory, lagosDate, type AgeCategory } from '@baobab/contract/age.ts'
import {
  metricCategories,
  metricNames,
  type ByCategory,
  type DayMetrics,
  type MetricCategory,
  type MetricName,
  type Period,
} from '@baobab/contract/metrics.ts'

/** How long after midnight a day's last answer may still be on its way to the database. */
const SETTLING_MS = 5 * 60_000

/** One count of one day; what is not among the counts is 0. */
export type Count = { day: string; figure: MetricName; category: MetricCategory; value: number }

/** As many days, just before. */
export function periodBefore({ from, to }: Period): Period {
  return { from: dayAfter(from, -daysIn({ from, to })), to: dayAfter(from, -1) }
}

/** The last day of which nothing can change any more. */
export function lastSettledDay(now: Date): string {
  return dayAfter(lagosDate(new Date(now.getTime() - SETTLING_MS)), -1)
}

/** The part of a period that lies in another; undefined where they share no day. */
export function shared(a: Period, b: Period): Period | undefined {
  const period = { from: a.from > b.from ? a.from : b.from, to: a.to < b.to ? a.to : b.to }
  return period.from <= period.to ? period : undefined
}

/** Cuts days, in order, into stretches without a gap of at most `most` days. */
export function stretchesOf(days: readonly string[], most: number): Period[] {
  const stretches: Period[] = []
  for (const day of days) {
    const last = stretches.at(-1)
    if (last && dayAfter(last.to, 1) === day && daysIn(last) < most) last.to = day
    else stretches.push({ from: day, to: day })
  }
  return stretches
}

const NOBODY_IS_OLDER = 150

/** The ages at which the category changes, the youngest first. */
export function categorySteps(): { age: number; category: AgeCategory | null }[] {
  const ages = Array.from({ length: NOBODY_IS_OLDER }, (_, age) => ({ age, category: getAgeCategory(age) }))
  return ages.filter(({ category }, at) => at > 0 && category !== ages[at - 1]?.category)
}

const nothing = (): ByCategory => ({ '5-10': 0, '11-20': 0, none: 0 })

/** Every day of a period with its counts. */
export function figuresOf(period: Period, counts: readonly Count[]): DayMetrics[] {
  const days = new Map(
    listDays(period).map((day) => [
      day,
      {
        day,
        registrations: nothing(),
        active: nothing(),
        watched: nothing(),
        quizzes: nothing(),
        payments: nothing(),
        'paid-kobo': nothing(),
      },
    ]),
  )
  for (const { day, figure, category, value } of counts) {
    const metrics = days.get(day)
    if (metrics) metrics[figure][category] += value
  }
  return [...days.values()]
}

/** Sums over days and categories. */
export function totalsOf(days: readonly DayMetrics[]): Record<MetricName, number> {
  const totals = { registrations: 0, active: 0, watched: 0, quizzes: 0, payments: 0, 'paid-kobo': 0 }
  for (const day of days)
    for (const figure of metricNames) for (const category of metricCategories) totals[figure] += day[figure][category]
  return totals
}
