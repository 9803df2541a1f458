// Checks the whole database in a job and tells admins if something is broken: the job fails with the broken rows as its reason, and
// those who may see the jobs page get a mail.
import { commandName } from '../platform/command-name.ts'
import { listJobQueues } from '@baobab/contract/system/endpoints.ts'
import { and, eq } from 'drizzle-orm'
import { isAdminAllowed } from '../accounts/queries.ts'
import { admins } from '../accounts/tables.ts'
import { verificationMail } from '../mails/verification.ts'
import type { App } from '../platform/app.ts'
import { defineMailQueue } from '../mails/mail-queues.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { verifyDatabase, type Found } from './verify-database.ts'

/**
 * Not retried: broken rows stay broken, and each attempt reads everything. A server that stops hands the job over, and the next
 * night has its own job.
 */
export const verifications = defineQueue<object>('verifications', {
  retryLimit: 0,
  expireInSeconds: 6 * 3_600,
  heartbeatSeconds: 60,
})
export const verificationMails = defineMailQueue<{ adminId: string; brokenCount: number }>('verification-mails', {
  retryLimit: 20,
})

/** How many rows the failed job's reason names. The command names all. */
const MAX_NAMED = 20

/** The database or a file breaks an invariant. */
class BrokenRowsError extends Error {
  override name = 'BrokenRows'
}

/** Enqueues a check of the whole database. */
export async function enqueueVerification(app: App): Promise<void> {
  await app.jobs.send(app.db, verifications, {})
}

/** Returns a line for each of these rows. */
export const formatFound = ({ check, row, reason }: Found): string => `${check}: ${row}: ${reason}`

/** Checks everything. Throws if something is broken, after queuing mails to the admins. */
export async function verifyAndReport(app: App, signal: AbortSignal): Promise<void> {
  const named: string[] = []
  let brokenCount = 0
  const { files, features } = app
  for await (const found of verifyDatabase({ pool: app.separate.slow.pool, files, features, signal })) {
    brokenCount += 1
    if (named.length < MAX_NAMED) named.push(formatFound(found))
  }
  if (brokenCount === 0) return
  const recipients = await app.db.select({ id: admins.id }).from(admins).where(mayReadReport)
  for (const { id: adminId } of recipients) await app.jobs.send(app.db, verificationMails, { adminId, brokenCount })
  const more =
    brokenCount > named.length ? `\nand ${brokenCount - named.length} more: run ${commandName('verify')}` : ''
  throw new BrokenRowsError(`${named.join('\n')}${more}`)
}

const mayReadReport = isAdminAllowed(listJobQueues.who)

/** Mails one admin that something is broken. */
export async function sendVerificationMail(
  app: App,
  { adminId, brokenCount }: { adminId: string; brokenCount: number },
): Promise<void> {
  const [admin] = await app.db
    .select({ email: admins.email })
    .from(admins)
    .where(and(eq(admins.id, adminId), mayReadReport))
  if (!admin) return
  await app.mailer.send({ to: admin.email, ...verificationMail({ brokenCount, publicUrl: app.config.publicUrl }) })
}
