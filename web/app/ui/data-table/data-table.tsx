import { flexRender, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { features, toColumnDef, type DataColumn, type Sort } from './columns.ts'
import { HeaderCell } from './header-cell.tsx'
import { SortSelect } from './sort-select.tsx'

type Props<Row> = {
  caption: string
  /** Of a module or a memo: another array is another table. */
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Columns that are not shown, by id. */
  hidden?: ReadonlySet<string>
  /** How the rows stand; columns with `sort` get a button when `onSort` is there. */
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** Another page is on its way: the present rows stay until then. */
  isStale?: boolean
}

const NONE: ReadonlySet<string> = new Set()

/** A table of rows that the server has sorted and cut into pages; below 720 px each row is a card. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { caption, columns, rows, rowKey, hidden = NONE, sort, onSort, isStale = false } = props
  const data = useMemo(() => [...rows], [rows])
  const defs = useMemo(() => columns.map((column) => toColumnDef(column)), [columns])
  const table = useTable<typeof features, Row>({
    features,
    columns: defs,
    data,
    getRowId: rowKey,
    manualSorting: true,
    enableSorting: onSort !== undefined,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: {
      sorting: sort ? [{ id: sort.id, desc: sort.isDesc }] : [],
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, !hidden.has(id)])),
    },
  })

  return (
    <div className="dtable" aria-busy={isStale}>
      {onSort && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
      <div className="scroll-x">
        <table className="tbl tbl--cards">
          <caption className="sr">{caption}</caption>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => (
                  <HeaderCell key={header.id} column={header.column} onSort={onSort} />
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr key={row.id}>
                {row.getVisibleCells().map((cell) => {
                  const { meta } = cell.column.columnDef
                  return (
                    <td key={cell.id} className={classOf(meta)} data-l={meta?.label}>
                      {flexRender(cell.column.columnDef.cell, cell.getContext())}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function classOf(meta: { kind?: string; isNumber?: boolean } | undefined): string | undefined {
  const names = [meta?.kind !== 'detail' && meta?.kind, meta?.isNumber && 'r num'].filter(Boolean)
  return names.length > 0 ? names.join(' ') : undefined
}
