// The program that parses uploaded files. It runs in a separate process because a file may be malicious: the parent
// limits its memory and time, and validates every line of its output. `read FILE NAME` prints one line of JSON about
// the sheet, one for each row, and one at the end. `mark FILE NAME` and `template` print a workbook.
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { QUESTION_FILE_ROWS } from '@baobab/contract/limits.ts'
import { isEmpty, refuse, SpreadsheetRefused } from './grid.ts'
import { readFile, type QuestionGrid } from './read-file.ts'
import { annotatedWorkbook, templateWorkbook } from './write-workbook.ts'

/** Cells are cut to this number of characters, which is far above the limit of every field. */
const MAX_CELL_LENGTH = 600
const ROWS_PER_WRITE = 50

async function print(text: string | Buffer): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

/** Yields the rows below the header that have content: number, known columns in order, and whether there are extra cells. */
function* questionRows({ grid, header }: QuestionGrid): Generator<[number, string[], boolean]> {
  for (const { row, cells } of grid.rows) {
    if (row <= header.row || isEmpty(cells)) continue
    const known = header.indexes.map((index) => (cells[index] ?? '').slice(0, MAX_CELL_LENGTH))
    const hasExtraCells = grid.name === null && !isEmpty(cells.slice(header.width))
    if (hasExtraCells || !isEmpty(known)) yield [row, known, hasExtraCells]
  }
}

async function printRows(sheet: QuestionGrid): Promise<void> {
  const rows = [...questionRows(sheet)]
  if (rows.length > QUESTION_FILE_ROWS) refuse('tooManyRows')
  // Formulas that were never calculated have no saved value and read as empty cells.
  if (rows.length === 0) refuse(sheet.formulas > 0 ? 'formulas' : 'noRows')
  await print(`${JSON.stringify({ sheet: sheet.grid.name, ignored: sheet.header.ignored })}\n`)
  for (let at = 0; at < rows.length; at += ROWS_PER_WRITE) {
    const lines = rows.slice(at, at + ROWS_PER_WRITE).map((row) => `${JSON.stringify(row)}\n`)
    await print(lines.join(''))
  }
  await print(`${JSON.stringify({ rows: rows.length })}\n`)
}

async function run([task, path = '', name = '']: string[]): Promise<void> {
  if (task === 'read') return printRows(await readFile({ path, name }))
  const input: unknown = await json(process.stdin)
  if (task === 'mark') return print(annotatedWorkbook(await readFile({ path, name }), input))
  await print(templateWorkbook(input))
}

await run(process.argv.slice(2)).catch(async (error: unknown) => {
  // An error in the parser is caused by the file.
  const refused = error instanceof SpreadsheetRefused ? error.refusal : { reason: 'damaged' }
  await print(`${JSON.stringify({ refused })}\n`)
})
