// Finds the rows of resumable uploads. `upload-store.ts` decides where their bytes are.
import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/database.ts'
import { resumableUploads, type ResumableUploadRow } from '../tables.ts'

/** How long an upload is stored after its last request. */
export const UPLOAD_LIFETIME_MS = 24 * 3_600_000

/** Returns an upload that this admin began, pending or claimed; undefined for uploads of others. */
export async function findUpload(db: Db | Tx, adminId: string, id: string): Promise<ResumableUploadRow | undefined> {
  const [row] = await db
    .select()
    .from(resumableUploads)
    .where(and(eq(resumableUploads.id, id), eq(resumableUploads.adminId, adminId)))
  return row
}

/** Like `findUpload`, but only for an upload that has not become a video yet. */
export async function findPendingUpload(
  db: Db | Tx,
  adminId: string,
  id: string,
): Promise<ResumableUploadRow | undefined> {
  const upload = await findUpload(db, adminId, id)
  return upload?.videoId === null ? upload : undefined
}
