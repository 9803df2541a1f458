// A program of its own, because files from outside are read here (security.md U-12): `read FILE NAME` prints a line of
// JSON about the sheet, one for each row, and one at the end; `mark FILE NAME` and `template` print a workbook. Its parent
// bounds its memory and its time, and believes no line before it has checked it.
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { QUESTION_FILE_ROWS } from '@baobab/contract/limits.ts'
import { isEmpty, refuse, SpreadsheetRefused } from './grid.ts'
import { readFile, type Read } from './read-file.ts'
import { markedWorkbook, templateWorkbook } from './write-workbook.ts'

/** Longest text of a cell that is told; every field is shorter than this by far. */
const CELL_LENGTH = 600
const ROWS_A_WRITE = 50

async function print(text: string | Buffer): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

/** The rows under the names that hold anything: number, our columns in order, and whether a text had cells too many. */
function* questionRows({ grid, header }: Read): Generator<[number, string[], boolean]> {
  for (const { row, cells } of grid.rows) {
    if (row <= header.row || isEmpty(cells)) continue
    const ours = header.places.map((place) => (cells[place] ?? '').slice(0, CELL_LENGTH))
    const hasExtraCells = grid.name === null && !isEmpty(cells.slice(header.width))
    if (hasExtraCells || !isEmpty(ours)) yield [row, ours, hasExtraCells]
  }
}

async function printRows(read: Read): Promise<void> {
  const rows = [...questionRows(read)]
  if (rows.length > QUESTION_FILE_ROWS) refuse('tooManyRows')
  // Formulas that were never worked out have no saved value: they read as nothing.
  if (rows.length === 0) refuse(read.formulas > 0 ? 'formulas' : 'noRows')
  await print(`${JSON.stringify({ sheet: read.grid.name, ignored: read.header.ignored })}\n`)
  for (let at = 0; at < rows.length; at += ROWS_A_WRITE) {
    const lines = rows.slice(at, at + ROWS_A_WRITE).map((row) => `${JSON.stringify(row)}\n`)
    await print(lines.join(''))
  }
  await print(`${JSON.stringify({ rows: rows.length })}\n`)
}

async function work([task, path = '', name = '']: string[]): Promise<void> {
  if (task === 'read') return printRows(await readFile({ path, name }))
  const given: unknown = await json(process.stdin)
  if (task === 'mark') return print(markedWorkbook(await readFile({ path, name }), given))
  await print(templateWorkbook(given))
}

await work(process.argv.slice(2)).catch(async (error: unknown) => {
  // What the parser stumbles over is a fault of the file.
  const refused = error instanceof SpreadsheetRefused ? error.refused : { reason: 'damaged' }
  await print(`${JSON.stringify({ refused })}\n`)
})
