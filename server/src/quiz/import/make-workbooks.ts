// Sheets that people get from us: their own with the reasons beside the bad rows, and an empty one to begin with.
import { asc, isNull } from 'drizzle-orm'
import { importColumns } from '@baobab/contract/question-import.ts'
import type { App } from '../../platform/app.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { videos } from '../../videos/tables.ts'
import { cleanFileName } from './file-name.ts'
import { classifyRows } from './classify-rows.ts'
import { readSpreadsheet, refuseSpreadsheet } from './read-spreadsheet.ts'
import { runChild } from './run-child.ts'

async function workbook(args: readonly string[], given: { file?: string; input: unknown }): Promise<Buffer> {
  const pieces: Buffer[] = []
  const isWhole = await runChild(args, { ...given, onData: (piece) => void pieces.push(piece) })
  return isWhole ? Buffer.concat(pieces) : refuseSpreadsheet({ reason: 'tooExpensive' })
}

/** The sheet as it came with a last column of reasons; text cells only, so that no formula can hide in it. */
export async function annotateSpreadsheet(app: App, upload: UploadedFile): Promise<Buffer> {
  const sheet = await readSpreadsheet(upload)
  const { rows } = await classifyRows(app.db, sheet.rows, { lock: false })
  const reasons = rows.flatMap((row) =>
    row.outcome === 'bad'
      ? [[row.row, row.problems.map(({ column, reason }) => (column ? `${column}: ${reason}` : reason)).join(' ')]]
      : [],
  )
  const input = Object.fromEntries(reasons)
  return workbook(['mark', upload.path, cleanFileName(upload)], { file: upload.path, input })
}

/** An empty sheet. The byte order mark tells Excel that a text is UTF-8. */
export async function makeTemplate(app: App, format: 'xlsx' | 'csv'): Promise<Buffer> {
  if (format === 'csv') return Buffer.from(`\uFEFF${importColumns.join(',')}\r\n`)
  const rows = await app.db
    .select({ title: videos.title })
    .from(videos)
    .where(isNull(videos.deletedAt))
    .orderBy(asc(videos.position), asc(videos.id))
  return workbook(['template'], { input: { titles: rows.map(({ title }) => title) } })
}
