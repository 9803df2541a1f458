// What the program prints about a file being imported, value by value.
import { allImportColumns } from '@baobab/contract/quiz/import-columns.ts'
import { fileRemarks } from '@baobab/contract/quiz/import-text.ts'
import { QUESTION_FILE_ROWS } from '@baobab/contract/quiz/rules.ts'
import type { ColumnChoice, FileColumn, QuestionSheet } from './find-header.ts'
import { isEmpty, MAX_SHEET_NAME, refuse, SpreadsheetRefused, type FileRefusal } from './grid.ts'
import { readFile, type ReadQuestions } from './read-file.ts'

/** Cells are cut to this number of characters, far above the limit of any field. */
const MAX_CELL_LENGTH = 600

/**
 * A row below a header: its sheet's index, its number, its known columns in order, whether it has more cells, and the doubts
 * about them: column index, reason and suggestions.
 */
type QuestionRow = [
  sheet: number,
  row: number,
  cells: string[],
  hasExtraCells: boolean,
  doubts: [column: number, reason: string, suggestions: string[]][],
]

function readRows({ grid, header }: QuestionSheet, sheet: number): QuestionRow[] {
  return grid.rows.flatMap(({ row, cells, doubts = [] }): QuestionRow[] => {
    if (row <= header.row || isEmpty(cells)) return []
    const known = header.indexes.map((index) => (cells[index] ?? '').slice(0, MAX_CELL_LENGTH))
    const hasExtraCells = grid.name === null && !isEmpty(cells.slice(header.width))
    const found = doubts.flatMap(({ cell, reason, suggestions }): QuestionRow[4] => {
      const column = header.indexes.indexOf(cell)
      const cut = (text: string) => text.slice(0, MAX_CELL_LENGTH)
      return column < 0 ? [] : [[column, cut(reason), suggestions.map(cut)]]
    })
    return hasExtraCells || !isEmpty(known) ? [[sheet, row, known, hasExtraCells, found]] : []
  })
}

/** The number of cells that show whether an encoding was guessed well. */
const GUESS_SAMPLES = 3

function describeGuess({ grids, guess }: ReadQuestions): unknown {
  if (guess === undefined) return null
  const cells = grids.flatMap(({ rows }) => rows.flatMap((row) => row.cells))
  const telling = cells.filter((cell) => /[^\p{ASCII}]/u.test(cell))
  return { encoding: guess, samples: telling.slice(0, GUESS_SAMPLES).map((cell) => cell.slice(0, 100)) }
}

/** Returns the columns of all sheets, with each header once. */
function mergeColumns({ sheets, nearest }: ReadQuestions): FileColumn[] {
  const all = nearest?.columns ?? sheets.flatMap(({ header }) => header.columns)
  return [...new Map(all.toReversed().map((column) => [column.header, column])).values()].toReversed()
}

function describeFile(file: ReadQuestions): unknown[] {
  const { sheets, sheetsLeftOut, formulas, nearest, grids } = file
  const rows = sheets.flatMap(readRows)
  if (rows.length > QUESTION_FILE_ROWS) refuse('tooManyRows')
  // Formulas that were never calculated have no saved value and read as empty cells.
  if (rows.length === 0 && !nearest) refuse(formulas > 0 ? 'formulas' : 'noRows')
  const head = {
    sheets: sheets.map(({ grid: { name, hidden }, header }) => ({
      name: name?.slice(0, MAX_SHEET_NAME) ?? null,
      ignored: header.columns.flatMap((one) => (one.column === null ? [one.header] : [])),
      lacks: allImportColumns.filter((_, at) => (header.indexes[at] ?? -1) < 0),
      hiddenRows: hidden?.rows ?? 0,
      hiddenColumns: hidden?.columns ?? [],
    })),
    sheetsLeftOut,
    columns: mergeColumns(file),
    missing: nearest?.missing ?? [],
    guess: describeGuess(file),
    remarks: [
      ...(sheets.some(({ grid }) => grid.losesPositions) ? [fileRemarks.lostPositions] : []),
      ...grids.flatMap((grid) => grid.remarks ?? []),
      ...sheets.flatMap(({ header }) => header.unreadable.map(fileRemarks.unreadableHeader)),
    ],
  }
  return [head, ...rows, { rows: rows.length }]
}

/** Returns why a file is refused. An error in the parser is caused by the file. */
export function toRefusal(error: unknown): { refused: FileRefusal } {
  return { refused: error instanceof SpreadsheetRefused ? error.refusal : { reason: 'damaged' } }
}

/** Reads a file: one value about its sheets, one per row, and one at the end; or only why it is refused. */
export async function readLines(file: { path: string; name: string }, choice?: ColumnChoice): Promise<unknown[]> {
  try {
    return describeFile(await readFile(file, choice))
  } catch (error) {
    return [toRefusal(error)]
  }
}
