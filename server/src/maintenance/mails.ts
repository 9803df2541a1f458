// Tells admins by email that maintenance was switched on, planned or switched off, whether by an admin or by the command.
import { listJobQueues } from '@baobab/contract/system/endpoints.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { isAdminAllowed } from '../accounts/queries.ts'
import { admins } from '../accounts/tables.ts'
import { maintenanceMail } from '../mails/maintenance.ts'
import type { App } from '../platform/app.ts'
import { defineMailQueue } from '../mails/mail-queues.ts'
import { maintenances } from './tables.ts'

type MailJob = { adminId: string; maintenanceId: string; isEnd: boolean }

export const maintenanceMails = defineMailQueue<MailJob>('maintenance-mails', { retryLimit: 20 })

const mayRead = isAdminAllowed(listJobQueues.who)

/** Enqueues the emails that are due, each once. */
export async function enqueueMaintenanceMails(app: App): Promise<void> {
  const { id, endedAt, beginMailedAt, endMailedAt } = maintenances
  const due = {
    begin: and(isNull(beginMailedAt)),
    end: and(isNotNull(endedAt), isNull(endMailedAt)),
  }
  for (const part of ['begin', 'end'] as const)
    await app.db.transaction(async (tx) => {
      const mailed = await tx
        .update(maintenances)
        .set({ [part === 'begin' ? 'beginMailedAt' : 'endMailedAt']: app.clock.now() })
        .where(due[part])
        .returning({ id })
      if (mailed.length === 0) return
      const recipients = await tx.select({ id: admins.id }).from(admins).where(mayRead)
      for (const { id: maintenanceId } of mailed)
        for (const { id: adminId } of recipients)
          await app.jobs.send(tx, maintenanceMails, { adminId, maintenanceId, isEnd: part === 'end' })
    })
}

/** Mails one admin. */
export async function sendMaintenanceMail(app: App, { adminId, maintenanceId, isEnd }: MailJob): Promise<void> {
  const [admin] = await app.db
    .select({ email: admins.email })
    .from(admins)
    .where(and(eq(admins.id, adminId), mayRead))
  const [maintenance] = await app.db.select().from(maintenances).where(eq(maintenances.id, maintenanceId))
  if (!admin || !maintenance) return
  const by = isEnd ? maintenance.endedBy : maintenance.createdBy
  const [actor] = by === null ? [] : await app.db.select().from(admins).where(eq(admins.id, by))
  const mail = maintenanceMail({
    ...maintenance,
    isEnd,
    by: actor?.username ?? null,
    publicUrl: app.config.publicUrl,
  })
  await app.mailer.send({ to: admin.email, ...mail })
}
