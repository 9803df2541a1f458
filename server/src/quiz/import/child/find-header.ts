// Which row names the columns, and which column is which.
import { columnKey, sheetColumns, type SheetColumn } from '@baobab/contract/sheets.ts'
import { refuse, type Grid, type GridRow } from './grid.ts'

/** Rows above the names, with a heading of the school say. */
const SEARCHED_ROWS = 20

const byKey = new Map<string, SheetColumn>(sheetColumns.map((column) => [columnKey(column), column]))
const columnOf = (cell: string) => byKey.get(columnKey(cell))

/** How many of our columns a row names. */
export function namesIn(cells: readonly string[]): number {
  return new Set(cells.map(columnOf).filter((column) => column !== undefined)).size
}

/** The row near the top that names most of our columns; none where no row names two. */
export function headerIn({ rows }: Grid): GridRow | undefined {
  const [best] = rows.slice(0, SEARCHED_ROWS).toSorted((a, b) => namesIn(b.cells) - namesIn(a.cells))
  return best && namesIn(best.cells) >= 2 ? best : undefined
}

export type Header = {
  row: number
  /** Where each of our columns stands, in the order of `sheetColumns`. */
  places: number[]
  /** Cells that the row of names has. */
  width: number
  ignored: string[]
}

/** Where our columns stand. @throws SheetRefused where one is missing or stands there twice */
export function readHeader({ row, cells }: GridRow): Header {
  const missing = sheetColumns.filter((column) => !cells.some((cell) => columnOf(cell) === column))
  if (missing.length > 0) refuse('missingColumns', { columns: missing })
  const twice = sheetColumns.filter((column) => cells.filter((cell) => columnOf(cell) === column).length > 1)
  if (twice.length > 0) refuse('twice', { columns: twice })
  return {
    row,
    places: sheetColumns.map((column) => cells.findIndex((cell) => columnOf(cell) === column)),
    width: cells.length,
    ignored: cells.filter((cell) => cell !== '' && columnOf(cell) === undefined).map((cell) => cell.slice(0, 100)),
  }
}

/** The first sheet that names all columns, else the one that names most of them. */
export function sheetWithHeader(grids: readonly Grid[]): { grid: Grid; header: Header } {
  const found = grids.flatMap((grid) => {
    const header = headerIn(grid)
    return header ? [{ grid, header }] : []
  })
  const [best] = found.toSorted((a, b) => namesIn(b.header.cells) - namesIn(a.header.cells))
  return best ? { grid: best.grid, header: readHeader(best.header) } : refuse('noColumns')
}
