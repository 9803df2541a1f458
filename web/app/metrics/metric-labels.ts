// What stands at a chart in words.
import { noonInLagos } from '@baobab/contract/lagos-days.ts'
import type { ByCategory, MetricCategory, MetricName } from '@baobab/contract/metrics.ts'
import { formatShortDay } from '../ui/dates.ts'
import { sumCategories, type Point } from './chart-shape.ts'

export const categoryLabels: Record<MetricCategory, string> = { '5-10': '5-10', '11-20': '11-20', none: 'no category' }

export const metricLabels: Record<MetricName, { title: string; help: string }> = {
  registrations: { title: 'Registrations', help: 'Accounts on the day their email was verified' },
  active: { title: 'Active students', help: 'Students who watched a video or started a quiz, each once a day' },
  watched: { title: 'Videos watched', help: 'How often a video was marked as watched' },
  quizzes: { title: 'Quizzes finished', help: 'Attempts that ended, with all answers or out of time' },
  payments: { title: 'Payments', help: 'Payments on the day we learned that they were made' },
  'paid-kobo': { title: 'Paid, in naira', help: 'The money of these payments, before anything was given back' },
}

const short = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 })

/** At the edge of a drawing there is room for few digits. */
export const tick = (value: number) => (value < 10_000 ? amount(value) : short.format(value))

export const amount = (value: number) => value.toLocaleString('en-NG', { maximumFractionDigits: 1 })

/** The one number of a chart. Who comes on three days is one student, so active students are told as a day's mean. */
export function headline(figure: MetricName, total: number, days: number): string {
  return figure === 'active' ? `${amount(Math.round((total / days) * 10) / 10)} a day` : amount(total)
}

/** A total against that of as many days before. */
export function comparison(total: number, before: number | undefined, days: number): string {
  if (before === undefined) return 'No earlier days to compare with'
  const than = days === 1 ? 'the day before' : `the ${days} days before`
  if (total === before) return `As many as in ${than}`
  const difference = `${amount(Math.abs(total - before))} ${total > before ? 'more' : 'fewer'}`
  const share =
    before === 0 ? '' : ` (${total > before ? '+' : '-'}${amount(Math.abs(Math.round((total / before - 1) * 100)))}%)`
  return `${difference} than in ${than}${share}`
}

/** One day in words: "10 Jun: 14, of them 4 in 5-10 and 10 in 11-20". */
export function describeDay({ day, of }: Point, categories: readonly MetricCategory[], today: string): string {
  const when = day === today ? 'Today so far' : formatShortDay(noonInLagos(day))
  return `${when}: ${amount(sumCategories(of))}${partWords(of, categories)}`
}

function partWords(of: ByCategory, categories: readonly MetricCategory[]): string {
  const parts = categories.filter((category) => of[category] > 0)
  if (parts.length === 0) return ''
  const words = parts.map((category) => `${amount(of[category])} in ${categoryLabels[category]}`)
  return `, ${words.join(', ')}`
}

/** What the drawing shows, for who cannot see it. */
export function summary(title: string, points: readonly Point[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return title
  const top = points.reduce((most, point) => (sumCategories(point.of) > sumCategories(most.of) ? point : most), first)
  const [from, to, when] = [first, last, top].map(({ day }) => formatShortDay(noonInLagos(day)))
  return `${title} each day, ${from} to ${to}. Highest ${amount(sumCategories(top.of))} on ${when}.`
}
