// What the program prints about a file to import, value by value.
import { QUESTION_FILE_ROWS } from '@baobab/contract/quiz/rules.ts'
import type { QuestionSheet } from './find-header.ts'
import { isEmpty, MAX_SHEET_NAME, refuse, SpreadsheetRefused, type FileRefusal } from './grid.ts'
import { readFile, type ReadQuestions } from './read-file.ts'

/** Cells are cut to this number of characters, which is far above the limit of every field. */
const MAX_CELL_LENGTH = 600

/** A row below a header: the index of its sheet, its number, its known columns in order, and whether it has more cells. */
type QuestionRow = [sheet: number, row: number, cells: string[], hasExtraCells: boolean]

function readRows({ grid, header }: QuestionSheet, sheet: number): QuestionRow[] {
  return grid.rows.flatMap(({ row, cells }): QuestionRow[] => {
    if (row <= header.row || isEmpty(cells)) return []
    const known = header.indexes.map((index) => (cells[index] ?? '').slice(0, MAX_CELL_LENGTH))
    const hasExtraCells = grid.name === null && !isEmpty(cells.slice(header.width))
    return hasExtraCells || !isEmpty(known) ? [[sheet, row, known, hasExtraCells]] : []
  })
}

function describeFile({ sheets, leftOut, formulas }: ReadQuestions): unknown[] {
  const rows = sheets.flatMap(readRows)
  if (rows.length > QUESTION_FILE_ROWS) refuse('tooManyRows')
  // Formulas that were never calculated have no saved value and read as empty cells.
  if (rows.length === 0) refuse(formulas > 0 ? 'formulas' : 'noRows')
  const heads = sheets.map(({ grid: { name }, header: { ignored } }) => ({
    name: name?.slice(0, MAX_SHEET_NAME) ?? null,
    ignored,
  }))
  return [{ sheets: heads, leftOut }, ...rows, { rows: rows.length }]
}

/** Returns the reason why a file is refused. An error in the parser is caused by the file. */
export function toRefusal(error: unknown): { refused: FileRefusal } {
  return { refused: error instanceof SpreadsheetRefused ? error.refusal : { reason: 'damaged' } }
}

/** Reads a file: one value about its sheets, one for each row, and one at the end; or only why it is refused. */
export async function readLines(file: { path: string; name: string }): Promise<unknown[]> {
  try {
    return describeFile(await readFile(file))
  } catch (error) {
    return [toRefusal(error)]
  }
}
