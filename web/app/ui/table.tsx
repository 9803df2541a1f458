import type { ReactNode } from 'react'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** `who`: the row's name, first on a phone. `act`: its buttons. `detail`: on a phone shown after its title. */
  kind?: 'who' | 'act' | 'detail'
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, at: number) => string
  /** Rows become stacks below 720 px. */
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
