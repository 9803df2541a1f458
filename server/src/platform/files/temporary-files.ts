// Temporary files for uploads in progress and videos being converted.
import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openPrivateFolder } from './private-folder.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Opens a private folder for temporary files and returns a function that returns a new path in it. Old files are deleted
 * immediately, and then about once an hour when a path is requested.
 */
export async function openTemporaryFiles(folder: string): Promise<() => Promise<string>> {
  await openPrivateFolder(folder)
  await removeOld(folder)
  let sweptAt = Date.now()
  return async () => {
    if (Date.now() - sweptAt > HOUR_MS) {
      sweptAt = Date.now()
      await removeOld(folder)
    }
    return join(folder, randomUUID())
  }
}

/** Deletes files and folders older than a day; another server that shares the folder may be using newer ones. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true })
  }
}
