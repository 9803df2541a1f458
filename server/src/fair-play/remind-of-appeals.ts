// Reminds admins of appeals that are due soon. An unanswered appeal changes nothing by itself, so an admin has to act.
import { answerAppeal } from '@baobab/contract/fair-play/admin.ts'
import { and, count, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import { isAdminAllowed } from '../accounts/queries.ts'
import { admins, students } from '../accounts/tables.ts'
import { appealReminderMail } from '../mails/appeal-reminder.ts'
import type { App } from '../platform/app.ts'
import { defineMailQueue } from '../mails/mail-queues.ts'
import { countRemindersDue, REMIND_BEFORE_MS } from './rules.ts'
import { fairPlayAppeals } from './tables.ts'

export const appealReminders = defineMailQueue<{ appealId: string; adminId: string }>('appeal-reminders', {
  retryLimit: 20,
})

const isOpenAppeal = and(isNull(fairPlayAppeals.answeredAt), isNotNull(students.heldAt))

const mayAnswer = isAdminAllowed(answerAppeal.who)

/** Returns the number of appeals waiting for an answer. */
export async function countOpenAppeals(app: App): Promise<number> {
  const [row] = await app.db
    .select({ open: count() })
    .from(fairPlayAppeals)
    .innerJoin(students, eq(students.id, fairPlayAppeals.studentId))
    .where(isOpenAppeal)
  return row?.open ?? 0
}

/** Sends the reminders that are due, each once to every admin who may answer. */
export async function remindOfAppeals(app: App): Promise<void> {
  const now = app.clock.now()
  const soon = new Date(now.getTime() + REMIND_BEFORE_MS[0])
  await app.db.transaction(async (tx) => {
    const rows = await tx
      .select({ appeal: fairPlayAppeals })
      .from(fairPlayAppeals)
      .innerJoin(students, eq(students.id, fairPlayAppeals.studentId))
      .where(and(isOpenAppeal, lte(fairPlayAppeals.dueAt, soon)))
      .for('update', { of: fairPlayAppeals })
    const recipients = await tx.select({ id: admins.id }).from(admins).where(mayAnswer)
    for (const { appeal } of rows) {
      const reminders = countRemindersDue(appeal.dueAt, now)
      if (reminders <= appeal.reminders) continue
      await tx.update(fairPlayAppeals).set({ reminders }).where(eq(fairPlayAppeals.id, appeal.id))
      for (const { id: adminId } of recipients)
        await app.jobs.send(tx, appealReminders, { appealId: appeal.id, adminId })
    }
  })
}

const formatDue = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** Mails the reminder to one admin, unless the appeal has been answered. */
export async function sendAppealReminder(
  app: App,
  { appealId, adminId }: { appealId: string; adminId: string },
): Promise<void> {
  const [appeal] = await app.db
    .select()
    .from(fairPlayAppeals)
    .where(and(eq(fairPlayAppeals.id, appealId), isNull(fairPlayAppeals.answeredAt)))
  const [admin] = await app.db
    .select({ email: admins.email })
    .from(admins)
    .where(and(eq(admins.id, adminId), mayAnswer))
  if (!appeal || !admin) return
  const mail = appealReminderMail({ dueAt: formatDue.format(appeal.dueAt), publicUrl: app.config.publicUrl })
  await app.mailer.send({ to: admin.email, ...mail })
}
