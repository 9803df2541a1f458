// Columns of tables whose rows are sorted and paged by the server.
import type { ReactNode } from 'react'

/** Labels for a column's two sort orders: ['A - Z', 'Z - A']. */
export type SortLabels = readonly [ascending: string, descending: string]

export type DataColumn<Row> = {
  /** The name that the server sorts by, if it can sort by this column. */
  id: string
  title: string
  /** Used on cards if the title is too long for them. */
  shortTitle?: string
  cell: (row: Row) => ReactNode
  /** `who`: what the row is about, first on a card. `act`: its buttons. `detail`: shown on a card after its title. */
  kind?: 'who' | 'act' | 'detail'
  /** Aligns the column to the right. */
  isNumber?: boolean
  /** Set if the server can sort by the column. */
  sort?: SortLabels
  /** The first click sorts the largest or newest first. */
  isDescFirst?: boolean
  /** Hidden until the user chooses it. */
  isExtra?: boolean
}

export type Sort = { id: string; isDesc: boolean }

/** Returns whether a column can be hidden. The row's name and its buttons cannot. */
export function canHide({ kind }: Pick<DataColumn<never>, 'kind'>): boolean {
  return kind !== 'who' && kind !== 'act'
}
