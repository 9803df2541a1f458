// Creates links to finished files. A file contains every student on the list, so creating a link is logged.
import { exportAudience } from '@baobab/contract/exports/endpoints.ts'
import { isAllowed } from '@baobab/contract/accounts/rules.ts'
import { and, eq } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { isId } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { createLinkToken } from '../platform/security/signed-links.ts'
import { exportFiles } from './tables.ts'

/** Creates a link to one of the caller's files. It stops working when the caller logs out or loses access to that list. */
export async function linkToExport(app: App, who: AdminUser, exportId: string): Promise<{ url: string }> {
  if (!isId(exportId)) fail('not_found')
  const [row] = await app.db
    .select({ what: exportFiles.what, file: exportFiles.fileKey })
    .from(exportFiles)
    .where(and(eq(exportFiles.id, exportId), eq(exportFiles.adminId, who.id)))
  if (!row?.file) fail('not_found')
  const { what, file } = row
  if (!isAllowed(exportAudience[what], who.roles)) fail('forbidden')
  await writeAuditLine(app, app.db, { adminId: who.id, action: 'export.opened', subject: exportId })
  const token = createLinkToken({ key: app.keys.links, file, now: app.clock.now(), sessionId: who.sessionId })
  return { url: `/downloads/${token}/${file}` }
}
