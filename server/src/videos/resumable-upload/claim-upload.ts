// A resumable upload in the place of a form's file: the same judging and storing, once, by whoever sent it.
import { constants, copyFile, link, rm, stat } from 'node:fs/promises'
import { and, eq } from 'drizzle-orm'
import { videosText } from '@baobab/contract/videos-text.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import type { Tx } from '../../platform/database/database.ts'
import { failField, Refusal } from '../../platform/http/errors.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { resumableUploads } from '../tables.ts'
import { lockUpload, type Held } from './lock-upload.ts'
import { pathOf, uploadOf } from './upload-store.ts'

/** A film that has arrived; `claim` makes it the transaction's, once. */
export type Arrived = UploadedFile & { claim: (tx: Tx) => Promise<void> }

const refuseGone = () => failField('upload', videosText.uploadGone)

/** A second name for the file, so that judging may change what it finds there and the upload stays as it came. */
async function secondName(app: App, path: string): Promise<string> {
  const other = await app.files.temporaryPath()
  await link(path, other).catch(() => copyFile(path, other, constants.COPYFILE_FICLONE))
  return other
}

async function hold(app: App, admin: AdminUser, id: string): Promise<Held> {
  if (!(await uploadOf(app.db, admin.id, id))) refuseGone()
  return lockUpload(app, id).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') refuseGone()
    throw error
  })
}

/** Removes an upload: what was made of it is stored, or nothing can be made of it. What fails here, the sweep does. */
async function drop(app: App, id: string): Promise<void> {
  const dropping = async () => {
    await app.db.delete(resumableUploads).where(eq(resumableUploads.id, id))
    await rm(pathOf(app, id), { force: true })
  }
  await dropping().catch((error: unknown) => app.log.warn({ err: error }, 'an upload stayed'))
}

async function withUpload<T>(app: App, admin: AdminUser, id: string, work: (film: Arrived) => Promise<T>) {
  const held = await hold(app, admin, id)
  let path: string | undefined
  try {
    // Read again: whoever held it before may have taken it.
    const row = (await uploadOf(app.db, admin.id, id)) ?? refuseGone()
    const bytes = await stat(pathOf(app, id)).then(
      (found) => found.size,
      () => -1,
    )
    if (bytes !== row.sizeBytes) refuseGone()
    path = await secondName(app, pathOf(app, id))
    const claim = async (tx: Tx) => {
      const mine = and(eq(resumableUploads.id, id), eq(resumableUploads.adminId, admin.id))
      const taken = await tx.delete(resumableUploads).where(mine).returning({ id: resumableUploads.id })
      if (taken.length === 0) refuseGone()
    }
    const done = await work({ path, bytes, claim })
    await drop(app, id)
    return done
  } catch (error) {
    // Sent again, it would be no more playable; after any other refusal the admin need not send it again.
    if (error instanceof Refusal && error.code === 'not_playable') await drop(app, id)
    throw error
  } finally {
    if (path !== undefined) await rm(path, { force: true })
    await held.unlock()
  }
}

type Ways = { file: UploadedFile | undefined; uploadId: string | undefined }

/** Runs the storing of a film that came in the form or, in its place, by a resumable upload; undefined where none did. */
export async function withFilm<T>(
  app: App,
  admin: AdminUser,
  { file, uploadId }: Ways,
  work: (film: Arrived | undefined) => Promise<T>,
): Promise<T> {
  if (uploadId !== undefined) return withUpload(app, admin, uploadId, work)
  return work(file && { ...file, claim: async () => {} })
}
