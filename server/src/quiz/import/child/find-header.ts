// Finds the row that names the columns, and the index of each column.
import { allImportColumns, toColumnKey, importColumns, type ImportColumn } from '@baobab/contract/question-import.ts'
import { refuse, type Grid, type GridRow } from './grid.ts'

/** How many rows to search for the header, because it may follow other rows, such as the name of a school. */
const SEARCHED_ROWS = 20

const byKey = new Map<string, ImportColumn>(allImportColumns.map((column) => [toColumnKey(column), column]))
const findColumn = (cell: string) => byKey.get(toColumnKey(cell))

/** Counts the known columns that a row names. */
export function countKnownColumns(cells: readonly string[]): number {
  return new Set(cells.map(findColumn).filter((column) => column !== undefined)).size
}

/** Returns the row near the top that names the most known columns, if it names at least two. */
export function findHeader({ rows }: Grid): GridRow | undefined {
  const [best] = rows
    .slice(0, SEARCHED_ROWS)
    .toSorted((a, b) => countKnownColumns(b.cells) - countKnownColumns(a.cells))
  return best && countKnownColumns(best.cells) >= 2 ? best : undefined
}

export type Header = {
  row: number
  /** The index of each known column, in the order of `allImportColumns`; -1 for an optional one that is missing. */
  indexes: number[]
  /** The number of cells of the header. */
  width: number
  ignored: string[]
}

/** Reads the header. @throws SpreadsheetRefused if a column is missing or appears twice */
export function readHeader({ row, cells }: GridRow): Header {
  const missing = importColumns.filter((column) => !cells.some((cell) => findColumn(cell) === column))
  if (missing.length > 0) refuse('missingColumns', { columns: missing })
  const twice = allImportColumns.filter((column) => cells.filter((cell) => findColumn(cell) === column).length > 1)
  if (twice.length > 0) refuse('duplicateColumns', { columns: twice })
  return {
    row,
    indexes: allImportColumns.map((column) => cells.findIndex((cell) => findColumn(cell) === column)),
    width: cells.length,
    ignored: cells.filter((cell) => cell !== '' && findColumn(cell) === undefined).map((cell) => cell.slice(0, 100)),
  }
}

/** Returns the sheet whose header names the most known columns. */
export function findQuestionSheet(grids: readonly Grid[]): { grid: Grid; header: Header } {
  const found = grids.flatMap((grid) => {
    const header = findHeader(grid)
    return header ? [{ grid, header }] : []
  })
  const [best] = found.toSorted((a, b) => countKnownColumns(b.header.cells) - countKnownColumns(a.header.cells))
  return best ? { grid: best.grid, header: readHeader(best.header) } : refuse('noColumns')
}
