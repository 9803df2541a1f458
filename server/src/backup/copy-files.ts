// Copies the stored files that a backup needs, each once for all backups: the content of a key never changes.
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { and, asc, gt, isNotNull, type SQL } from 'drizzle-orm'
import { admins, students } from '../accounts/tables.ts'
import type { Db } from '../platform/database/database.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { syncPath } from '../platform/files/sync-path.ts'
import { listVideoFileKeys } from '../videos/stored-files.ts'
import { videos } from '../videos/tables.ts'
import { keyIdOf, storedPath } from './backup-folder.ts'
import { hashFile, sizeOf, writePart } from './part-file.ts'
import type { StoredFile } from './rules.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const BATCH_SIZE = 500

type Page = { id: string; keys: (string | null)[] }[]

/** Yields the keys in a table's rows, one page at a time. */
async function* readPages(readPage: (after: string) => Promise<Page>): AsyncGenerator<string> {
  let after = FIRST_ID
  for (;;) {
    const page = await readPage(after)
    for (const { keys } of page) for (const key of keys) if (key !== null) yield key
    if (page.length < BATCH_SIZE) return
    after = page.at(-1)?.id ?? ''
  }
}

/**
 * Yields the keys of all files in a backup: those named in rows. Option pictures are listed from the store instead, because
 * attempts from every year refer to them; they are deleted only while nobody has started the quiz. Exported lists and
 * unfinished uploads are in no backup.
 */
export async function* listNeededFiles(db: Db, files: Pick<FileStore, 'list'>): AsyncGenerator<string> {
  yield* readPages(async (after) => {
    const rows = await db.select().from(videos).where(gt(videos.id, after)).orderBy(asc(videos.id)).limit(BATCH_SIZE)
    return rows.map((video) => ({ id: video.id, keys: listVideoFileKeys(video) }))
  })
  for (const table of [students, admins]) {
    yield* readPages(async (after) => {
      const withPicture: SQL | undefined = and(gt(table.id, after), isNotNull(table.picture))
      const rows = await db
        .select({ id: table.id, picture: table.picture })
        .from(table)
        .where(withPicture)
        .orderBy(asc(table.id))
        .limit(BATCH_SIZE)
      return rows.map(({ id, picture }) => ({ id, keys: [picture] }))
    })
  }
  yield* await files.list('options')
}

export type FileCopier = ReturnType<typeof createFileCopier>

type Copying = {
  /** The folder of all backups. */
  folder: string
  key: Buffer | undefined
  files: Pick<FileStore, 'read'>
  signal?: AbortSignal | undefined
}

/**
 * Creates a copier that makes sure files are beside the backups, and returns what is stored for each.
 * @param known what earlier backups and this one have stored; newly stored files are added
 */
export function createFileCopier({ folder, key, files, signal }: Copying, known: Map<string, StoredFile>) {
  const keyId = keyIdOf(key)
  const copied = { bytes: 0 }
  const note = (stored: StoredFile) => {
    known.set(stored.key, stored)
    return stored
  }

  /** @returns undefined if the store does not have the file */
  async function copy(fileKey: string): Promise<StoredFile | undefined> {
    signal?.throwIfAborted()
    const path = storedPath(folder, keyId, fileKey)
    const former = known.get(fileKey)
    const size = await sizeOf(path)
    if (former && size === former.bytes) return former
    // It is complete, but belongs to an interrupted backup.
    if (!former && size !== undefined) return note({ key: fileKey, bytes: size, sha256: await hashFile(path) })
    const bytes = await files.read(fileKey)
    if (!bytes) return undefined
    const temporary = join(folder, `.partial-file-${randomUUID()}`)
    try {
      const stored = { key: fileKey, ...(await writePart(temporary, bytes, { key, name: fileKey, signal })) }
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(temporary, path)
      await syncPath(dirname(path))
      copied.bytes += stored.bytes
      return note(stored)
    } finally {
      await rm(temporary, { force: true })
    }
  }

  return { copy, copied }
}
