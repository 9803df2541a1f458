// The program that parses uploaded files. It runs in a separate process because a file may be malicious: the parent
// limits its memory and time, and validates every line of its output. `read FILE NAME` prints one line of JSON about
// the sheets, one for each row, and one at the end. `mark FILE NAME` prints a workbook.
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { QUESTION_FILE_ROWS } from '@baobab/contract/limits.ts'
import type { QuestionSheet } from './find-header.ts'
import { isEmpty, MAX_SHEET_NAME, refuse, SpreadsheetRefused } from './grid.ts'
import { readFile, type QuestionFile } from './read-file.ts'

/** Cells are cut to this number of characters, which is far above the limit of every field. */
const MAX_CELL_LENGTH = 600
const ROWS_PER_WRITE = 50

async function print(text: string | Buffer): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

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

async function printRows({ sheets, leftOut, formulas }: QuestionFile): Promise<void> {
  const rows = sheets.flatMap(readRows)
  if (rows.length > QUESTION_FILE_ROWS) refuse('tooManyRows')
  // Formulas that were never calculated have no saved value and read as empty cells.
  if (rows.length === 0) refuse(formulas > 0 ? 'formulas' : 'noRows')
  const heads = sheets.map(({ grid: { name }, header: { ignored } }) => ({
    name: name?.slice(0, MAX_SHEET_NAME) ?? null,
    ignored,
  }))
  await print(`${JSON.stringify({ sheets: heads, leftOut })}\n`)
  for (let at = 0; at < rows.length; at += ROWS_PER_WRITE) {
    const lines = rows.slice(at, at + ROWS_PER_WRITE).map((row) => `${JSON.stringify(row)}\n`)
    await print(lines.join(''))
  }
  await print(`${JSON.stringify({ rows: rows.length })}\n`)
}

async function run([task, path = '', name = '']: string[]): Promise<void> {
  const file = await readFile({ path, name })
  if (task === 'read') return printRows(file)
  // Not loaded to read a file, which happens more often: it loads the validation library.
  const { annotatedWorkbook } = await import('./write-workbook.ts')
  await print(annotatedWorkbook(file, await json(process.stdin)))
}

await run(process.argv.slice(2)).catch(async (error: unknown) => {
  // An error in the parser is caused by the file.
  const refused = error instanceof SpreadsheetRefused ? error.refusal : { reason: 'damaged' }
  await print(`${JSON.stringify({ refused })}\n`)
})
