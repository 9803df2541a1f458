// Restores a backup of BACKUP_DIR into an empty database and an empty file store, with the server's settings:
//   npm run restore -- 2026-11-25T00-45-00Z     or: npm run restore -- latest
// Erases again who was erased since, and checks everything. After a database was recovered in another way:
//   npm run restore -- --erasures
// Ends with 1 if something failed or is broken, with 64 for a wrong argument, with 75 if a server runs on the data folder, with 78
// for a wrong setting.
import { createApp, openFiles } from './app.ts'
import { BackupError, listBackups } from './backup/backup-folder.ts'
import { checkBackup } from './backup/check-backup.ts'
import { noteErasuresToRepeat, requireEmptyDatabase, restoreDatabase } from './backup/restore-database.ts'
import { requireEmptyStore, restoreFiles } from './backup/restore-files.ts'
import { ConfigError, readConfig, type Config } from './platform/config.ts'
import { DataFolderInUseError, startEmbeddedPostgres } from './platform/database/embedded/embedded-postgres.ts'
import { withClient } from './platform/database/prepare-database.ts'
import { UnsuitableDatabaseError } from './platform/database/unsuitable-database-error.ts'
import { createLog } from './platform/log.ts'
import { eraseAgain } from './privacy/erase-again.ts'
import { readRecorded } from './privacy/record-erasures.ts'
import { printVerification } from './verification/print-verification.ts'

const EXIT_USAGE = 64
const EXIT_IN_USE = 75
const EXIT_CONFIG = 78

const print = (line: string) => process.stdout.write(`${line}\n`)

/** The database to restore into, by the ways that a server would take. */
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

type Place = { config: Config; target: Target; folder: string }

/** Restores a backup, but for what was erased since. */
async function restore({ config, target, folder }: Place, name: string): Promise<void> {
  const { backupKey: key } = config
  print(`Checking the backup ${name}.`)
  const { manifest, list } = await checkBackup(folder, name, key)
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
  print('Admins who were removed or got another role since then have their old access: look at the page of the team.')
}

/**
 * Migrates the database, erases again who was erased since, and checks everything.
 * @param notesErasures whether what has to be erased again must be read first: `restore` has done that
 * @returns whether all is well
 */
async function finish({ config, target, folder }: Place, notesErasures: boolean): Promise<boolean> {
  // No job runs and no request arrives, so nothing is sent to these.
  const nowhere = 'http://127.0.0.1:9'
  const app = await createApp({
    config,
    databaseUrl: target.url,
    databaseFolder: target.folder,
    sessionUrl: target.sessionUrl,
    migrationUrl: target.ownerUrl,
    smtpUrl: config.smtpUrl ?? 'smtp://127.0.0.1:9',
    paystack: config.paystack ?? { apiUrl: nowhere, scriptUrl: nowhere, secretKey: 'sk_test_', publicKey: 'pk_test_' },
    log: createLog({ level: 'error' }),
  })
  try {
    if (notesErasures)
      await withClient(target.sessionUrl, (client) => noteErasuresToRepeat(client, readRecorded(folder)))
    print(`Erased again: ${await eraseAgain(app)}.`)
    return await printVerification({ pool: app.separate.slow.pool, files: app.files })
  } finally {
    await app.close()
  }
}

async function run(wanted: string | undefined): Promise<number> {
  const config = readConfig(process.env)
  process.umask(config.mediaAccel ? 0o027 : 0o077)
  const folder = config.backupDir
  if (folder === undefined) throw new ConfigError(['BACKUP_DIR is missing: the folder with the backups'])
  const names = await listBackups(folder)
  const name = wanted === 'latest' ? names.at(-1) : wanted
  if (name === undefined) {
    process.stderr.write(`Name the backup to restore, or "latest". ${folder} has: ${names.join(', ') || 'none'}.\n`)
    return EXIT_USAGE
  }
  const target = await openTarget(config)
  try {
    const place = { config, target, folder }
    const notesErasures = name === '--erasures'
    if (!notesErasures) await restore(place, name)
    return (await finish(place, notesErasures)) ? 0 : 1
  } finally {
    await target.close()
  }
}

/** Turns an error into a message for the operator and an exit code. */
function explain(error: unknown): { message: string; code: number } {
  if (error instanceof ConfigError || error instanceof UnsuitableDatabaseError)
    return { message: error.message, code: EXIT_CONFIG }
  if (error instanceof DataFolderInUseError) return { message: error.message, code: EXIT_IN_USE }
  if (error instanceof BackupError) return { message: error.message, code: 1 }
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), code: 1 }
}

const [wanted, ...others] = process.argv.slice(2)
run(others.length === 0 ? wanted : undefined).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const { message, code } = explain(error)
    process.stderr.write(`${message}\n`)
    process.exit(code)
  },
)
