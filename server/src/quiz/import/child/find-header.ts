// Finds the sheets of questions: in each, the row that names the columns, and the index of each column.
import {
  allImportColumns,
  findColumns,
  HEADER_LENGTH,
  importColumns,
  templateSheets,
  type ImportColumn,
  type KnownColumn,
} from '@baobab/contract/quiz/import-columns.ts'
import { hasLostLetters } from './cell-doubts.ts'
import { columnLetters, isEmpty, MAX_SHEET_NAME, refuse, type FileRefusal, type Grid, type GridRow } from './grid.ts'

/** How many rows to search for the header, because other rows may come first, such as the name of a school. */
export const SEARCHED_ROWS = 20
/** The number of cells shown to help a person recognise a column, and their maximum length. */
const SAMPLES = 3
const SAMPLE_LENGTH = 60

/** How a person has chosen to read a file's columns. */
export type ColumnChoice = {
  /** The column for each header; null for none. Other headers are read by their names. */
  columns?: Readonly<Record<string, ImportColumn | null>> | undefined
  /** Columns that have one value for the whole file. */
  given?: readonly ImportColumn[] | undefined
  /** Whether a person can be asked what the columns are. */
  canAsk?: boolean | undefined
}

/** A header, its column, and the first cells below it. */
export type FileColumn = { header: string; column: ImportColumn | null; samples: string[] }

type Header = {
  /** The last row of the header. */
  row: number
  /** The index of each known column, in the order of `allImportColumns`; -1 if it is missing. */
  indexes: number[]
  /** The number of cells in the header. */
  width: number
  columns: FileColumn[]
  /** The addresses of headers that lost letters, so that it is unknown which column they name. */
  unreadable: string[]
}

type LeftOutReason = 'hidden' | 'noColumns' | 'missingColumns' | 'duplicateColumns'
/** Why a sheet's rows cannot be questions. */
type Unfit = { reason: LeftOutReason; columns?: ImportColumn[] }
/** A sheet with content that is not imported. */
type SheetLeftOut = Unfit & { name: string }
export type QuestionSheet = { grid: Grid; header: Header }

/** Counts the known column names in a row. */
export function countKnownColumns(cells: readonly string[]): number {
  return new Set(findColumns(cells).flatMap((known) => known?.column ?? [])).size
}

/** Names each header cell; empty and repeated ones also get their column's letter. */
function nameHeaders(cells: readonly string[]): string[] {
  return cells.map((cell, at) => {
    const name = cell.slice(0, HEADER_LENGTH - 20)
    const letter = columnLetters(at)
    if (name === '') return `Column ${letter}`
    return cells.indexOf(cell) === at ? name : `${name} (column ${letter})`
  })
}

/** Whether every cell of the lower row names a column in the joined one or is a note, unlike the cells of a question. */
function isOfNames(lower: GridRow, joined: GridRow): boolean {
  const known = findColumns(joined.cells)
  const isName = (cell: string, at: number) => joined.cells[at] === cell && known[at] !== undefined
  return lower.cells.every((cell, at) => cell === '' || isName(cell, at) || /^[([].*[)\]]$/.test(cell))
}

/** Joins two rows of names, such as "Options" above A, B, C and D: takes the known name of each column. */
function joinRows(upper: GridRow, lower: GridRow): GridRow {
  const [above, below] = [findColumns(upper.cells), findColumns(lower.cells)]
  const length = Math.max(upper.cells.length, lower.cells.length)
  const cells = Array.from({ length }, (_, at) =>
    above[at] && !below[at] ? (upper.cells[at] ?? '') : lower.cells[at] || upper.cells[at] || '',
  )
  return { row: lower.row, cells }
}

/**
 * Returns the row near the top, or pair of joined rows, that names the most columns, if at least two. Otherwise, if a person
 * can be asked, returns the first row with several cells.
 */
function findHeader({ rows }: Grid, { columns = {}, canAsk }: ColumnChoice): GridRow | undefined {
  const top = rows.slice(0, SEARCHED_ROWS).filter(({ cells }) => !isEmpty(cells))
  const pairs = top.slice(1).flatMap((lower, at) => {
    const joined = joinRows(top[at] ?? lower, lower)
    return isOfNames(lower, joined) ? [joined] : []
  })
  const count = ({ cells }: GridRow) =>
    countKnownColumns(cells) + nameHeaders(cells).filter((name) => (columns[name] ?? null) !== null).length
  // A pair must name more columns than each of its rows, so that data cells are not mistaken for names.
  const [best] = [...top, ...pairs].toSorted((a, b) => count(b) - count(a))
  if (best && count(best) >= 2) return best
  return canAsk ? top.find(({ cells }) => cells.filter((cell) => cell !== '').length > 1) : undefined
}

/** Returns the first non-empty cells below a header. */
function listSamples({ rows }: Grid, headerRow: number, at: number): string[] {
  const samples: string[] = []
  for (const { row, cells } of rows) {
    if (samples.length === SAMPLES) break
    const cell = row > headerRow ? (cells[at] ?? '') : ''
    if (cell !== '') samples.push(cell.slice(0, SAMPLE_LENGTH))
  }
  return samples
}

