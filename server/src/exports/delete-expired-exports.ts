// Exported lists contain personal data, so they are deleted after a day.
import { eq, lte } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { exportFiles } from './tables.ts'
import { EXPORT_MS } from './list-exports.ts'
import { exportFileKey } from './make-export.ts'

/** Deletes exports older than a day, each file before its row. Returns their number. */
export async function deleteExpiredExports(app: App): Promise<number> {
  const before = new Date(app.clock.now().getTime() - EXPORT_MS)
  const old = await app.db.select().from(exportFiles).where(lte(exportFiles.createdAt, before))
  for (const row of old) {
    await app.files.remove(exportFileKey(row))
    await app.db.delete(exportFiles).where(eq(exportFiles.id, row.id))
  }
  return old.length
}
