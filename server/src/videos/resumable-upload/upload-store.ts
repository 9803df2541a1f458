// Where resumable uploads lie while they arrive: the bytes in a folder beside the other files, all that is known of them
// in a row. The length of the file is the offset, so a crash loses nothing that reached the disk.
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { and, eq } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { forceMinorGc } from '../../platform/files/force-minor-gc.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { resumableUploads } from '../tables.ts'

export type ResumableRow = typeof resumableUploads.$inferSelect

/** An upload that nobody has sent to for this long goes. */
export const KEPT_MS = 24 * 3_600_000

export const folderOf = (app: Pick<App, 'config'>) => join(app.config.filesDir, 'uploads')
export const pathOf = (app: Pick<App, 'config'>, id: string) => join(folderOf(app), id)

/** The upload of an id, if this admin began it: it is nobody else's. */
export async function uploadOf(db: Db | Tx, adminId: string, id: string): Promise<ResumableRow | undefined> {
  const [row] = await db
    .select()
    .from(resumableUploads)
    .where(and(eq(resumableUploads.id, id), eq(resumableUploads.adminId, adminId)))
  return row
}

/** What the library asks of uploads, answered by their rows. */
function rowsOf(app: App): FileStore['configstore'] {
  return {
    async get(id) {
      const [row] = await app.db.select().from(resumableUploads).where(eq(resumableUploads.id, id))
      if (!row) return undefined
      // It lives a day from the last time it was sent to, not from its beginning.
      const creation_date = row.touchedAt.toISOString()
      return {
        id,
        size: row.sizeBytes,
        offset: 0,
        creation_date,
        metadata: undefined,
        storage: undefined,
        sizeIsDeferred: false,
      }
    },
    // The row is there before the file: whoever begins an upload is known then.
    set: async () => {},
    async delete(id) {
      await app.db.delete(resumableUploads).where(eq(resumableUploads.id, id))
    },
  }
}

class UploadStore extends FileStore {
  constructor(app: App) {
    super({ directory: folderOf(app), configstore: rowsOf(app), expirationPeriodInMilliseconds: KEPT_MS })
    this.extensions = ['creation', 'termination', 'expiration']
  }

  /** Writes what arrives, flushed; the library's own would call a full disk a fault of ours. */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset, flush: true })
    await pipeline(readable, forceMinorGc, file)
    return offset + file.bytesWritten
  }
}

/** Opens the folder of uploads; several servers may share it. */
export async function openUploadStore(app: App): Promise<FileStore> {
  await mkdir(folderOf(app), { recursive: true })
  return new UploadStore(app)
}
