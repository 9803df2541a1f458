// The console's tables: TanStack Table knows the columns, which are shown and by which the rows stand; the server sorts
// and pages.
import {
  columnVisibilityFeature,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** The two ways a column can stand, in words: ["A - Z", "Z - A"]. */
export type SortLabels = readonly [ascending: string, descending: string]

export type DataColumn<Row> = {
  /** On the wire too, where the server sorts by it. */
  id: string
  title: string
  /** Where the title is too long for a card. */
  shortTitle?: string
  cell: (row: Row) => ReactNode
  /** `who`: the row's name, first on a phone. `act`: its buttons. `detail`: shown on a phone with its title before it. */
  kind?: 'who' | 'act' | 'detail'
  /** Numbers stand at the right edge of their column. */
  isNumber?: boolean
  /** The server can sort by it. */
  sort?: SortLabels
  /** The first press sorts the largest or newest first. */
  isDescFirst?: boolean
  /** Not shown until somebody chooses it. */
  isExtra?: boolean
}

export type Sort = { id: string; isDesc: boolean }

type Meta = Pick<DataColumn<never>, 'kind' | 'isNumber'> & { label: string | undefined }

export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<Meta>(),
})

/** Who a row is about and what can be done with it always stay. */
export function canHide({ kind }: Pick<DataColumn<never>, 'kind'>): boolean {
  return kind !== 'who' && kind !== 'act'
}

export function toColumnDef<Row extends object>(column: DataColumn<Row>): ColumnDef<typeof features, Row> {
  const { id, title, shortTitle = title, cell, kind, isNumber = false, sort, isDescFirst = false } = column
  return {
    id,
    header: title,
    // A column without a value cannot be sorted by; the server has the values.
    accessorFn: () => id,
    cell: ({ row }) => cell(row.original),
    enableSorting: sort !== undefined,
    enableHiding: canHide(column),
    sortDescFirst: isDescFirst,
    meta: { ...(kind && { kind }), isNumber, label: kind === 'detail' ? shortTitle : undefined },
  }
}
