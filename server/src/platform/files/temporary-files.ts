// Files that are still being written: half an upload, a film on its way out of a program.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Opens a folder for temporary files and answers who gives out paths in it. What an earlier process left half-written
 * is cleared away at once, and again about every hour, whenever a path is asked for.
 */
export async function openTemporaryFiles(folder: string): Promise<() => Promise<string>> {
  await mkdir(folder, { recursive: true })
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

/** Clears files and folders of yesterday and before; younger ones may belong to another server on the same folder. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true })
  }
}
