// Keeps the folder of films and the table in step (reliability.md B-02). A file goes in before the row that names it,
// inside that row's transaction; a crash in between leaves a file without a row, which the next start removes.
import { isNotNull, or, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { streamFileKeys } from './stream.ts'
import { videos } from './tables.ts'

/** The lock under which files go in; a constant of ours, spelled "film". */
const LOCK = 0x66_69_6c_6d
const folders = ['videos', 'posters', 'captions', 'streams'] as const
/** More than a crash can leave, a stream counted once. A database of another folder would show many more. */
const MOST_ORPHANS = 40

/** Puts a file under a key; it goes again if the transaction fails. */
export type PutFile = (key: string, path: string) => Promise<void>

/** Runs a transaction that puts files. While any server runs one, none sweeps. */
export async function withFileTransaction<T>(app: App, work: (tx: Tx, put: PutFile) => Promise<T>): Promise<T> {
  return app.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock_shared(${LOCK})`)
    const keys: string[] = []
    const put: PutFile = async (key, path) => {
      keys.push(key)
      await app.files.put(key, path)
    }
    // A commit whose answer is lost may have happened: such files are left to the sweep, which sees the rows.
    return work(tx, put).catch(async (error: unknown) => {
      await removeFiles(app, keys)
      throw error
    })
  })
}

/** Removes files that no row names any more. What fails here, the next start does. */
export async function removeFiles(app: App, keys: readonly (string | null)[]): Promise<void> {
  for (const key of keys)
    if (key) await app.files.remove(key).catch((error: unknown) => app.log.warn({ err: error }, 'a file stayed'))
}

/** Removes what a crash left: files that no row names. Answers how many. */
export async function sweepFiles(app: App): Promise<number> {
  return app.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const stored = (await Promise.all(folders.map((folder) => app.files.list(folder)))).flat()
    const rows = await tx
      .select({ file: videos.file, poster: videos.poster, captions: videos.captions, stream: videos.stream })
      .from(videos)
      .where(or(...[videos.file, videos.poster, videos.captions, videos.stream].map((column) => isNotNull(column))))
    const named = new Set(
      rows.flatMap(({ stream, ...row }) => [
        row.file,
        row.poster,
        row.captions,
        ...(stream ? streamFileKeys(stream) : []),
      ]),
    )
    const orphans = stored.filter((key) => !named.has(key))
    const things = new Set(orphans.map((key) => key.split('/').slice(0, 2).join('/')))
    if (things.size > MOST_ORPHANS) {
      app.log.warn({ orphans: things.size }, 'FILES_DIR holds films that this database does not know; none removed')
      return 0
    }
    await removeFiles(app, orphans)
    return orphans.length
  })
}
