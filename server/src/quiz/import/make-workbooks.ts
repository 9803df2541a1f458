// Workbooks to download: an admin's own spreadsheet with the problems of its bad rows, and an empty template.
import { asc, isNull } from 'drizzle-orm'
import { allImportColumns } from '@baobab/contract/question-import.ts'
import { BYTE_ORDER_MARK, formatCsvRow } from '../../platform/files/csv.ts'
import type { App } from '../../platform/app.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { videos } from '../../videos/tables.ts'
import { cleanFileName } from './file-name.ts'
import { classifyRows } from './classify-rows.ts'
import { readSpreadsheet, refuseSpreadsheet } from './read-spreadsheet.ts'
import { runChild } from './run-child.ts'

async function writeWorkbook(args: readonly string[], given: { file?: string; input: unknown }): Promise<Buffer> {
  const chunks: Buffer[] = []
  const isComplete = await runChild(args, { ...given, onData: (chunk) => void chunks.push(chunk) })
  return isComplete ? Buffer.concat(chunks) : refuseSpreadsheet({ reason: 'tooExpensive' })
}

/** Returns the spreadsheet with a last column of problems. All cells are text, so that none can be a formula. */
export async function annotateSpreadsheet(app: App, upload: UploadedFile): Promise<Buffer> {
  const sheet = await readSpreadsheet(upload)
  const { rows } = await classifyRows(app.db, sheet.rows, { lock: false })
  const reasons = rows.flatMap((row) =>
    row.outcome === 'bad'
      ? [[row.row, row.problems.map(({ column, reason }) => (column ? `${column}: ${reason}` : reason)).join(' ')]]
      : [],
  )
  const input = Object.fromEntries(reasons)
  return writeWorkbook(['mark', upload.path, cleanFileName(upload)], { file: upload.path, input })
}

/** Returns an empty question file. The byte order mark tells Excel that the text is UTF-8. */
export async function makeTemplate(app: App, format: 'xlsx' | 'csv'): Promise<Buffer> {
  if (format === 'csv') return Buffer.from(BYTE_ORDER_MARK + formatCsvRow(allImportColumns))
  const rows = await app.db
    .select({ title: videos.title })
    .from(videos)
    .where(isNull(videos.deletedAt))
    .orderBy(asc(videos.position), asc(videos.id))
  return writeWorkbook(['template'], { input: { titles: rows.map(({ title }) => title) } })
}
