// Makes a backup in BACKUP_DIR, with the server's settings: `npm run backup`. The server may keep running. Exits with 1 if it
// failed, with 78 for a wrong setting.
import { commandName } from './platform/command-name.ts'
import { openFiles } from './open-files.ts'
import { makeBackup, type MadeBackup } from './backup/make-backup.ts'
import { createClock } from './platform/clock.ts'
import { ConfigError } from './platform/config.ts'
import { runCommand, withExistingDatabase } from './platform/run-command.ts'
import { recordErasures } from './privacy/record-erasures.ts'

const formatBytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`

function describeBackup({ manifest, bytes, writtenBytes }: MadeBackup): string {
  const { name, tables, files, keyId } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `The backup ${name} is complete: ${rows} rows of ${tables.length} tables and ${files.rows} files, ` +
      `${formatBytes(bytes)} (${formatBytes(writtenBytes)} new).`,
    ...(keyId === null ? ['It is not encrypted: set BACKUP_KEY if others can read the folder.'] : []),
    ...files.missing.map((missing) => `The file ${missing} is missing: run ${commandName('verify')}.`),
  ].join('\n')
}

runCommand(() =>
  withExistingDatabase(process.env, async ({ db, url }, config) => {
    process.umask(0o077)
    const { backupDir: folder, backupKey: key, backupKeep: keep } = config
    if (folder === undefined) throw new ConfigError(['BACKUP_DIR is missing: the folder for backups'])
    const made = await makeBackup({ folder, key, keep, url, files: await openFiles(config) })
    await recordErasures({ config, db, clock: createClock() })
    process.stdout.write(`${describeBackup(made)}\n`)
    return 0
  }),
)
