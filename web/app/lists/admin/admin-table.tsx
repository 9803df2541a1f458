import type { Who } from '@baobab/contract/accounts/rules.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import type { ReactNode } from 'react'
import { useIsAllowed } from '../../shell/if-allowed.tsx'
import type { DataColumn, Sort } from '../../ui/data-table/columns.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useSelection, type Selection } from '../../ui/data-table/selection.tsx'
import { AdminList, type ListProps } from './admin-list.tsx'
import { identifyRows, type Filters } from './list-address.ts'

type Props<E extends Endpoint, Fs extends Filters, Row> = ListProps<E, Fs, Row> & {
  /** Describes the table for screen readers; its title by default. */
  caption?: string
  /** The declared columns by default. */
  columns?: readonly DataColumn<Row>[]
  rowKey: (row: Row) => string
  /** Names a row for screen readers. */
  rowLabel?: (row: Row) => string
  sort?: Sort
  onSort?: ((sort: Sort) => void) | undefined
  /** Who may select rows, and the actions on selected ones. */
  selectors?: Who
  bar?: (picked: Selection, hasMore: boolean) => ReactNode
}

/** An admin list as a table with selectable rows. */
export function AdminTable<E extends Endpoint, Fs extends Filters, Row extends object>(props: Props<E, Fs, Row>) {
  const { of, title, caption = title ?? '', columns, rowKey, rowLabel, sort, onSort, selectors, bar, ...list } = props
  const { declared, selection, query, rows, page, nextCursor } = of
  const picked = useSelection(rows.map(rowKey), identifyRows(declared, selection))
  const mayPick = useIsAllowed(selectors ?? 'admin') && bar !== undefined
  return (
    <>
      <AdminList of={of} title={title} {...list}>
        {(shown) => (
          <DataTable
            caption={caption}
            columns={columns ?? declared.columns ?? []}
            rows={shown}
            rowKey={rowKey}
            hidden={of.columns.hidden}
            sort={sort}
            isStale={query.isPlaceholderData}
            selection={mayPick ? picked : undefined}
            {...(rowLabel && { rowLabel })}
            {...(onSort && { onSort })}
          />
        )}
      </AdminList>
      {mayPick && rows.length > 0 && bar(picked, page > 0 || nextCursor !== undefined)}
    </>
  )
}
