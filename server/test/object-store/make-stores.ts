// Creates the stores for file tests that need both: a folder, and an object store with its process.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileStore } from '../../src/platform/files/file-store.ts'
import { openS3FileStore, type S3FileStoreOptions } from '../../src/platform/files/s3-file-store.ts'
import { startObjectStore } from './start.ts'

export type TestStores = Awaited<ReturnType<typeof makeStores>>

/** Starts an object store and creates a folder; `openStore` opens the object store with other options. */
export async function makeStores() {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-files-'))
  const store = await startObjectStore()
  return {
    folder,
    endpoint: store.endpoint,
    openStore: (different: Partial<S3FileStoreOptions> = {}) =>
      openS3FileStore({ ...store, ...different, temporary: join(folder, 'tmp'), pageSize: 2 }),
    async close() {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const newKey = (name = 'videos') => `${name}/${randomUUID()}.mp4`

/** Puts a file with this content under a key. Returns the temporary path it had. */
export async function put(files: FileStore, key: string, content: string | Buffer): Promise<string> {
  const path = await files.temporaryPath()
  await writeFile(path, content)
  await files.put(key, path)
  return path
}
