// Whether the last backup is there, can be read with the key, and is not too old.
import { access, constants } from 'node:fs/promises'
import { BackupError, listBackups, readManifest } from '../backup/backup-folder.ts'
import { isLate } from '../backup/rules.ts'
import { ok, warning, wrong, type DoctorCheck } from './check.ts'
import { findExisting } from './machine-checks.ts'

export const backupCheck: DoctorCheck = {
  name: 'backup',
  async run({ config: { backupDir, backupKey, isProduction } }) {
    if (backupDir === undefined) {
      if (!isProduction) return [ok('No backups are made, because BACKUP_DIR is not set.')]
      return [warning('BACKUP_DIR is not set.', 'Set it, unless the database and the files are backed up elsewhere.')]
    }
    const isWritable = await access(await findExisting(backupDir), constants.W_OK).then(
      () => true,
      () => false,
    )
    if (!isWritable)
      return [wrong(`${backupDir} cannot be written to.`, 'Mount it, and let the user of the server write there.')]
    const name = (await listBackups(backupDir)).at(-1)
    if (name === undefined) return [warning(`${backupDir} has no backup yet.`, 'Make one now: npm run backup')]
    try {
      const { snapshotAt } = await readManifest(backupDir, name, backupKey)
      const text = `The last backup, ${name}, is of ${snapshotAt}.`
      if (!isLate(new Date(snapshotAt), new Date())) return [ok(text)]
      return [wrong(text, 'Make one now (npm run backup), and look at System for why the nightly job failed.')]
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      return [wrong(error.message, 'Find the right BACKUP_KEY, or make a new backup: npm run backup')]
    }
  },
}
