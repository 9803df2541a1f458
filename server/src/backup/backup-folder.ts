/**
 * The folder of all backups:
 *
 *   <name>/manifest.json      lists what the backup consists of; written last
 *   <name>/tables/, ...       the database
 *   files/<key id>/<key>      the files of all backups, each once: the content of a key never changes
 *   erasures/                 ids of accounts that were erased (privacy/record-erasures.ts)
 *   .partial-<name>/          a backup in progress or interrupted
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openPrivateFolder } from '../platform/files/private-folder.ts'
import { syncPath } from '../platform/files/sync-path.ts'
import { deriveKey } from './encryption.ts'
import { chooseOld, FORMAT, isBackupName, Manifest } from './rules.ts'

/** A backup cannot be made or used; the message is for the operator. */
export class BackupError extends Error {
  override name = 'Backup'
}

const MANIFEST = 'manifest.json'
const PARTIAL = '.partial-'
const DELETED = '.deleted-'

/** Returns an id that separates one key's files from another's; null without a key. */
export function keyIdOf(key: Buffer | undefined): string | null {
  return key ? deriveKey(key, 'key id').toString('hex', 0, 8) : null
}

/** Returns where a stored file's content is kept for all backups with this key. */
export function storedPath(folder: string, keyId: string | null, key: string): string {
  return join(folder, 'files', keyId ?? 'plain', key)
}

/** Returns the names of the complete backups, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter(isBackupName).toSorted()
}

/** Creates the folder in which a backup is made. */
export async function openPartial(folder: string, name: string): Promise<string> {
  const path = join(folder, `${PARTIAL}${name}`)
  await openPrivateFolder(folder)
  await openPrivateFolder(path)
  return path
}

const signManifest = (text: string, key: Buffer) =>
  createHmac('sha256', deriveKey(key, 'manifest')).update(text).digest()

/** Writes the manifest and gives the backup its name, which makes it complete. */
export async function completeBackup(folder: string, manifest: Manifest, key: Buffer | undefined): Promise<void> {
  const partial = join(folder, `${PARTIAL}${manifest.name}`)
  const text = JSON.stringify(manifest)
  const file = await open(join(partial, MANIFEST), 'w', 0o600)
  try {
    await file.writeFile(key ? `${text}\n${signManifest(text, key).toString('hex')}\n` : `${text}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncPath(partial)
  await rename(partial, join(folder, manifest.name))
  await syncPath(folder)
}

/**
 * Reads a backup's manifest.
 * @throws BackupError if there is no such backup, it was made with another key, or the manifest was changed
 */
export async function readManifest(folder: string, name: string, key: Buffer | undefined): Promise<Manifest> {
  const stored = await readFile(join(folder, name, MANIFEST), 'utf8').catch(() => undefined)
  if (stored === undefined || !isBackupName(name)) throw new BackupError(`${folder} has no backup "${name}".`)
  const [text = '', signature] = stored.split('\n')
  const parsed = parseManifest(text)
  if (typeof parsed === 'string') throw new BackupError(`The manifest of ${name} cannot be read. ${parsed}.`)
  if (parsed.keyId !== keyIdOf(key))
    throw new BackupError(
      parsed.keyId === null
        ? `The backup ${name} is not encrypted: unset BACKUP_KEY to use it.`
        : `The backup ${name} was encrypted with another BACKUP_KEY (its id is ${parsed.keyId}).`,
    )
  const isTrue = key === undefined || timingSafeEqual(signManifest(text, key), toDigest(signature))
  if (!isTrue || parsed.name !== name) throw new BackupError(`The manifest of ${name} was changed.`)
  return parsed
}

/** Returns the key id stated in a backup's manifest. Reading the backup shows whether it is correct. */
export async function readKeyId(folder: string, name: string): Promise<string | null> {
  const manifest = parseManifest((await readFile(join(folder, name, MANIFEST), 'utf8')).split('\n')[0] ?? '')
  if (typeof manifest === 'string') throw new BackupError(`The manifest of ${name} cannot be read. ${manifest}.`)
  return manifest.keyId
}

/** Parses a signature; returns zeros if it is invalid. */
function toDigest(signature = ''): Buffer {
  const digest = Buffer.from(signature, 'hex')
  return digest.length === 32 ? digest : Buffer.alloc(32)
}

/** @returns the manifest, or a sentence that says why it is invalid */
function parseManifest(text: string): Manifest | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'It is not complete'
  }
  const format: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'format') : undefined
  if (typeof format === 'number' && format > FORMAT) return 'It was made by a newer version of Baobab'
  return Manifest.safeParse(value).data ?? 'It has missing or wrong entries'
}

/** Deletes what interrupted backups left behind and the backups beyond `keep`. @returns whether a backup was deleted */
export async function deleteOldBackups(folder: string, keep: number): Promise<boolean> {
  const old = chooseOld(await listBackups(folder), keep)
  // Renamed first, so that a half-deleted backup does not count as one.
  for (const name of old) await rename(join(folder, name), join(folder, `${DELETED}${name}`))
  const left = (await readdir(folder)).filter((name) => name.startsWith(PARTIAL) || name.startsWith(DELETED))
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
  return old.length > 0
}
