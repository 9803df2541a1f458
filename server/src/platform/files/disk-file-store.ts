// The file store on a folder. A file appears whole or not at all: written beside, synced, renamed.
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { requireFileKey, isFileKey, type FileStore } from './file-store.ts'
import { openTemporaryFiles } from './temporary-files.ts'

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Undefined for 'there is no such file'; every other error stays one. */
function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Opens a folder as the file store; what an earlier process left half-written is cleared away. */
export async function openDiskFileStore(folder: string): Promise<FileStore> {
  const temporaryPath = await openTemporaryFiles(join(folder, 'tmp'))
  const pathOf = (key: string) => join(folder, requireFileKey(key))
  return {
    async put(key, temporary) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await sync(temporary)
      await rename(temporary, path)
      await sync(dirname(path))
    },
    async size(key) {
      return (await stat(pathOf(key)).catch(ifMissing))?.size
    },
    // Opened first, so that a file that is gone is told at once and not by a stream half sent.
    async read(key, range) {
      const handle = await open(pathOf(key), 'r').catch(ifMissing)
      return handle?.createReadStream(range ?? {})
    },
    async open(key) {
      return open(pathOf(key), 'r').catch(ifMissing)
    },
    async link() {
      return undefined
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async list(name) {
      await mkdir(join(folder, name), { recursive: true })
      const found = await readdir(join(folder, name), { recursive: true })
      return found.map((file) => `${name}/${file}`).filter(isFileKey)
    },
    temporaryPath,
  }
}
