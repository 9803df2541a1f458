// Makes the nightly backup in a job. If every attempt fails, the admins who can see the jobs page get an email.
import { listJobQueues } from '@baobab/contract/system/endpoints.ts'
import { and, eq } from 'drizzle-orm'
import { isAdminAllowed } from '../accounts/queries.ts'
import { admins } from '../accounts/tables.ts'
import { backupFailedMail } from '../mails/backup-failed.ts'
import type { App } from '../platform/app.ts'
import { defineMailQueue } from '../mails/mail-queues.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { recordErasures } from '../privacy/record-erasures.ts'
import { makeBackup } from './make-backup.ts'

/** Receives a backup that failed in every attempt, even if its server was lost each time. */
export const backupFailures = defineQueue<object>('backups-failed')
export const backupsQueue = defineQueue<object>('backups', {
  retryLimit: 2,
  expireInSeconds: 20 * 3_600,
  heartbeatSeconds: 60,
  deadLetter: backupFailures,
})
export const backupMails = defineMailQueue<{ adminId: string }>('backup-mails', { retryLimit: 20 })

/** Enqueues a backup. */
export async function enqueueBackup(app: App): Promise<void> {
  await app.jobs.send(app.db, backupsQueue, {})
}

/** Makes a backup with the server's settings. Does nothing without BACKUP_DIR. */
export async function runBackup(app: App, signal?: AbortSignal): Promise<void> {
  const { backupDir: folder, backupKey: key, backupKeep: keep } = app.config
  if (folder === undefined) return
  const { url } = app.separate.slow
  const made = await makeBackup({ folder, key, keep, url, files: app.files, signal })
  await recordErasures(app)
  const { name, files } = made.manifest
  app.log.info({ backup: name, bytes: made.bytes, writtenBytes: made.writtenBytes }, 'a backup was made')
  if (files.missing.length > 0)
    app.log.error({ backup: name, missing: files.missing.length }, 'the backup lacks files that the store did not have')
}

const mayReadReport = isAdminAllowed(listJobQueues.who)

/** Enqueues an email to each admin who can see the jobs page. */
export async function mailFailure(app: App): Promise<void> {
  const recipients = await app.db.select({ id: admins.id }).from(admins).where(mayReadReport)
  for (const { id: adminId } of recipients) await app.jobs.send(app.db, backupMails, { adminId })
}

/** Tells one admin by email that the backup failed. */
export async function sendBackupMail(app: App, { adminId }: { adminId: string }): Promise<void> {
  const [admin] = await app.db
    .select({ email: admins.email })
    .from(admins)
    .where(and(eq(admins.id, adminId), mayReadReport))
  if (admin) await app.mailer.send({ to: admin.email, ...backupFailedMail({ publicUrl: app.config.publicUrl }) })
}
