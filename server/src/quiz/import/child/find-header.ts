// Finds the sheets of questions: in each the row that names the columns, and the index of each column.
import {
  allImportColumns,
  importColumns,
  templateSheets,
  toColumnKey,
  type ImportColumn,
} from '@baobab/contract/quiz/question-import.ts'
import { isEmpty, MAX_SHEET_NAME, type FileRefusal, type Grid, type GridRow } from './grid.ts'

/** How many rows to search for the header, because it may follow other rows, such as the name of a school. */
const SEARCHED_ROWS = 20

const byKey = new Map<string, ImportColumn>(allImportColumns.map((column) => [toColumnKey(column), column]))
const findColumn = (cell: string) => byKey.get(toColumnKey(cell))

/** Counts the known columns that a row names. */
export function countKnownColumns(cells: readonly string[]): number {
  return new Set(cells.map(findColumn).filter((column) => column !== undefined)).size
}

/** Returns the row near the top that names the most known columns, if it names at least two. */
function findHeader({ rows }: Grid): GridRow | undefined {
  const [best] = rows
    .slice(0, SEARCHED_ROWS)
    .toSorted((a, b) => countKnownColumns(b.cells) - countKnownColumns(a.cells))
  return best && countKnownColumns(best.cells) >= 2 ? best : undefined
}

type Header = {
  row: number
  /** The index of each known column, in the order of `allImportColumns`; -1 for an optional one that is missing. */
  indexes: number[]
  /** The number of cells of the header. */
  width: number
  ignored: string[]
}

type LeftOutReason = 'hidden' | 'noColumns' | 'missingColumns' | 'duplicateColumns'
/** Why the rows of a sheet cannot be questions. */
type Unfit = { reason: LeftOutReason; columns?: string[] }
/** A sheet with content that is not imported. */
type SheetLeftOut = Unfit & { name: string }
export type QuestionSheet = { grid: Grid; header: Header }

function readHeader(grid: Grid): Header | Unfit {
  const found = findHeader(grid)
  if (!found) return { reason: 'noColumns' }
  const { row, cells } = found
  const missing = importColumns.filter((column) => !cells.some((cell) => findColumn(cell) === column))
  if (missing.length > 0) return { reason: 'missingColumns', columns: missing }
  const twice = allImportColumns.filter((column) => cells.filter((cell) => findColumn(cell) === column).length > 1)
  if (twice.length > 0) return { reason: 'duplicateColumns', columns: twice }
  return {
    row,
    indexes: allImportColumns.map((column) => cells.findIndex((cell) => findColumn(cell) === column)),
    width: cells.length,
    ignored: cells.filter((cell) => cell !== '' && findColumn(cell) === undefined).map((cell) => cell.slice(0, 100)),
  }
}

/** Whether a sheet is one that the template adds beside the sheet of questions. */
function isOfTemplate({ name, rows }: Grid): boolean {
  if (name === templateSheets.help) return true
  return name === templateSheets.videos && rows.every(({ cells }) => isEmpty(cells.slice(1)))
}

const hasRows = ({ grid: { rows }, header }: QuestionSheet) =>
  rows.some(({ row, cells }) => row > header.row && !isEmpty(cells))

/** Returns every sheet with the columns of questions, and the others that have content. */
export function findQuestionSheets(grids: readonly Grid[]): { sheets: QuestionSheet[]; leftOut: SheetLeftOut[] } {
  const sheets: QuestionSheet[] = []
  const leftOut: SheetLeftOut[] = []
  for (const grid of grids) {
    if (isOfTemplate(grid) || grid.rows.every(({ cells }) => isEmpty(cells))) continue
    const header = grid.isHidden ? ({ reason: 'hidden' } as const) : readHeader(grid)
    if ('reason' in header) leftOut.push({ name: (grid.name ?? '').slice(0, MAX_SHEET_NAME), ...header })
    else sheets.push({ grid, header })
  }
  const filled = sheets.filter(hasRows)
  return { sheets: filled.length > 0 ? filled : sheets, leftOut }
}

/** Returns why a file without a sheet of questions is refused: what the sheet lacks that comes nearest to one. */
export function explainNoSheet(leftOut: readonly SheetLeftOut[]): FileRefusal {
  const unfit = leftOut.filter(({ reason }) => reason === 'missingColumns' || reason === 'duplicateColumns')
  const [nearest] = unfit.toSorted((a, b) => countMissing(a) - countMissing(b))
  if (!nearest || nearest.reason === 'hidden') return { reason: 'noColumns' }
  return { reason: nearest.reason, ...(nearest.columns && { columns: nearest.columns }) }
}

const countMissing = ({ reason, columns = [] }: Unfit) => (reason === 'missingColumns' ? columns.length : 0)
