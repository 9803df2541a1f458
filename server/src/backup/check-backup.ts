// Verifies that a backup is intact before anything is restored from it.
import { join } from 'node:path'
import { BackupError, readManifest } from './backup-folder.ts'
import { readFileList } from './file-list.ts'
import { listParts } from './make-backup.ts'
import { hashFile, sizeOf } from './part-file.ts'
import { requireStoredFiles } from './restore-files.ts'
import type { Manifest, StoredFile } from './rules.ts'

/**
 * Checks the manifest, the size and SHA-256 of each part of the database, and the size of each stored file. The SHA-256 of a
 * stored file is checked when it is restored, because reading all videos twice takes too long.
 * @throws BackupError that says what is wrong
 */
export async function checkBackup(
  folder: string,
  name: string,
  key: Buffer | undefined,
): Promise<{ manifest: Manifest; list: StoredFile[] }> {
  const manifest = await readManifest(folder, name, key)
  for (const { path, bytes, sha256 } of listParts(manifest)) {
    const file = join(folder, name, path)
    const size = await sizeOf(file)
    if (size === undefined) throw new BackupError(`${path} of the backup is missing.`)
    if (size !== bytes || (await hashFile(file)) !== sha256) throw new BackupError(`${path} of the backup was changed.`)
  }
  const list = await readFileList(folder, name, key)
  if (list.length !== manifest.files.rows) throw new BackupError('The list of files of the backup was changed.')
  await requireStoredFiles({ folder, keyId: manifest.keyId }, list)
  return { manifest, list }
}
