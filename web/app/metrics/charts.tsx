import { metricNames, type ByCategory, type MetricName, type metrics as endpoint } from '@baobab/contract/metrics.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { MetricCard } from './metric-card.tsx'

type Props = ReplyOf<typeof endpoint> & { today: string; isStale: boolean }

/** Money is kept in kobo and read in naira. */
const unitOf = (figure: MetricName) => (figure === 'paid-kobo' ? 100 : 1)
const inUnits = (of: ByCategory, unit: number): ByCategory => ({
  '5-10': of['5-10'] / unit,
  '11-20': of['11-20'] / unit,
  none: of.none / unit,
})

/** The figures of the period, one card each. */
export function Charts({ days, totals, before, today, isStale }: Props) {
  return (
    <div className="grid g2 charts" aria-busy={isStale}>
      {metricNames.map((figure) => {
        const unit = unitOf(figure)
        return (
          <MetricCard
            key={figure}
            figure={figure}
            points={days.map((day) => ({ day: day.day, of: inUnits(day[figure], unit) }))}
            total={totals[figure] / unit}
            before={before ? before[figure] / unit : undefined}
            today={today}
          />
        )
      })}
    </div>
  )
}
