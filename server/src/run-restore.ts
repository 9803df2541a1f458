// Restores a backup, or only repeats the erasures since: the command `npm run restore`.
import { createApp } from './app.ts'
import { openFiles } from './open-files.ts'
import { listBackups } from './backup/backup-folder.ts'
import { checkBackup } from './backup/check-backup.ts'
import { noteErasuresToRepeat, requireEmptyDatabase, restoreDatabase } from './backup/restore-database.ts'
import { requireEmptyStore, restoreFiles } from './backup/restore-files.ts'
import { ConfigError, readConfig, type Config } from './platform/config.ts'
import { startEmbeddedPostgres } from './platform/database/embedded/embedded-postgres.ts'
import { prepareDatabase, withClient } from './platform/database/prepare-database.ts'
import { createLog } from './platform/log.ts'
import { UsageError } from './platform/run-command.ts'
import { eraseGuardian } from './guardians/erase-guardian.ts'
import { eraseAgain } from './privacy/erase-again.ts'
import { readRecorded } from './privacy/record-erasures.ts'
import { printVerification } from './verification/print-verification.ts'

type Print = (line: string) => void

/** The database to restore into, with the same kinds of URL as a server uses. */
type Target = { url: string; sessionUrl: string; ownerUrl: string; folder?: string; close(): Promise<void> }

/** Opens the configured database, or starts the embedded one, which is created if there is none. */
async function openTarget({ databaseUrl, databaseSessionUrl, databaseMigrationUrl, dataDir }: Config): Promise<Target> {
  if (databaseUrl !== undefined) {
    const sessionUrl = databaseSessionUrl ?? databaseUrl
    return { url: databaseUrl, sessionUrl, ownerUrl: databaseMigrationUrl ?? sessionUrl, close: async () => {} }
  }
  const embedded = await startEmbeddedPostgres({ dataDir })
  const { serverUrl, url: ownerUrl, folder } = embedded
  return { url: serverUrl, sessionUrl: serverUrl, ownerUrl, folder, close: () => embedded.stop() }
}

type Place = { config: Config; target: Target; folder: string; print: Print }

type Checked = Awaited<ReturnType<typeof checkBackup>>

/** Restores a checked backup, except for what was erased since. */
async function restore({ config, target, folder, print }: Place, { manifest, list }: Checked): Promise<void> {
  const { backupKey: key } = config
  const { name } = manifest
  const files = await openFiles(config)
  await requireEmptyStore(files, list)
  await withClient(target.ownerUrl, requireEmptyDatabase)
  print(`Restoring ${list.length} files.`)
  await restoreFiles({ folder, key, keyId: manifest.keyId, files }, list)
  print(`Restoring ${manifest.tables.length} tables.`)
  await restoreDatabase(target, {
    manifest,
    folder: `${folder}/${name}`,
    sealing: (path) => ({ key, name: `${name}/${path}` }),
    erasures: readRecorded(folder),
    log: createLog({ level: 'error' }),
  })
  print(`Everything is as it was at ${manifest.snapshotAt}. Nobody is logged in.`)
  print('Admins who were removed or got another role since then have their old access again: check the team page.')
}

/**
 * Migrates the database, repeats the erasures since the backup, and checks everything.
 * @param notesErasures whether to read the erasures to repeat first: `restore` has already done that
 * @returns whether all is well
 */
async function finish({ config, target, folder, print }: Place, notesErasures: boolean): Promise<boolean> {
  // The app needs URLs, but no job runs and no request arrives, so nothing is ever sent to this one.
  const nowhere = 'http://127.0.0.1:9'
  const { url, sessionUrl, ownerUrl: migrationUrl } = target
  const log = createLog({ level: 'error' })
  await prepareDatabase({ url, sessionUrl, migrationUrl }, log)
  const app = await createApp({
    config,
    databaseUrl: url,
    databaseFolder: target.folder,
    sessionUrl,
    smtpUrl: config.smtpUrl ?? 'smtp://127.0.0.1:9',
    paystack: config.paystack ?? { apiUrl: nowhere, scriptUrl: nowhere, secretKey: 'sk_test_', publicKey: 'pk_test_' },
    log,
  })
  try {
    if (notesErasures) await withClient(sessionUrl, (client) => noteErasuresToRepeat(client, readRecorded(folder)))
    print(`Erased again: ${await eraseAgain(app, eraseGuardian)}.`)
    return await printVerification({ ...app, pool: app.separate.slow.pool }, print)
  } finally {
    await app.close()
  }
}

type Restoring = { settings: NodeJS.ProcessEnv; wanted: string | undefined; print: Print }

/**
 * Restores a backup from BACKUP_DIR into an empty database and an empty file store.
 * @param restoring.wanted the name of a backup, 'latest', or '--erasures' for a database that was recovered in another way
 * @returns the exit code: 0 if all is well, 1 if the final check found something
 * @throws UsageError, ConfigError or another Error with a message for the operator
 */
export async function runRestore({ settings, wanted, print }: Restoring): Promise<number> {
  const config = readConfig(settings)
  const folder = config.backupDir
  if (folder === undefined) throw new ConfigError(['BACKUP_DIR is missing: the folder with the backups'])
  const names = await listBackups(folder)
  const name = wanted === 'latest' ? names.at(-1) : wanted
  if (name === undefined)
    throw new UsageError(`Name the backup to restore, or "latest". ${folder} has: ${names.join(', ') || 'none'}.`)
  const notesErasures = name === '--erasures'
  if (!notesErasures) print(`Checking the backup ${name}.`)
  const checked = notesErasures ? undefined : await checkBackup(folder, name, config.backupKey)
  const target = await openTarget(config)
  try {
    const place = { config, target, folder, print }
    if (checked) await restore(place, checked)
    return (await finish(place, notesErasures)) ? 0 : 1
  } finally {
    await target.close()
  }
}
