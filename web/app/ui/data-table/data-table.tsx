import {
  columnVisibilityFeature,
  flexRender,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Column,
  type ColumnDef,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { Icon } from '../icon.tsx'
import { FilterSelect } from '../select.tsx'
import { canHide, type DataColumn, type Sort } from './columns.ts'
import { SelectPage, SelectRow, type Selection } from './selection.tsx'

type Meta = Pick<DataColumn<never>, 'kind' | 'isNumber'> & { label: string | undefined }

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<Meta>(),
})

type Props<Row> = {
  caption: string
  /** Defined once, outside the component or in a memo, because a new array rebuilds the table. */
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The ids of hidden columns. */
  hidden?: ReadonlySet<string>
  /** The current order. With `onSort`, the headers of columns that have `sort` become buttons. */
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** Whether another page is loading; until then the current rows stay. */
  isStale?: boolean
  /** Adds a checkbox to each row, and one for the page. `rowLabel` names a row for screen readers. */
  selection?: Selection | undefined
  rowLabel?: (row: Row) => string
}

const NONE: ReadonlySet<string> = new Set()

/** A table with rows sorted and paged by the server. Below 960 px each row is a card, because not all columns would fit. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { caption, columns, rows, rowKey, hidden = NONE, sort, onSort, isStale = false } = props
  const { selection, rowLabel } = props
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
      {(onSort || selection) && (
        <div className="dtable__o">
          {onSort && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
          {selection && <SelectPage selection={selection} isNamed />}
        </div>
      )}
      <div className="scroll-x">
        <table className="tbl tbl--cards">
          <caption className="sr">{caption}</caption>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {selection && (
                  <th scope="col" className="pickcell">
                    <SelectPage selection={selection} />
                  </th>
                )}
                {group.headers.map((header) => (
                  <HeaderCell key={header.id} column={header.column} onSort={onSort} />
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr key={row.id} className={selection?.has(row.id) ? 'picked' : undefined}>
                {selection && (
                  <td className="pickcell">
                    <SelectRow selection={selection} id={row.id} label={`Select ${rowLabel?.(row.original) ?? ''}`} />
                  </td>
                )}
                {row.getVisibleCells().map((cell) => {
                  const { meta } = cell.column.columnDef
                  return (
                    <td key={cell.id} className={cellClass(meta)} data-l={meta?.label}>
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

function toColumnDef<Row extends object>(column: DataColumn<Row>): ColumnDef<typeof features, Row> {
  const { id, title, shortTitle = title, cell, kind, isNumber = false, sort, isDescFirst = false } = column
  return {
    id,
    header: title,
    // TanStack Table sorts only columns that have a value. This one is never compared, because the server sorts.
    accessorFn: () => id,
    cell: ({ row }) => cell(row.original),
    enableSorting: sort !== undefined,
    enableHiding: canHide(column),
    sortDescFirst: isDescFirst,
    meta: { ...(kind && { kind }), isNumber, label: kind === 'detail' ? shortTitle : undefined },
  }
}

function cellClass(meta: { kind?: string; isNumber?: boolean } | undefined): string | undefined {
  const names = [meta?.kind !== 'detail' && meta?.kind, meta?.isNumber && 'r num'].filter(Boolean)
  return names.length > 0 ? names.join(' ') : undefined
}

type HeaderProps<Row extends object> = {
  column: Column<typeof features, Row>
  onSort: ((sort: Sort) => void) | undefined
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

/** A column's header: a button if the server can sort by it. */
function HeaderCell<Row extends object>({ column, onSort }: HeaderProps<Row>) {
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
    <th scope="col" className={className} aria-sort={sorted ? ariaSort[sorted] : undefined}>
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

type SortSelectProps<Row> = {
  columns: readonly DataColumn<Row>[]
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}

/** All orders in one select, for phones, where the headers are hidden. */
function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  const orders = columns.flatMap(({ id, title, sort: labels }) =>
    labels
      ? labels.map((label, index) => ({
          value: `${id}.${index}`,
          label: `${title}: ${label}`,
          id,
          isDesc: index === 1,
        }))
      : [],
  )
  return (
    <FilterSelect
      label="Sort by"
      options={orders}
      {...(sort ? {} : { placeholder: 'Default order' })}
      value={sort ? `${sort.id}.${sort.isDesc ? 1 : 0}` : ''}
      onChange={(event) => {
        const order = orders.find(({ value }) => value === event.target.value)
        if (order) onSort({ id: order.id, isDesc: order.isDesc })
      }}
    />
  )
}
