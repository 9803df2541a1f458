import type { Column } from '@tanstack/react-table'
import { Icon } from '../icon.tsx'
import type { features, Sort } from './columns.ts'

type Props<Row extends object> = {
  column: Column<typeof features, Row>
  onSort: ((sort: Sort) => void) | undefined
}

const spoken = { asc: 'ascending', desc: 'descending' } as const

/** The head of a column: a button where the server can sort by it. */
export function HeaderCell<Row extends object>({ column, onSort }: Props<Row>) {
  const { meta, header } = column.columnDef
  const title = typeof header === 'string' ? header : column.id
  const sorted = column.getIsSorted()
  const className = meta?.isNumber ? 'r' : undefined
  if (!onSort || !column.getCanSort()) {
    return (
      <th scope="col" className={className}>
        {meta?.kind === 'act' ? <span className="sr">{title}</span> : title}
      </th>
    )
  }
  return (
    <th scope="col" className={className} aria-sort={sorted ? spoken[sorted] : undefined}>
      <button
        type="button"
        className="dtable__s"
        onClick={() => onSort({ id: column.id, isDesc: column.getNextSortingOrder() === 'desc' })}
      >
        {title}
        <span className={sorted ? 'dtable__i' : 'dtable__i dtable__i--off'}>
          <Icon name={sorted === 'desc' ? 'arrow-down' : 'arrow-up'} size="sm" />
        </span>
      </button>
    </th>
  )
}
