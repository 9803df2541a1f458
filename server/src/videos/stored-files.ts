// Keeps the file store and the table of videos consistent. A file is stored before its row is written, within the same
// transaction. A crash in between leaves a file without a row, which the next start removes.
import { isNotNull, or, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { listOtherCaptions } from './caption-files.ts'
import { listPosterKeys } from './poster-files.ts'
import { streamFileKeys } from './stream.ts'
import { videos } from './tables.ts'

/**
 * The id of an advisory lock ("film" in ASCII): transactions that store files share it, the sweep takes it exclusively.
 */
const LOCK = 0x66_69_6c_6d
const folders = ['videos', 'posters', 'captions', 'subtitles', 'streams'] as const
/**
 * The maximum number of orphaned files that a crash can leave behind, counting a stream or a poster as one. If there are more,
 * FILES_DIR belongs to another database, and removing them would destroy its videos.
 */
const MAX_ORPHANS = 40

/** Stores a file under a key; it is removed again if the transaction fails. */
export type PutFile = (key: string, path: string) => Promise<void>

/** Runs a transaction that stores files, which may take minutes. No server sweeps while it runs. */
export async function withFileTransaction<T>(app: App, work: (tx: Tx, put: PutFile) => Promise<T>): Promise<T> {
  return app.separate.slow.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock_shared(${LOCK})`)
    const keys: string[] = []
    const put: PutFile = async (key, path) => {
      keys.push(key)
      await app.files.put(key, path)
    }
    // Removes the files only after a failure before the commit. A commit whose reply was lost may have succeeded, so
    // its files are left to the sweep, which reads the rows.
    return work(tx, put).catch(async (error: unknown) => {
      await removeFiles(app, keys)
      throw error
    })
  })
}

/** Removes files whose rows no longer refer to them. Failures are logged, and the next start tries again. */
export async function removeFiles(app: App, keys: readonly (string | null)[]): Promise<void> {
  for (const key of keys)
    await removeEveryFile(app, [key]).catch((error: unknown) => app.log.warn({ err: error }, 'failed to remove a file'))
}

/** Removes files. Throws at the first that the store does not remove, so that the caller tries again. */
export async function removeEveryFile(app: Pick<App, 'files'>, keys: readonly (string | null)[]): Promise<void> {
  for (const key of keys) if (key) await app.files.remove(key)
}

/**
 * Returns the keys of files without a row, which a crash can leave behind. Until the transaction ends, nobody stores a file.
 */
export async function findOrphanedFiles(files: Pick<FileStore, 'list'>, tx: Db | Tx): Promise<string[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
  return findUnnamedFiles(files, tx)
}

/** Returns the keys of files without a row, including files that are being stored or removed right now. */
export async function findUnnamedFiles(files: Pick<FileStore, 'list'>, tx: Db | Tx): Promise<string[]> {
  const stored = (await Promise.all(folders.map((folder) => files.list(folder)))).flat()
  const rows = await tx
    .select({
      file: videos.file,
      poster: videos.poster,
      captions: videos.captions,
      otherCaptions: videos.otherCaptions,
      stream: videos.stream,
    })
    .from(videos)
    .where(or(...[videos.file, videos.poster, videos.captions, videos.stream].map((column) => isNotNull(column))))
  const named = new Set(rows.flatMap(listVideoFileKeys))
  return stored.filter((key) => !named.has(key))
}

/** Removes files without a row. Returns the number of files removed. */
export async function sweepOrphanedFiles(app: App): Promise<number> {
  return app.db.transaction(async (tx) => {
    const orphans = await findOrphanedFiles(app.files, tx)
    const orphanCount = new Set(orphans.map((key) => key.split('/').slice(0, 2).join('/'))).size
    if (orphanCount > MAX_ORPHANS) {
      app.log.warn({ orphans: orphanCount }, 'FILES_DIR contains files of another database; none was removed')
      return 0
    }
    await removeFiles(app, orphans)
    return orphans.length
  })
}

type VideoFiles = Pick<typeof videos.$inferSelect, 'file' | 'poster' | 'captions' | 'otherCaptions' | 'stream'>

/**
 * Returns the keys of all files of a video. A deleted video, which has no video file, may still name captions in other languages
 * in its row, because earlier releases do not empty that column. They are left out, because the next sweep removes these files,
 * and a backup would then report them as missing.
 */
export function listVideoFileKeys({ file, poster, captions, otherCaptions, stream }: VideoFiles): string[] {
  const keys = [
    file,
    captions,
    ...(file === null ? [] : listOtherCaptions({ otherCaptions }).map(({ key }) => key)),
    ...(poster === null ? [] : listPosterKeys(poster)),
    ...(stream ? streamFileKeys(stream) : []),
  ]
  return keys.filter((key) => key !== null)
}
