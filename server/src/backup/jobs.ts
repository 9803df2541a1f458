import type { App } from '../platform/app.ts'
import {
  backupFailures,
  backupMails,
  backupsQueue,
  enqueueBackup,
  mailFailure,
  runBackup,
  sendBackupMail,
} from './nightly-backup.ts'

/** Makes a backup each night, on a server with BACKUP_DIR. Runs even if the date is doubtful, because it loses nothing. */
export async function startBackupJobs(app: App): Promise<void> {
  await app.jobs.work(backupMails, (job) => sendBackupMail(app, job))
  if (app.config.backupDir === undefined) return
  await app.jobs.workLong(backupsQueue, (_job, signal) => runBackup(app, signal), 1)
  await app.jobs.work(backupFailures, () => mailFailure(app))
  // Usually finishes before the check of all data starts, unless much is new.
  await app.jobs.schedule('nightly-backup', '45 1 * * *', () => enqueueBackup(app))
}
