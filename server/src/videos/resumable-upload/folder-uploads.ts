// Resumable uploads in a folder beside the other files. The size of the file is the offset, so a crash loses nothing that
// reached the disk.
import { constants, createWriteStream } from 'node:fs'
import { copyFile, link, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { eq } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { forceMinorGc } from '../../platform/files/force-minor-gc.ts'
import { openPrivateFolder } from '../../platform/files/private-folder.ts'
import { resumableUploads, type ResumableUploadRow } from '../tables.ts'
import { UPLOAD_LIFETIME_MS } from './find-upload.ts'

export const uploadsFolder = (app: Pick<App, 'config'>) => join(app.config.filesDir, 'uploads')
export const uploadPath = (app: Pick<App, 'config'>, id: string) => join(uploadsFolder(app), id)

/** The metadata that the tus library reads and writes, backed by the table of uploads. */
function createMetadataStore(app: App): FileStore['configstore'] {
  return {
    async get(id) {
      const [row] = await app.db.select().from(resumableUploads).where(eq(resumableUploads.id, id))
      if (!row) return undefined
      return {
        id,
        size: row.sizeBytes,
        offset: 0,
        // The library computes the expiry from this, and an upload expires a day after its last request.
        creation_date: row.touchedAt.toISOString(),
        metadata: undefined,
        storage: undefined,
        sizeIsDeferred: false,
      }
    },
    // Nothing to do: `createUpload` inserts the row before the library creates the file.
    set: async () => {},
    async delete(id) {
      await app.db.delete(resumableUploads).where(eq(resumableUploads.id, id))
    },
  }
}

class FolderStore extends FileStore {
  readonly #diskSpace: App['diskSpace']
  constructor(app: App) {
    super({
      directory: uploadsFolder(app),
      configstore: createMetadataStore(app),
      expirationPeriodInMilliseconds: UPLOAD_LIFETIME_MS,
    })
    this.#diskSpace = app.diskSpace
    this.extensions = ['creation', 'termination', 'expiration']
  }

  /**
   * Appends the bytes and flushes them. Once the disk is full, stores what has arrived and refuses the rest (507), so that
   * the upload can be resumed there. Replaces the library's method, which reports a full disk as a server error.
   */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset, flush: true })
    const full = this.#diskSpace.untilFull()
    const untilFull = async function* (): AsyncGenerator<Buffer> {
      // The library still needs the stream, to reply to a client that continues sending.
      for await (const chunk of readable.iterator({ destroyOnReturn: false })) {
        yield chunk as Buffer
        if (full.aborted) return
      }
    }
    await pipeline(untilFull, forceMinorGc, file)
    full.throwIfAborted()
    return offset + file.bytesWritten
  }
}

/** Opens the folder of uploads, which several servers may share. */
export async function openUploadsFolder(app: App): Promise<FileStore> {
  await openPrivateFolder(uploadsFolder(app))
  return new FolderStore(app)
}

/** Links or copies an upload to a path. Returns false if it has not arrived completely. */
export async function copyFromFolder(app: App, upload: ResumableUploadRow, path: string): Promise<boolean> {
  const source = uploadPath(app, upload.id)
  const stats = await stat(source).catch(() => undefined)
  if (stats?.size !== upload.sizeBytes) return false
  await link(source, path).catch(() => copyFile(source, path, constants.COPYFILE_FICLONE))
  return true
}

/**
 * Removes files older than `limit` without a row, whose server stopped after deleting the row and before deleting the file.
 */
export async function sweepUploadsFolder(app: App, limit: Date): Promise<number> {
  const names = await readdir(uploadsFolder(app)).catch(() => [])
  const rows = await app.db.select({ id: resumableUploads.id }).from(resumableUploads)
  const ids = new Set(rows.map(({ id }) => id))
  let removed = 0
  for (const name of names.filter((name) => !ids.has(name))) {
    const path = join(uploadsFolder(app), name)
    const stats = await stat(path).catch(() => undefined)
    if (!stats || stats.mtimeMs > limit.getTime()) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
