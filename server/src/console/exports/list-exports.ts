// The files that an admin asked for, with the links that open them.
import type { ExportFile } from '@baobab/contract/console.ts'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { App } from '../../app.ts'
import type { AdminPerson } from '../../platform/auth.ts'
import { signedToken } from '../../platform/links.ts'
import { exportFiles } from '../tables.ts'

/** How long a file is kept. */
export const EXPORT_MS = 24 * 3_600_000

type ExportRow = typeof exportFiles.$inferSelect

/** An export as its admin sees it; the link dies with the login. */
export function exportShape(app: App, who: AdminPerson, row: ExportRow): ExportFile {
  const { id: _id, what, format, filters, state, rowCount, fileKey, createdAt, finishedAt } = row
  const link = { key: app.keys.links, now: app.clock.now(), sessionId: who.sessionId }
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
    url: fileKey && `/downloads/${signedToken({ ...link, file: fileKey })}/${fileKey}`,
  }
}

/** An admin's own exports that are kept, the newest first. */
export async function listExports(app: App, who: AdminPerson): Promise<{ exports: ExportFile[] }> {
  const since = new Date(app.clock.now().getTime() - EXPORT_MS)
  const rows = await app.db
    .select()
    .from(exportFiles)
    .where(and(eq(exportFiles.adminId, who.id), gt(exportFiles.createdAt, since)))
    .orderBy(desc(exportFiles.createdAt), desc(exportFiles.id))
    .limit(100)
  return { exports: rows.map((row) => exportShape(app, who, row)) }
}
