// Turns metrics into the sentences next to a chart.
import { noonInLagos } from '@baobab/contract/kernel/days.ts'
import type { MetricCategory, MetricName } from '@baobab/contract/metrics/endpoints.ts'
import { formatShortDay } from '../ui/format.ts'
import { sumCategories, type Point } from './chart-shape.ts'
import { categoryLabels, text } from './text.ts'

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 })

export const formatAmount = (value: number) => value.toLocaleString('en-NG', { maximumFractionDigits: 1 })

/** Formats a number for an axis, which has room for only a few digits. */
export const formatTick = (value: number) => (value < 10_000 ? formatAmount(value) : compact.format(value))

/**
 * Returns a metric's number for a period: its total, or the daily mean for active students, because a student counts once each day.
 */
const toHeadline = (metric: MetricName, total: number, days: number): number =>
  metric === 'active' ? Math.round((total / days) * 10) / 10 : total

/** Returns a metric's headline: '1,234', or '2.5 a day' for active students. */
export function describeTotal(metric: MetricName, total: number, days: number): string {
  const amount = formatAmount(toHeadline(metric, total, days))
  return metric === 'active' ? text.perDay(amount) : amount
}

type Change = { metric: MetricName; total: number; before: number | undefined; days: number }

/** Compares a metric's headline with that of the preceding period of the same length. */
export function describeChange({ metric, total, before, days }: Change): string {
  if (before === undefined) return text.nothingToCompare
  const period = text.daysBefore(days)
  const [now, earlier] = [total, before].map((sum) => toHeadline(metric, sum, days)) as [number, number]
  if (now === earlier) return text.sameAsBefore(period)
  const amount = formatAmount(Math.round(Math.abs(now - earlier) * 10) / 10)
  const difference = metric === 'active' ? text.perDay(amount) : amount
  const sentence = now > earlier ? text.moreThanBefore(difference, period) : text.fewerThanBefore(difference, period)
  if (earlier === 0) return sentence
  const percent = formatAmount(Math.abs(Math.round((total / before - 1) * 100)))
  return `${sentence} (${now > earlier ? '+' : '-'}${percent}%)`
}

/** Describes one day: '10 Jun: 14, 4 in 5-10, 10 in 11-20'. */
export function describeDay({ day, of }: Point, categories: readonly MetricCategory[], today: string): string {
  const when = day === today ? text.todaySoFar : formatShortDay(noonInLagos(day))
  const parts = categories
    .filter((category) => of[category] > 0)
    .map((category) => text.inCategory(formatAmount(of[category]), categoryLabels[category]))
  return `${when}: ${[formatAmount(sumCategories(of)), ...parts].join(', ')}`
}

/** Describes a chart for people who cannot see it. */
export function describeChart(title: string, points: readonly Point[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return title
  const highest = points.reduce(
    (most, point) => (sumCategories(point.of) > sumCategories(most.of) ? point : most),
    first,
  )
  const [from = '', to = '', day = ''] = [first, last, highest].map((point) => formatShortDay(noonInLagos(point.day)))
  return text.chart(title, from, to, formatAmount(sumCategories(highest.of)), day)
}
