// Makes a backup into BACKUP_DIR, with the server's settings: `npm run backup`. The server may run meanwhile. Ends with 1 if it
// failed, with 78 for a wrong setting.
import { openFiles } from './app.ts'
import { BackupError } from './backup/backup-folder.ts'
import { makeBackup } from './backup/make-backup.ts'
import { createClock } from './platform/clock.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/database.ts'
import { openExistingDatabase } from './platform/database/existing-database.ts'
import { recordErasures } from './privacy/record-erasures.ts'

const EXIT_CONFIG = 78

async function run(): Promise<void> {
  const config = readConfig(process.env)
  process.umask(0o077)
  const { backupDir: folder, backupKey: key, backupKeep: keep } = config
  if (folder === undefined) throw new ConfigError(['BACKUP_DIR is missing: the folder for backups'])
  const opened = await openExistingDatabase(config)
  const database = openDatabase({ url: opened.url, poolSize: 1, isSlow: true, onError: () => undefined })
  try {
    const made = await makeBackup({ folder, key, keep, url: opened.url, files: await openFiles(config) })
    await recordErasures({ config, db: database.db, clock: createClock() })
    const { name, tables, files } = made.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    process.stdout.write(
      `The backup ${name} is complete: ${rows} rows of ${tables.length} tables and ${files.rows} files, ` +
        `${formatBytes(made.bytes)}, of which ${formatBytes(made.writtenBytes)} are new.\n`,
    )
    if (key === undefined) process.stdout.write('It is not encrypted: set BACKUP_KEY if others can read the folder.\n')
    for (const missing of files.missing) process.stdout.write(`The file ${missing} is missing: run npm run verify.\n`)
  } finally {
    await database.close()
    await opened.close()
  }
}

const formatBytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`

run().then(
  () => process.exit(0),
  (error: unknown) => {
    const isExpected = error instanceof BackupError || error instanceof ConfigError
    process.stderr.write(`${error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)}\n`)
    process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1)
  },
)
