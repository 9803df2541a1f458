// The link that opens a finished file; whoever holds it reads of every child on the list, so asking for it is logged.
import { and, eq } from 'drizzle-orm'
import type { App } from '../../app.ts'
import { writeLine } from '../../audit/write-line.ts'
import type { AdminPerson } from '../../platform/auth.ts'
import { isId } from '../../platform/database.ts'
import { fail } from '../../platform/errors.ts'
import { signedToken } from '../../platform/links.ts'
import { exportFiles } from '../tables.ts'

/** A link to one of an admin's own files; it dies with the login. */
export async function linkToExport(app: App, who: AdminPerson, exportId: string): Promise<{ url: string }> {
  if (!isId(exportId)) fail('not_found')
  const [row] = await app.db
    .select({ file: exportFiles.fileKey })
    .from(exportFiles)
    .where(and(eq(exportFiles.id, exportId), eq(exportFiles.adminId, who.id)))
  const file = row?.file ?? fail('not_found')
  await writeLine(app, app.db, { adminId: who.id, action: 'export.opened', subject: exportId })
  const token = signedToken({ key: app.keys.links, file, now: app.clock.now(), sessionId: who.sessionId })
  return { url: `/downloads/${token}/${file}` }
}
