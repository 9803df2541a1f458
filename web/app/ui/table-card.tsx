import type { ReactNode, Ref } from 'react'
import { Table, type Column } from './table.tsx'

type Props<Row> = {
  /** The DOM id of the heading, which names the card. */
  id: string
  title: string
  headingRef?: Ref<HTMLHeadingElement>
  /** Below the heading. */
  help?: string | undefined
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** What belongs to the table, such as a dialog. */
  children?: ReactNode
}

/** A card with a heading and a table, which is left out if it has no rows. */
export function TableCard<Row>({ id, title, headingRef, help, columns, rows, rowKey, children }: Props<Row>) {
  return (
    <section className="card card--flush" aria-labelledby={id}>
      <div className="stack stack-2 tcard__h">
        <h2 className="card__h" id={id} ref={headingRef} {...(headingRef && { tabIndex: -1 })}>
          {title}
        </h2>
        {help !== undefined && <p className="muted">{help}</p>}
      </div>
      {rows.length > 0 && <Table caption={title} columns={columns} rows={rows} rowKey={rowKey} />}
      {children}
    </section>
  )
}
