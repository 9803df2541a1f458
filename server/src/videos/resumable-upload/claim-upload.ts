// Lets a form name a resumable upload instead of containing a file. The upload is inspected and stored in the same way.
// Only the admin who sent it can use it, and only once.
import { constants, copyFile, link, rm, stat } from 'node:fs/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { videosText } from '@baobab/contract/videos-text.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { failField, Refusal } from '../../platform/http/errors.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { resumableUploads } from '../tables.ts'
import { lockUpload, type UploadLock } from './lock-upload.ts'
import { findPendingUpload, uploadPath } from './upload-store.ts'

/**
 * A file that has arrived completely. Call `claim` in the transaction that stores its video: it records that the upload
 * has become this video, and refuses an upload that has become another one.
 */
export type ArrivedFile = UploadedFile & { claim: (tx: Tx, videoId: string) => Promise<void> }

const failUploadGone = () => failField('upload', videosText.uploadGone)

/** Links or copies a file to a temporary path, so that an inspection that rewrites it leaves the upload unchanged. */
async function linkToTemporaryPath(app: App, path: string): Promise<string> {
  const temporaryPath = await app.files.temporaryPath()
  await link(path, temporaryPath).catch(() => copyFile(path, temporaryPath, constants.COPYFILE_FICLONE))
  return temporaryPath
}

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

/** Removes the file of an upload, and its row if it has not become a video. After a failure the sweep removes both. */
async function discardUpload(app: App, id: string): Promise<void> {
  const discard = async () => {
    await app.db.delete(resumableUploads).where(and(eq(resumableUploads.id, id), isNull(resumableUploads.videoId)))
    await rm(uploadPath(app, id), { force: true })
  }
  await discard().catch((error: unknown) => app.log.warn({ err: error }, 'failed to remove an upload'))
}

async function withUpload<T>(app: App, admin: AdminUser, id: string, work: (file: ArrivedFile) => Promise<T>) {
  const lock = await lockPendingUpload(app, admin, id)
  let path: string | undefined
  try {
    // Reads the row again under the lock, because another request may have claimed the upload meanwhile.
    const upload = (await findPendingUpload(app.db, admin.id, id)) ?? failUploadGone()
    const bytes = await stat(uploadPath(app, id)).then(
      ({ size }) => size,
      () => -1,
    )
    if (bytes !== upload.sizeBytes) failUploadGone()
    path = await linkToTemporaryPath(app, uploadPath(app, id))
    const claim = (tx: Tx, videoId: string) => claimUpload(tx, { id, adminId: admin.id, videoId })
    const result = await work({ path, bytes, claim })
    await discardUpload(app, id)
    return result
  } catch (error) {
    // An unplayable file would be refused again, so it is removed. After any other refusal the upload can be used
    // again.
    if (error instanceof Refusal && error.code === 'not_playable') await discardUpload(app, id)
    throw error
  } finally {
    if (path !== undefined) await rm(path, { force: true })
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
