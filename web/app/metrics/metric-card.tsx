import type { MetricName } from '@baobab/contract/metrics.ts'
import { useId, useState } from 'react'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Chart } from './chart.tsx'
import { listCategories, type Point } from './chart-shape.ts'
import { MetricTable } from './metric-table.tsx'
import { comparison, describeDay, metricLabels, headline, summary } from './metric-labels.ts'
import { Legend } from './chart-patterns.tsx'

type Props = {
  figure: MetricName
  points: readonly Point[]
  total: number
  before: number | undefined
  today: string
}

/** One figure of the period: its total, its days as a drawing, one day in words, and the same as a table. */
export function MetricCard({ figure, points, total, before, today }: Props) {
  const { title, help } = metricLabels[figure]
  const id = useId()
  const categories = listCategories(points)
  return (
    <Card className="stack stack-3 fcard" aria-labelledby={id}>
      <div>
        <h2 className="card__h" id={id}>
          {title}
        </h2>
        <p className="small muted">{help}</p>
      </div>
      <p className="fcard__n">
        <b className="num big">{headline(figure, total, points.length)}</b>{' '}
        <span className="small muted">{comparison(total, before, points.length)}</span>
      </p>
      {categories.length === 0 ? (
        <p className="muted fcard__none">Nothing on any of these days.</p>
      ) : (
        <>
          <Days title={title} points={points} today={today} />
          <details className="folded">
            <summary>
              Show as a table
              <Icon name="caret-down" />
            </summary>
            <MetricTable title={title} points={points} categories={categories} today={today} />
          </details>
        </>
      )}
    </Card>
  )
}

/** The drawing, and a slider that says each day: by a finger, a mouse, arrow keys and a screen reader. */
function Days({ title, points, today }: Pick<Props, 'points' | 'today'> & { title: string }) {
  const [at, choose] = useState<number>()
  const categories = listCategories(points)
  const last = points.length - 1
  const chosen = Math.min(at ?? last, last)
  const point = points[chosen]
  const words = point ? describeDay(point, categories, today) : ''
  return (
    <div className="fcard__days">
      <Legend categories={categories} />
      <output className="small num fcard__day">{words}</output>
      <Chart label={summary(title, points)} points={points} chosen={chosen} onChoose={choose} />
      {last > 0 && (
        <input
          className="range"
          type="range"
          min={0}
          max={last}
          value={chosen}
          aria-label={`${title}: day`}
          aria-valuetext={words}
          onChange={(event) => choose(event.target.valueAsNumber)}
        />
      )}
    </div>
  )
}
