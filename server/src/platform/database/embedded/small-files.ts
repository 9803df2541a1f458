import { readFile, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether something is at this path. @throws when that cannot be told, as behind a closed folder */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
      throw error
    },
  )
}

/** The text of a small file without the spaces round it; undefined when there is none. */
export async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').then(
    (text) => text.trim() || undefined,
    () => undefined,
  )
}

/** Writes a private file whole or not at all, and flushed. */
export async function writeDurably(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}

/** A folder and all that is in it, symlinks left out. */
export async function listTree(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return [
    folder,
    ...entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name)),
  ]
}
