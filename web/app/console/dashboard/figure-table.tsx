import type { FigureCategory } from '@baobab/contract/figures.ts'
import { dayAndYear } from '../../ui/dates.ts'
import { Table, type Column } from '../../ui/table.tsx'
import { sumOf, type Point } from './chart-shape.ts'
import { amount, categoryWords } from './figure-words.ts'
import { noonOf } from './period.ts'

type Props = { title: string; points: readonly Point[]; categories: readonly FigureCategory[]; today: string }

/** The numbers behind a drawing, the newest day first. */
export function FigureTable({ title, points, categories, today }: Props) {
  const columns: Column<Point>[] = [
    { title: 'Day', cell: ({ day }) => (day === today ? 'Today so far' : dayAndYear(noonOf(day))) },
    ...categories.map((category) => ({
      title: categoryWords[category],
      cell: ({ of }: Point) => <span className="num">{amount(of[category])}</span>,
    })),
    { title: 'All', cell: ({ of }) => <b className="num">{amount(sumOf(of))}</b> },
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
