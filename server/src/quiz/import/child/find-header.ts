// Which row names the columns, and which column is which.
import { toColumnKey, importColumns, type ImportColumn } from '@baobab/contract/question-import.ts'
import { refuse, type Grid, type GridRow } from './grid.ts'

/** Rows above the names, with a heading of the school say. */
const SEARCHED_ROWS = 20

const byKey = new Map<string, ImportColumn>(importColumns.map((column) => [toColumnKey(column), column]))
const columnOf = (cell: string) => byKey.get(toColumnKey(cell))

/** How many of our columns a row names. */
export function countKnownColumns(cells: readonly string[]): number {
  return new Set(cells.map(columnOf).filter((column) => column !== undefined)).size
}

/** The row near the top that names most of our columns; none where no row names two. */
export function findHeader({ rows }: Grid): GridRow | undefined {
  const [best] = rows
    .slice(0, SEARCHED_ROWS)
    .toSorted((a, b) => countKnownColumns(b.cells) - countKnownColumns(a.cells))
  return best && countKnownColumns(best.cells) >= 2 ? best : undefined
}

export type Header = {
  row: number
  /** Where each of our columns stands, in the order of `importColumns`. */
  places: number[]
  /** Cells that the row of names has. */
  width: number
  ignored: string[]
}

/** Where our columns stand. @throws SpreadsheetRefused where one is missing or stands there twice */
export function readHeader({ row, cells }: GridRow): Header {
  const missing = importColumns.filter((column) => !cells.some((cell) => columnOf(cell) === column))
  if (missing.length > 0) refuse('missingColumns', { columns: missing })
  const twice = importColumns.filter((column) => cells.filter((cell) => columnOf(cell) === column).length > 1)
  if (twice.length > 0) refuse('duplicateColumns', { columns: twice })
  return {
    row,
    places: importColumns.map((column) => cells.findIndex((cell) => columnOf(cell) === column)),
    width: cells.length,
    ignored: cells.filter((cell) => cell !== '' && columnOf(cell) === undefined).map((cell) => cell.slice(0, 100)),
  }
}

/** The first sheet that names all columns, else the one that names most of them. */
export function sheetWithHeader(grids: readonly Grid[]): { grid: Grid; header: Header } {
  const found = grids.flatMap((grid) => {
    const header = findHeader(grid)
    return header ? [{ grid, header }] : []
  })
  const [best] = found.toSorted((a, b) => countKnownColumns(b.header.cells) - countKnownColumns(a.header.cells))
  return best ? { grid: best.grid, header: readHeader(best.header) } : refuse('noColumns')
}
