import { figureNames, type figures as endpoint } from '@baobab/contract/figures.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { FigureCard } from './figure-card.tsx'

type Props = ReplyOf<typeof endpoint> & { today: string; isStale: boolean }

/** The figures of the period, one card each. */
export function Charts({ days, totals, before, today, isStale }: Props) {
  return (
    <div className="grid g2 charts" aria-busy={isStale}>
      {figureNames.map((figure) => (
        <FigureCard
          key={figure}
          figure={figure}
          points={days.map((day) => ({ day: day.day, of: day[figure] }))}
          total={totals[figure]}
          before={before?.[figure]}
          today={today}
        />
      ))}
    </div>
  )
}
