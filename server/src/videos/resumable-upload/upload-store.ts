// Where the bytes of resumable uploads are until they are claimed: in a folder, or in the object store if there is one.
import { rm } from 'node:fs/promises'
import type { DataStore } from '@tus/server'
import type { App } from '../../platform/app.ts'
import type { ResumableUploadRow } from '../tables.ts'
import { copyFromFolder, openUploadsFolder, sweepUploadsFolder, uploadPath } from './folder-uploads.ts'
import { copyPieces, PieceStore, removePieces, sweepPieces } from './object-uploads.ts'

/** Opens the store that the tus library writes to and reads offsets from. */
export async function openUploadStore(app: App): Promise<DataStore> {
  return app.config.s3 ? new PieceStore(app) : openUploadsFolder(app)
}

/** Puts the bytes of an upload at a path on this machine. Returns false if they have not arrived completely. */
export async function copyUpload(app: App, upload: ResumableUploadRow, path: string): Promise<boolean> {
  return app.config.s3 ? copyPieces(app, upload, path) : copyFromFolder(app, upload, path)
}

/** Removes the bytes of an upload; missing ones are no error. */
export async function removeUpload(app: App, upload: ResumableUploadRow): Promise<void> {
  await removePieces(app, upload.pieces)
  await rm(uploadPath(app, upload.id), { force: true })
}

/** Removes bytes that no row names, which a crash can leave behind. Returns the number of files removed. */
export async function sweepUploadStore(app: App, limit: Date): Promise<number> {
  return (await sweepUploadsFolder(app, limit)) + (app.config.s3 ? await sweepPieces(app) : 0)
}
