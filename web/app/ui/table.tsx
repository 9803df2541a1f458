import type { ReactNode, Ref } from 'react'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** `who`: the row's name, first on a phone. `act`: its buttons. `detail`: shown on a phone after its title. */
  kind?: 'who' | 'act' | 'detail'
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, at: number) => string
  /** Rows become stacks below 960 px. */
  cards?: boolean
}

export function Table<Row>({ caption, columns, rows, rowKey, cards = true }: Props<Row>) {
  return (
    <div className="scroll-x">
      <table className={cards ? 'tbl tbl--cards' : 'tbl'}>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col">
                {column.kind === 'act' ? <span className="sr">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={rowKey(row, at)}>
              {columns.map((column) => (
                <td
                  key={column.title}
                  className={column.kind === 'who' || column.kind === 'act' ? column.kind : undefined}
                  data-l={column.kind === 'detail' ? column.title : undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type TableCardProps<Row> = {
  /** The DOM id of the heading, which names the card. */
  id: string
  title: string
  headingRef?: Ref<HTMLHeadingElement>
  /** Below the heading. */
  help?: string | undefined
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Anything that belongs to the table, such as a dialog. */
  children?: ReactNode
}

/** A card with a heading and a table; nothing if there are no rows. */
export function TableCard<Row>({ id, title, headingRef, help, columns, rows, rowKey, children }: TableCardProps<Row>) {
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
