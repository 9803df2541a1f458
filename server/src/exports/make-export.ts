// The job that writes an export: rows stream from the database to disk, all from one database snapshot.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { BYTE_ORDER_MARK, formatCsvRow } from '../platform/files/csv.ts'
import { readList } from '../platform/database/read-list.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { writeXlsx, type Cell } from '../platform/files/xlsx.ts'
import { exportFiles } from './tables.ts'
import { chooseColumns, exportLists, type ExportList } from './export-lists.ts'

type ExportJob = { exportId: string }
export const exportFailed = defineQueue<ExportJob>('export-failed')
/** Expires after an hour, because a spreadsheet with ten million rows takes a long time. */
export const makeExport = defineQueue<ExportJob>('make-export', {
  retryLimit: 2,
  expireInSeconds: 3_600,
  deadLetter: exportFailed,
})

type ExportRow = typeof exportFiles.$inferSelect
type RowBatches = AsyncIterable<Cell[][]>

/** Returns the key of an export's file in the file store. */
export const exportFileKey = ({ id, format }: Pick<ExportRow, 'id' | 'format'>) => `exports/${id}.${format}`

/** Removes the text of a search, which may be a name, but keeps the fact that there was one. */
const withoutSearch = sql`case when ${exportFiles.filters} ? 'search'
  then ${exportFiles.filters} - 'search' || '{"searched": "yes"}'::jsonb else ${exportFiles.filters} end`

async function* writeCsv({ columns }: Pick<ExportList, 'columns'>, rows: RowBatches): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatCsvRow(columns.map(({ name }) => name))
  for await (const batch of rows) yield batch.map(formatCsvRow).join('')
}

/** Counts the rows as they are read, and stops reading when the signal aborts. */
function countRows(rows: RowBatches, signal: AbortSignal) {
  const counted = { rows: 0 }
  const counting = async function* () {
    for await (const batch of rows) {
      signal.throwIfAborted()
      counted.rows += batch.length
      yield batch
    }
  }
  return { counted, rows: counting() }
}

type Writing = { list: ExportList; row: ExportRow; signal: AbortSignal }

/** Writes all rows to a path, overwriting an earlier try. @returns their number */
async function writeRows(app: App, path: string, { list, row, signal }: Writing): Promise<number> {
  return app.db.transaction(
    async (tx) => {
      const columns = chooseColumns(list, row.columns)
      const { counted, rows } = countRows(list.rows(app, tx, { filters: row.filters, ids: row.ids, columns }), signal)
      if (row.format === 'xlsx') await writeXlsx(path, [{ name: list.name, columns, rows }])
      else await pipeline(writeCsv({ columns }, rows), createWriteStream(path))
      return counted.rows
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Writes an export's file. Does nothing if the export is finished or deleted. */
export async function writeExport(app: App, { exportId }: ExportJob, signal: AbortSignal): Promise<void> {
  const [row] = await app.db.select().from(exportFiles).where(eq(exportFiles.id, exportId))
  const list = row && exportLists[row.what]
  // An earlier try may have stored a file and been killed before removing it.
  if (!row)
    for (const format of exportFiles.format.enumValues) await app.files.remove(exportFileKey({ id: exportId, format }))
  // An admin ran the failed job again, but the selection was deleted when the export was marked as failed.
  if (row?.state === 'failed') throw new Error('This export was marked as failed. Please start a new one.')
  if (row?.state !== 'waiting' || !list) return
  const path = await app.files.temporaryPath()
  const fileKey = exportFileKey(row)
  let rowCount: number
  try {
    rowCount = await readList(app, (reader) => writeRows(reader, path, { list, row, signal }))
    await app.files.put(fileKey, path)
  } finally {
    await rm(path, { force: true })
  }
  const updated = await app.db
    .update(exportFiles)
    .set({ state: 'ready', rowCount, fileKey, filters: withoutSearch, ids: null, finishedAt: app.clock.now() })
    .where(and(eq(exportFiles.id, exportId), ne(exportFiles.state, 'failed')))
    .returning({ id: exportFiles.id })
  // In the meantime, the row has expired, was deleted with a student's account, or was marked as failed.
  if (updated.length === 0) await app.files.remove(fileKey)
}

/** Marks an export as failed. Called when every try of its job has failed. */
export async function failExport(app: App, { exportId }: ExportJob): Promise<void> {
  await app.db
    .update(exportFiles)
    .set({ state: 'failed', filters: withoutSearch, ids: null, finishedAt: app.clock.now() })
    .where(eq(exportFiles.id, exportId))
}
