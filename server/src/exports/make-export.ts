// The job that makes a file of a list: rows go from the database to the disk as they come, all of one moment.
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { csvLine } from '../platform/files/csv.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { writeXlsx, type Cell } from '../platform/files/xlsx.ts'
import { exportFiles } from './tables.ts'
import { exportLists, type ExportList } from './export-lists.ts'

export type ExportJob = { exportId: string }
export const exportFailed = defineQueue<ExportJob>('export-failed')
/** An hour, because a spreadsheet of ten million takes its time. */
export const makeExport = defineQueue<ExportJob>('make-export', {
  retryLimit: 2,
  expireInSeconds: 3_600,
  deadLetter: exportFailed,
})

type ExportRow = typeof exportFiles.$inferSelect
type Pieces = AsyncIterable<Cell[][]>

/** Where the file of an export stands. */
export const fileOf = ({ id, format }: Pick<ExportRow, 'id' | 'format'>) => `exports/${id}.${format}`

/** What was searched for may be a name: once it is not needed any more, only that there was a search is kept. */
const withoutSearch = sql`case when ${exportFiles.filters} ? 'search'
  then ${exportFiles.filters} - 'search' || '{"searched": "yes"}'::jsonb else ${exportFiles.filters} end`

async function* asCsv({ columns }: ExportList, rows: Pieces): AsyncGenerator<string> {
  // With the mark by which Excel knows UTF-8.
  yield `\uFEFF${csvLine(columns.map(({ name }) => name))}`
  for await (const piece of rows) yield piece.map(csvLine).join('')
}

/** Counts the rows that pass, and stops where the signal says so. */
function counting(rows: Pieces, signal: AbortSignal) {
  const seen = { rows: 0 }
  const passing = async function* () {
    for await (const piece of rows) {
      signal.throwIfAborted()
      seen.rows += piece.length
      yield piece
    }
  }
  return { seen, rows: passing() }
}

/** Makes the file of an export; one that is made already, or gone, is left alone. */
export async function writeExport(app: App, { exportId }: ExportJob, signal: AbortSignal): Promise<void> {
  const [row] = await app.db.select().from(exportFiles).where(eq(exportFiles.id, exportId))
  const list = row && exportLists[row.what]
  // A try before this one may have left its file, and was killed before it found the row gone.
  if (!row) for (const format of exportFiles.format.enumValues) await app.files.remove(fileOf({ id: exportId, format }))
  if (row?.state !== 'waiting' || !list) return
  const path = await app.files.temporaryPath()
  const rowCount = await app.db.transaction(
    async (tx) => {
      const { seen, rows } = counting(list.rows(app, tx, row.filters), signal)
      if (row.format === 'xlsx') await writeXlsx(path, { name: list.name, columns: list.columns, rows })
      else await pipeline(asCsv(list, rows), createWriteStream(path))
      return seen.rows
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const fileKey = fileOf(row)
  await app.files.put(fileKey, path)
  const made = await app.db
    .update(exportFiles)
    .set({ state: 'ready', rowCount, fileKey, filters: withoutSearch, finishedAt: app.clock.now() })
    .where(and(eq(exportFiles.id, exportId), ne(exportFiles.state, 'failed')))
    .returning({ id: exportFiles.id })
  // The row went meanwhile: by the sweep, because a student was erased, or given up.
  if (made.length === 0) await app.files.remove(fileKey)
}

/** Notes that a file could not be made. */
export async function giveUpExport(app: App, { exportId }: ExportJob): Promise<void> {
  await app.db
    .update(exportFiles)
    .set({ state: 'failed', filters: withoutSearch, finishedAt: app.clock.now() })
    .where(eq(exportFiles.id, exportId))
}
