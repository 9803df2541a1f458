// Lists the exports that an admin has started.
import { exportAudience, type ExportFile } from '@baobab/contract/exports/endpoints.ts'
import { isAllowed } from '@baobab/contract/accounts/rules.ts'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { exportFiles } from './tables.ts'

/** Milliseconds after which an export and its file are deleted. */
export const EXPORT_MS = 24 * 3_600_000

type ExportRow = typeof exportFiles.$inferSelect

/** Converts a row for the API. The link to the file needs a separate request, because it requires a recent password. */
export function toExportFile(row: ExportRow): ExportFile {
  const { id: _id, what, format, filters, columns, selected, state, rowCount, createdAt, finishedAt } = row
  return {
    _id,
    what,
    format,
    filters,
    columns,
    selected,
    state,
    rowCount,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    expiresAt: new Date(createdAt.getTime() + EXPORT_MS).toISOString(),
  }
}

/** Lists the caller's exports that have not expired, newest first, without lists that the role may no longer export. */
export async function listExports(app: App, who: AdminUser): Promise<{ exports: ExportFile[] }> {
  const since = new Date(app.clock.now().getTime() - EXPORT_MS)
  const rows = await app.db
    .select()
    .from(exportFiles)
    .where(and(eq(exportFiles.adminId, who.id), gt(exportFiles.createdAt, since)))
    .orderBy(desc(exportFiles.createdAt), desc(exportFiles.id))
    .limit(100)
  return { exports: rows.filter(({ what }) => isAllowed(exportAudience[what], who.roles)).map(toExportFile) }
}
