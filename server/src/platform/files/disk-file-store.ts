// A file store in a folder. Files are written to a temporary path, synced and renamed, so each appears either complete or not at
// all.
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { requireFileKey, isFileKey, type FileStore } from './file-store.ts'
import { openPrivateFolder } from './private-folder.ts'
import { syncPath } from './sync-path.ts'
import { openTemporaryFiles } from './temporary-files.ts'

/** Turns 'no such file' into undefined and rethrows every other error. */
function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Files that only this server may read, even if others may read the rest. */
const PRIVATE_FOLDER = 'exports'

/**
 * Opens a folder as the file store and deletes old temporary files of earlier processes.
 * @param isReadByGroup whether the files' group may read them, because nginx sends them; otherwise nobody else may
 */
export async function openDiskFileStore(
  folder: string,
  { isReadByGroup }: { isReadByGroup: boolean },
): Promise<FileStore> {
  if (!isReadByGroup) await openPrivateFolder(folder)
  await openPrivateFolder(join(folder, PRIVATE_FOLDER))
  const temporaryPath = await openTemporaryFiles(join(folder, 'tmp'))
  const toPath = (key: string) => join(folder, requireFileKey(key))
  return {
    async put(key, temporary) {
      const path = toPath(key)
      await mkdir(dirname(path), { recursive: true })
      await chmod(temporary, isReadByGroup && !key.startsWith(`${PRIVATE_FOLDER}/`) ? 0o640 : 0o600)
      await syncPath(temporary)
      await rename(temporary, path)
      await syncPath(dirname(path))
    },
    async size(key) {
      return (await stat(toPath(key)).catch(undefinedIfMissing))?.size
    },
    // Opened before the stream is created, so that a missing file is found before any byte is sent.
    async read(key, range) {
      const handle = await open(toPath(key), 'r').catch(undefinedIfMissing)
      return handle?.createReadStream(range ?? {})
    },
    async open(key) {
      return open(toPath(key), 'r').catch(undefinedIfMissing)
    },
    async link() {
      return undefined
    },
    async remove(key) {
      await rm(toPath(key), { force: true })
    },
    async list(name) {
      await mkdir(join(folder, name), { recursive: true })
      const found = await readdir(join(folder, name), { recursive: true })
      return found.map((file) => `${name}/${file}`).filter(isFileKey)
    },
    isDown: () => false,
    temporaryPath,
  }
}
