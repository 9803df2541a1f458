import { Select } from '../select.tsx'
import type { DataColumn, Sort } from './columns.ts'

type Props<Row> = {
  columns: readonly DataColumn<Row>[]
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}

/** On a phone the heads of the columns are out of sight: the same orders as one choice. */
export function SortSelect<Row>({ columns, sort, onSort }: Props<Row>) {
  const orders = columns.flatMap(({ id, title, sort: words }) =>
    words ? words.map((word, at) => ({ value: `${id}.${at}`, label: `${title}: ${word}`, id, isDesc: at === 1 })) : [],
  )
  return (
    <div className="dtable__o">
      <Select
        label="Sort by"
        options={orders}
        {...(sort ? {} : { placeholder: 'As the filter says' })}
        value={sort ? `${sort.id}.${sort.isDesc ? 1 : 0}` : ''}
        onChange={(event) => {
          const order = orders.find(({ value }) => value === event.target.value)
          if (order) onSort({ id: order.id, isDesc: order.isDesc })
        }}
      />
    </div>
  )
}
