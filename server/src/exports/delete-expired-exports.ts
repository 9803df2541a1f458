// Files of lists are full of people: they are kept for a day and no longer.
import { eq, lte } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { exportFiles } from './tables.ts'
import { EXPORT_MS } from './list-exports.ts'
import { fileOf } from './make-export.ts'

/** Removes what is older than a day, the file before the row that names it. Answers how many. */
export async function deleteExpiredExports(app: App): Promise<number> {
  const before = new Date(app.clock.now().getTime() - EXPORT_MS)
  const old = await app.db.select().from(exportFiles).where(lte(exportFiles.createdAt, before))
  for (const row of old) {
    await app.files.remove(fileOf(row))
    await app.db.delete(exportFiles).where(eq(exportFiles.id, row.id))
  }
  return old.length
}
