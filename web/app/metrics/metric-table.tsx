import { noonInLagos } from '@baobab/contract/lagos-days.ts'
import type { MetricCategory } from '@baobab/contract/metrics.ts'
import { formatDate } from '../ui/dates.ts'
import { Table, type Column } from '../ui/table.tsx'
import { sumCategories, type Point } from './chart-shape.ts'
import { amount, categoryLabels } from './metric-labels.ts'

type Props = { title: string; points: readonly Point[]; categories: readonly MetricCategory[]; today: string }

/** The numbers behind a drawing, the newest day first. */
export function MetricTable({ title, points, categories, today }: Props) {
  const columns: Column<Point>[] = [
    { title: 'Day', cell: ({ day }) => (day === today ? 'Today so far' : formatDate(noonInLagos(day))) },
    ...categories.map((category) => ({
      title: categoryLabels[category],
      cell: ({ of }: Point) => <span className="num">{amount(of[category])}</span>,
    })),
    { title: 'All', cell: ({ of }) => <b className="num">{amount(sumCategories(of))}</b> },
  ]
  return (
    <div className="ftable">
      <Table
        caption={`${title} by day and age category`}
        columns={columns}
        rows={points.toReversed()}
        rowKey={({ day }) => day}
        cards={false}
      />
    </div>
  )
}
