// Deletes stored files that no backup needs any more.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { keyIdOf, listBackups, readKeyId, storedPath } from './backup-folder.ts'
import { readFileList } from './file-list.ts'

/** Deletes files with this key that no backup names, and all files of any other key that no backup uses any more. */
export async function deleteUnneededFiles(folder: string, key: Buffer | undefined): Promise<void> {
  const keyId = keyIdOf(key)
  const needed = new Set<string>()
  const usedKeys = new Set([keyId])
  for (const name of await listBackups(folder)) {
    const usedKey = await readKeyId(folder, name)
    usedKeys.add(usedKey)
    if (usedKey === keyId) for (const file of await readFileList(folder, name, key)) needed.add(file.key)
  }
  const stored = storedPath(folder, keyId, '')
  // A product without files has not stored any yet.
  await mkdir(stored, { recursive: true, mode: 0o700 })
  for (const other of await readdir(join(folder, 'files')))
    if (![...usedKeys].some((used) => (used ?? 'plain') === other))
      await rm(join(folder, 'files', other), { recursive: true, force: true })
  for (const entry of await readdir(stored, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !needed.has(relative(stored, path).replaceAll('\\', '/'))) await rm(path)
  }
}
