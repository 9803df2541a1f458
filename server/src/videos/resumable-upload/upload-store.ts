// Stores resumable uploads until they are claimed: the bytes in a folder beside the other files, everything else in a
// row. The size of the file is the offset, so a crash loses nothing that reached the disk.
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { and, eq } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { forceMinorGc } from '../../platform/files/force-minor-gc.ts'
import { openPrivateFolder } from '../../platform/files/private-folder.ts'
import { resumableUploads, type ResumableUploadRow } from '../tables.ts'

/** How long an upload is stored after its last request. */
export const UPLOAD_LIFETIME_MS = 24 * 3_600_000

export const uploadsFolder = (app: Pick<App, 'config'>) => join(app.config.filesDir, 'uploads')
export const uploadPath = (app: Pick<App, 'config'>, id: string) => join(uploadsFolder(app), id)

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

class UploadStore extends FileStore {
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
      // The library still needs the stream, to reply to a client that goes on sending.
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
export async function openUploadStore(app: App): Promise<FileStore> {
  await openPrivateFolder(uploadsFolder(app))
  return new UploadStore(app)
}
