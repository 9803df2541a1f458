import { noonInLagos } from '@baobab/contract/kernel/days.ts'
import type { MetricCategory, MetricName } from '@baobab/contract/metrics/endpoints.ts'
import { useId, useState } from 'react'
import { Card } from '../ui/card.tsx'
import { formatDate } from '../ui/dates.ts'
import { Icon } from '../ui/icon.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { Chart } from './chart.tsx'
import { listCategories, sumCategories, type Point } from './chart-shape.ts'
import { describeChange, describeChart, describeDay, describeTotal, formatAmount } from './describe-metrics.ts'
import { categoryLabels, metricLabels, text } from './text.ts'

type Props = {
  metric: MetricName
  points: readonly Point[]
  total: number
  before: number | undefined
  today: string
}

/**
 * Shows one metric of the period: its total, a chart of its days, a description of one day, and a table of the same
 * numbers.
 */
export function MetricCard({ metric, points, total, before, today }: Props) {
  const { title, help } = metricLabels[metric]
  const id = useId()
  const categories = listCategories(points)
  return (
    <Card className="stack stack-2 fcard" aria-labelledby={id}>
      <h3 className="fcard__h" id={id}>
        {title}
      </h3>
      <p className="fcard__n">
        <b className="num big">{describeTotal(metric, total, points.length)}</b>{' '}
        <span className="small muted">{describeChange(total, before, points.length)}</span>
      </p>
      {categories.length === 0 ? (
        <>
          <p className="muted fcard__none">{text.noCounts}</p>
          <p className="small muted">{help}</p>
        </>
      ) : (
        <>
          <Days title={title} points={points} today={today} />
          <details className="folded">
            <summary>
              {text.showTable}
              <Icon name="caret-down" />
            </summary>
            <p className="small muted">{help}</p>
            <MetricTable title={title} points={points} categories={categories} today={today} />
          </details>
        </>
      )}
    </Card>
  )
}

/** The chart, and a slider that selects a day to describe. Works with fingers, mice, arrow keys and screen readers. */
function Days({ title, points, today }: Pick<Props, 'points' | 'today'> & { title: string }) {
  const [index, choose] = useState<number>()
  const categories = listCategories(points)
  const last = points.length - 1
  const chosen = Math.min(index ?? last, last)
  const point = points[chosen]
  const description = point ? describeDay(point, categories, today) : ''
  return (
    <div className="fcard__days">
      <output className="small num fcard__day">{description}</output>
      <Chart label={describeChart(title, points)} points={points} chosen={chosen} onChoose={choose} />
      {last > 0 && (
        <input
          className="range"
          type="range"
          min={0}
          max={last}
          value={chosen}
          aria-label={text.chosenDay(title)}
          aria-valuetext={description}
          onChange={(event) => choose(event.target.valueAsNumber)}
        />
      )}
    </div>
  )
}

type TableProps = { title: string; points: readonly Point[]; categories: readonly MetricCategory[]; today: string }

/** The numbers of a chart, the newest day first. */
function MetricTable({ title, points, categories, today }: TableProps) {
  const columns: Column<Point>[] = [
    { title: text.day, cell: ({ day }) => (day === today ? text.todaySoFar : formatDate(noonInLagos(day))) },
    ...categories.map((category) => ({
      title: categoryLabels[category],
      cell: ({ of }: Point) => <span className="num">{formatAmount(of[category])}</span>,
    })),
    { title: text.all, cell: ({ of }) => <b className="num">{formatAmount(sumCategories(of))}</b> },
  ]
  return (
    <div className="ftable">
      <Table
        caption={text.byDayAndCategory(title)}
        columns={columns}
        rows={points.toReversed()}
        rowKey={({ day }) => day}
        cards={false}
      />
    </div>
  )
}
