// The file store on a folder. A file appears whole or not at all: written beside, synced, renamed.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from './files.ts'

const keyShape = /^[a-z]+\/[a-z0-9-]+(\/[a-z0-9-]+)?\.[a-z0-9]+$/

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Opens a folder as the file store; what an earlier process left half-written is cleared away. */
export async function openFilesOnDisk(folder: string): Promise<Files> {
  const temporary = join(folder, 'tmp')
  await mkdir(temporary, { recursive: true })
  await removeOld(temporary)
  const pathOf = (key: string) => {
    if (!keyShape.test(key)) throw new Error(`Not a file key: ${key}`)
    return join(folder, key)
  }
  return {
    async put(key, temporaryPath) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await sync(temporaryPath)
      await rename(temporaryPath, path)
      await sync(dirname(path))
    },
    size: (key) =>
      stat(pathOf(key)).then(
        (found) => found.size,
        () => undefined,
      ),
    // Opened first, so that a file that is gone is told at once and not by a stream half sent.
    async read(key, range) {
      const handle = await open(pathOf(key), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      return handle?.createReadStream(range ?? {})
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: async (name) => {
      await mkdir(join(folder, name), { recursive: true })
      const found = await readdir(join(folder, name), { recursive: true })
      return found.map((file) => `${name}/${file}`).filter((key) => keyShape.test(key))
    },
    temporaryPath: async () => join(temporary, randomUUID()),
  }
}

const DAY_MS = 24 * 3_600_000

/** Clears temporary files of yesterday and before; younger ones may belong to another server on the same folder. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > DAY_MS) await rm(path, { force: true })
  }
}
