// What became of a resumable upload stands in the audit log: whoever sends the form again, because its reply was lost, gets
// what it made the first time.
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { auditLines } from '../../audit/tables.ts'
import { KEPT_MS } from '../resumable-upload/upload-store.ts'

/** The details of a line about a film that came by a resumable upload. */
export function ofUpload({ upload }: { upload?: string | undefined }): { upload?: string } {
  return upload === undefined ? {} : { upload }
}

/** The video that an admin's upload of the last day went into. */
export async function subjectOfUpload(app: App, adminId: string, upload: string): Promise<string | undefined> {
  const since = new Date(app.clock.now().getTime() - KEPT_MS)
  const [line] = await app.db
    .select({ subject: auditLines.subject })
    .from(auditLines)
    .where(
      and(
        gt(auditLines.at, since),
        eq(auditLines.adminId, adminId),
        inArray(auditLines.action, ['video.uploaded', 'video.updated']),
        sql`${auditLines.details} ->> 'upload' = ${upload}`,
      ),
    )
  return line?.subject ?? undefined
}
