// Lets a form name a resumable upload instead of containing a file. The upload is inspected and stored in the same way.
// Only the admin who sent it can use it, and only once.
import { rm } from 'node:fs/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { videosReplyText } from '@baobab/contract/videos/text.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { failField, Refusal } from '../../platform/http/errors.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { resumableUploads, type ResumableUploadRow } from '../tables.ts'
import { findPendingUpload } from './find-upload.ts'
import { lockUpload, type UploadLock } from './lock-upload.ts'
import { copyUpload, removeUpload } from './upload-store.ts'

/**
 * A file that has arrived completely. Call `claim` in the transaction that stores its video: it records that the upload
 * has become this video, and refuses an upload that has become another one.
 */
export type ArrivedFile = UploadedFile & { claim: (tx: Tx, videoId: string) => Promise<void> }

const failUploadGone = () => failField('upload', videosReplyText.uploadGone)

async function lockPendingUpload(app: App, admin: AdminUser, id: string): Promise<UploadLock> {
  if (!(await findPendingUpload(app.db, admin.id, id))) failUploadGone()
  return lockUpload(app, id).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') failUploadGone()
    throw error
  })
}

async function claimUpload(tx: Tx, { id, adminId, videoId }: { id: string; adminId: string; videoId: string }) {
  const claimed = await tx
    .update(resumableUploads)
    .set({ videoId })
    .where(and(eq(resumableUploads.id, id), eq(resumableUploads.adminId, adminId), isNull(resumableUploads.videoId)))
    .returning({ id: resumableUploads.id })
  if (claimed.length === 0) failUploadGone()
}

/** Removes the bytes of an upload, and its row if it has not become a video. After a failure the sweep removes both. */
async function discardUpload(app: App, upload: ResumableUploadRow): Promise<void> {
  const isPending = and(eq(resumableUploads.id, upload.id), isNull(resumableUploads.videoId))
  const discard = async () => {
    await app.db.delete(resumableUploads).where(isPending)
    await removeUpload(app, upload)
  }
  await discard().catch((error: unknown) => app.log.warn({ err: error }, 'failed to remove an upload'))
}

async function withUpload<T>(app: App, admin: AdminUser, id: string, work: (file: ArrivedFile) => Promise<T>) {
  const lock = await lockPendingUpload(app, admin, id)
  const path = await app.files.temporaryPath()
  let upload: ResumableUploadRow | undefined
  try {
    // Reads the row again under the lock, because another request may have claimed the upload meanwhile.
    upload = (await findPendingUpload(app.db, admin.id, id)) ?? failUploadGone()
    // A copy, so that an inspection that rewrites the file leaves the upload unchanged.
    if (!(await copyUpload(app, upload, path))) failUploadGone()
    const claim = (tx: Tx, videoId: string) => claimUpload(tx, { id, adminId: admin.id, videoId })
    const result = await work({ path, bytes: upload.sizeBytes, claim })
    await discardUpload(app, upload)
    return result
  } catch (error) {
    // An unplayable file would be refused again, so it is removed. After any other refusal the upload can be used
    // again.
    if (upload && error instanceof Refusal && error.code === 'not_playable') await discardUpload(app, upload)
    throw error
  } finally {
    await rm(path, { force: true })
    await lock.unlock()
  }
}

type FileSource = { file: UploadedFile | undefined; uploadId: string | undefined }

/**
 * Runs `work` with the file in a form or in the resumable upload that it names, or with undefined if there is neither.
 */
export async function withArrivedFile<T>(
  app: App,
  admin: AdminUser,
  { file, uploadId }: FileSource,
  work: (file: ArrivedFile | undefined) => Promise<T>,
): Promise<T> {
  if (uploadId !== undefined) return withUpload(app, admin, uploadId, work)
  return work(file && { ...file, claim: async () => {} })
}
