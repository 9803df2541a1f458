// Backs up the database and the stored files while the product is running (ADR 24).
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Db } from '../platform/database/database.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { BackupError, completeBackup, deleteOldBackups, keyIdOf, listBackups, openPartial } from './backup-folder.ts'
import { beginSnapshot, copyDatabase, openSnapshot, writeCompressed } from './copy-database.ts'
import { createFileCopier, listNeededFiles, type FileCopier } from './copy-files.ts'
import { deleteUnneededFiles } from './delete-unneeded-files.ts'
import { readFileList } from './file-list.ts'
import { chooseBackupName, FORMAT, type Manifest, type StoredFile } from './rules.ts'
import { backups } from './tables.ts'

type BackupSettings = {
  /** The folder of all backups. */
  folder: string
  key: Buffer | undefined
  /** How many backups are kept. */
  keep: number
}

type Making = BackupSettings & {
  /** Opens a session with the server's role. */
  url: string
  files: Pick<FileStore, 'list' | 'read'>
  signal?: AbortSignal | undefined
}

export type MadeBackup = { manifest: Manifest; bytes: number; writtenBytes: number }

/** The id of an advisory lock ("back" in ASCII) that allows one backup at a time. */
const LOCK = 0x62_61_63_6b
/** How often a new snapshot is taken because a file it names was deleted before it was copied. */
const MAX_SNAPSHOTS = 3

/**
 * Makes a backup, and deletes the oldest ones beyond the limit.
 * @throws BackupError if the folder does not exist, or another backup is being made
 */
export async function makeBackup(making: Making): Promise<MadeBackup> {
  const { folder, key, keep } = making
  // Not created: its disk may not be mounted right now, and the backup would fill a different one.
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new BackupError(`The folder ${folder} does not exist. Create it, or mount the disk it is on.`)
  const client = await openSnapshot(making.url)
  try {
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [LOCK])
    if (!rows[0]?.isFree) throw new BackupError('Another backup is being made right now.')
    // Makes room first. Anything partial was interrupted, because nobody else is making a backup. If a backup cannot be read,
    // all files are kept for now and the error is reported below, because it must not prevent a new backup.
    if (await deleteOldBackups(folder, keep)) await deleteUnneededFiles(folder, key).catch(() => undefined)
    const made = await writeBackup(client, making)
    if (await deleteOldBackups(folder, keep)) await deleteUnneededFiles(folder, key)
    return made
  } finally {
    await client.end()
  }
}

async function writeBackup(client: pg.Client, { folder, key, files, signal }: Making): Promise<MadeBackup> {
  const db: Db = drizzle({ client, casing: 'snake_case' })
  const startedAt = await readTime(client)
  // Names used in another folder, or by backups deleted since, have a row.
  const rows = await db.select({ name: backups.name }).from(backups)
  const name = chooseBackupName(startedAt, [...(await listBackups(folder)), ...rows.map((row) => row.name)])
  const partial = await openPartial(folder, name)
  const copier = createFileCopier({ folder, key, files, signal }, await loadKnownFiles(folder, key))
  // Most files are copied before the snapshot is taken, because PostgreSQL cannot vacuum while it is open.
  for await (const fileKey of listNeededFiles(db, files)) await copier.copy(fileKey)
  const { snapshotAt, stored, missing } = await copyFilesOfSnapshot({ client, db, files, copier })
  const target = { folder: partial, sealing: (path: string) => ({ key, name: `${name}/${path}` }), signal }
  const database = await copyDatabase(client, target)
  await client.query('rollback')
  const lines = stored.map((file) => Buffer.from(`${JSON.stringify(file)}\n`))
  const list = await writeCompressed(Readable.from(lines), 'files.gz', target)
  const storedBytes = stored.reduce((sum, { bytes }) => sum + bytes, 0)
  const manifest: Manifest = {
    format: FORMAT,
    name,
    version: packageJson.version,
    startedAt: startedAt.toISOString(),
    snapshotAt,
    keyId: keyIdOf(key),
    ...database,
    files: { ...list, rows: stored.length, storedBytes, missing },
  }
  await completeBackup(folder, manifest, key)
  const partBytes = listParts(manifest).reduce((sum, { bytes }) => sum + bytes, 0)
  const made = { manifest, bytes: partBytes + storedBytes, writtenBytes: partBytes + copier.copied.bytes }
  await recordBackup(db, made, await readTime(client))
  return made
}

/** Returns the parts of a backup: the files in its own folder other than the manifest. */
export function listParts({ tables, queues, jobs, files }: Manifest) {
  return [...tables, queues, jobs, files]
}

async function readTime(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  if (!rows[0]) throw new Error('The database does not tell the time.')
  return rows[0].now
}

/** Returns the files stored by the newest backup with this key. */
async function loadKnownFiles(folder: string, key: Buffer | undefined): Promise<Map<string, StoredFile>> {
  for (const name of (await listBackups(folder)).toReversed()) {
    // A backup made with another key, or a damaged one, is ignored: its files are checked again.
    const list = await readFileList(folder, name, key).catch(() => undefined)
    if (list) return new Map(list.map((file) => [file.key, file]))
  }
  return new Map()
}

type CopyingFiles = { client: pg.Client; db: Db; files: Making['files']; copier: FileCopier }

/**
 * Starts the snapshot, and copies the files it names that were not copied before. A file deleted in between was deleted after
 * the row that named it, so a new snapshot no longer names it.
 * @returns the files that are missing from the store too
 */
async function copyFilesOfSnapshot({ client, db, files, copier }: CopyingFiles) {
  for (let tried = 1; ; tried += 1) {
    const snapshotAt = await beginSnapshot(client)
    const stored: StoredFile[] = []
    const missing: string[] = []
    for await (const key of listNeededFiles(db, files)) {
      const file = await copier.copy(key)
      if (file) stored.push(file)
      else missing.push(key)
    }
    if (missing.length === 0 || tried === MAX_SNAPSHOTS) return { snapshotAt, stored, missing }
    await client.query('rollback')
  }
}

/** Records a backup for the admin page. */
async function recordBackup(db: Db, { manifest, bytes, writtenBytes }: MadeBackup, finishedAt: Date): Promise<void> {
  const { name, files } = manifest
  const snapshotAt = new Date(manifest.snapshotAt)
  await db.insert(backups).values({ name, snapshotAt, finishedAt, bytes, writtenBytes, fileCount: files.rows })
}
