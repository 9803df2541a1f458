import { readFile, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether a path exists. Throws if that cannot be determined, for example without permission to enter its folder. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
      throw error
    },
  )
}

/** Reads a small file and trims it; undefined if it is missing or empty. */
export async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').then(
    (text) => text.trim() || undefined,
    () => undefined,
  )
}

/** Writes a private file (0600) atomically and flushes it to disk. */
export async function writeDurably(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}

/** Returns the paths of a folder and everything in it, except symlinks. */
export async function listTree(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return [
    folder,
    ...entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name)),
  ]
}
