// The admin's own spreadsheet with the problems of its bad rows.
import { columnLabels, formatProblem } from '@baobab/contract/quiz/import-text.ts'
import type { ImportSettings, RowProblem } from '@baobab/contract/quiz/question-import.ts'
import type { App } from '../../platform/app.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { cleanFileName } from './file-name.ts'
import { classifyRows } from './classify-rows.ts'
import { readSpreadsheet, refuseSpreadsheet, toChoice } from './read-spreadsheet.ts'
import { runChild } from './run-child.ts'

/** Returns the spreadsheet with a final column of problems. All cells are text, so that none can be a formula. */
export async function annotateSpreadsheet(app: App, upload: UploadedFile, settings: ImportSettings): Promise<Buffer> {
  const spreadsheet = await readSpreadsheet(upload, settings)
  const { rows } = await classifyRows(app.db, spreadsheet.rows, { lock: false })
  const reasons = rows.flatMap((row) =>
    row.outcome === 'bad' ? [{ sheet: row.sheet, row: row.row, reason: joinProblems(row.problems) }] : [],
  )
  const chunks: Buffer[] = []
  const isComplete = await runChild(['mark', upload.path, cleanFileName(upload)], {
    file: upload.path,
    input: { choice: toChoice(settings), reasons },
    onData: (chunk) => void chunks.push(chunk),
  })
  return isComplete ? Buffer.concat(chunks) : refuseSpreadsheet({ reason: 'tooExpensive' })
}

const joinProblems = (problems: readonly RowProblem[]) =>
  problems.map((one) => (one.column ? `${columnLabels[one.column]}: ` : '') + formatProblem(one)).join(' ')