/** Returns the column of each header: as chosen, or else by its name. If several claim the same column, the surest wins. */
function chooseColumns(
  names: readonly string[],
  cells: readonly string[],
  choice: ColumnChoice,
): (ImportColumn | null)[] {
  const chosen = names.map((name) => choice.columns?.[name])
  const taken = new Set(chosen)
  const found = findColumns(cells).map((known, at) =>
    chosen[at] === undefined && !taken.has(known?.column) ? known : undefined,
  )
  const isBest = ({ column, rank }: KnownColumn) => found.every((one) => one?.column !== column || one.rank >= rank)
  return found.map((known, at) => chosen[at] ?? (known && isBest(known) ? known.column : null))
}

function readHeader(
  grid: Grid,
  choice: ColumnChoice,
): (Unfit & { header?: Header }) | { header: Header; reason?: never } {
  const found = findHeader(grid, choice)
  if (!found) return { reason: 'noColumns' }
  const { row, cells } = found
  const names = nameHeaders(cells)
  const named = chooseColumns(names, cells, choice)
  const twice = allImportColumns.filter((column) => named.filter((one) => one === column).length > 1)
  // It is unknown which of them is meant.
  const columns = named.map((column) => (column !== null && twice.includes(column) ? null : column))
  const unreadable = cells.flatMap((cell, at) => {
    const isUnknown = columns[at] === null && choice.columns?.[names[at] ?? ''] === undefined
    return isUnknown && hasLostLetters(cell) ? [`${columnLetters(at)}${row}`] : []
  })
  const header = {
    row,
    unreadable,
    indexes: allImportColumns.map((column) => columns.indexOf(column)),
    width: cells.length,
    columns: names.flatMap((name, at): FileColumn[] => {
      const samples = listSamples(grid, row, at)
      return cells[at] === '' && samples.length === 0 ? [] : [{ header: name, column: columns[at] ?? null, samples }]
    }),
  }
  const missing = importColumns.filter((column) => !named.includes(column) && !choice.given?.includes(column))
  if (missing.length > 0) return { reason: 'missingColumns', columns: missing, header }
  const [cell] = unreadable
  if (cell !== undefined && !choice.canAsk) refuse('unreadableHeader', { cell })
  return twice.length > 0 ? { reason: 'duplicateColumns', columns: twice, header } : { header }
}

/** Returns whether a sheet is one that the template adds beside the sheet of questions. */
function isOfTemplate({ name, rows }: Grid): boolean {
  if (name === templateSheets.help) return true
  return name === templateSheets.videos && rows.every(({ cells }) => isEmpty(cells.slice(1)))
}

const hasRows = ({ grid: { rows }, header }: QuestionSheet) =>
  rows.some(({ row, cells }) => row > header.row && !isEmpty(cells))

export type FoundSheets = {
  /** The sheets of questions. */
  sheets: QuestionSheet[]
  /** The other sheets that have content. */
  sheetsLeftOut: SheetLeftOut[]
  /** If there is no sheet of questions: the columns of the closest sheet, and those that it lacks. */
  nearest?: { columns: FileColumn[]; missing: ImportColumn[] }
}

/** Returns every sheet that has question columns, and the other sheets with content. */
export function findQuestionSheets(grids: readonly Grid[], choice: ColumnChoice): FoundSheets {
  const sheets: QuestionSheet[] = []
  const sheetsLeftOut: SheetLeftOut[] = []
  const unfit: { columns: FileColumn[]; missing: ImportColumn[] }[] = []
  for (const grid of grids) {
    if (isOfTemplate(grid) || grid.rows.every(({ cells }) => isEmpty(cells))) continue
    const read = grid.isHidden ? ({ reason: 'hidden' } as const) : readHeader(grid, choice)
    if (read.reason === undefined) {
      sheets.push({ grid, header: read.header })
      continue
    }
    const { header, ...why }: Unfit & { header?: Header } = read
    sheetsLeftOut.push({ name: (grid.name ?? '').slice(0, MAX_SHEET_NAME), ...why })
    if (header) unfit.push({ columns: header.columns, missing: why.columns ?? [] })
  }
  const filled = sheets.filter(hasRows)
  const [nearest] = unfit.toSorted((a, b) => a.missing.length - b.missing.length)
  return {
    sheets: filled.length > 0 ? filled : sheets,
    sheetsLeftOut,
    ...(sheets.length === 0 && nearest && { nearest }),
  }
}

/** Returns why a file without a sheet of questions is refused: what the sheet closest to one lacks. */
export function explainNoSheet(sheetsLeftOut: readonly SheetLeftOut[]): FileRefusal {
  const unfit = sheetsLeftOut.filter(({ reason }) => reason === 'missingColumns' || reason === 'duplicateColumns')
  const [nearest] = unfit.toSorted((a, b) => countMissing(a) - countMissing(b))
  if (!nearest || nearest.reason === 'hidden') return { reason: 'noColumns' }
  return { reason: nearest.reason, ...(nearest.columns && { columns: nearest.columns }) }
}

const countMissing = ({ reason, columns = [] }: Unfit) => (reason === 'missingColumns' ? columns.length : 0)
