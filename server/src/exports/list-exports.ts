// The files that an admin asked for.
import type { ExportFile } from '@baobab/contract/students.ts'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { exportFiles } from './tables.ts'

/** How long a file is kept. */
export const EXPORT_MS = 24 * 3_600_000

type ExportRow = typeof exportFiles.$inferSelect

/** An export as its admin sees it; a link to the file is asked for apart, by a login of the last minutes. */
export function toExportFile(row: ExportRow): ExportFile {
  const { id: _id, what, format, filters, state, rowCount, createdAt, finishedAt } = row
  return {
    _id,
    what,
    format,
    filters,
    state,
    rowCount,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    expiresAt: new Date(createdAt.getTime() + EXPORT_MS).toISOString(),
  }
}

/** An admin's own exports that are kept, the newest first. */
export async function listExports(app: App, who: AdminUser): Promise<{ exports: ExportFile[] }> {
  const since = new Date(app.clock.now().getTime() - EXPORT_MS)
  const rows = await app.db
    .select()
    .from(exportFiles)
    .where(and(eq(exportFiles.adminId, who.id), gt(exportFiles.createdAt, since)))
    .orderBy(desc(exportFiles.createdAt), desc(exportFiles.id))
    .limit(100)
  return { exports: rows.map(toExportFile) }
}
