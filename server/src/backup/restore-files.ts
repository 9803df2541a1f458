// Restores a backup's stored files into an empty file store.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '../platform/files/file-store.ts'
import { BackupError, storedPath } from './backup-folder.ts'
import { hashFile, readPart, sizeOf } from './part-file.ts'
import type { StoredFile } from './rules.ts'

/** The file store's folders that are in backups. */
const folders = ['videos', 'posters', 'captions', 'subtitles', 'streams', 'pictures', 'options'] as const

type Restoring = {
  /** The folder of all backups. */
  folder: string
  key: Buffer | undefined
  keyId: string | null
  files: FileStore
}

/** Throws if the store has a file that the backup does not name. Files that it names were restored by an interrupted run. */
export async function requireEmptyStore(files: FileStore, list: readonly StoredFile[]): Promise<void> {
  const named = new Set(list.map(({ key }) => key))
  for (const name of folders)
    for (const key of await files.list(name))
      if (!named.has(key))
        throw new BackupError(
          `The file store is not empty: it has ${key}. A backup can only be restored into an empty one.`,
        )
}

/** Throws if a file is not beside the backups, or has a different size. */
export async function requireStoredFiles(
  { folder, keyId }: Pick<Restoring, 'folder' | 'keyId'>,
  list: readonly StoredFile[],
): Promise<void> {
  for (const { key, bytes } of list) {
    const size = await sizeOf(storedPath(folder, keyId, key))
    if (size !== bytes)
      throw new BackupError(`The file ${key} of the backup ${size === undefined ? 'is missing' : 'was changed'}.`)
  }
}

/** Restores all files. Safe to repeat: files that already exist are complete. */
export async function restoreFiles(
  { folder, key, keyId, files }: Restoring,
  list: readonly StoredFile[],
): Promise<void> {
  for (const file of list) {
    if ((await files.size(file.key)) !== undefined) continue
    const path = storedPath(folder, keyId, file.key)
    if ((await hashFile(path)) !== file.sha256) throw new BackupError(`The file ${file.key} of the backup was changed.`)
    const temporary = await files.temporaryPath()
    try {
      await pipeline(readPart(path, { key, name: file.key }), createWriteStream(temporary, { mode: 0o600 }))
      await files.put(file.key, temporary)
    } finally {
      await rm(temporary, { force: true })
    }
  }
}
