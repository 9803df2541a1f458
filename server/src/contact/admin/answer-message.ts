// An admin's answer goes out by mail, once. A lost reply sent again finds it answered in the same words, and mails nothing.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ContactMessage } from '@baobab/contract/contact.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import { contactAnswerMail } from '../../mails/contact-answer.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { defineQueue } from '../../platform/jobs/jobs.ts'
import { readSettings } from '../../settings/queries.ts'
import { contactMessage, findMessage } from '../queries.ts'
import { contactMessages } from '../tables.ts'

export const contactAnswers = defineQueue<{ messageId: string }>('contact-answers', { retryLimit: 20 })

/** Keeps an answer and sends it on its way. */
export async function answerMessage(
  app: App,
  admin: AdminUser,
  { messageId, answer }: { messageId: string; answer: string },
): Promise<ContactMessage> {
  return app.db.transaction(async (tx) => {
    const found = (await findMessage(tx, messageId)) ?? fail('not_found')
    const now = app.clock.now()
    const [row] = await tx
      .update(contactMessages)
      .set({
        answer,
        answeredAt: now,
        answeredBy: admin.id,
        readAt: sql`coalesce(${contactMessages.readAt}, ${now.toISOString()}::timestamptz)`,
      })
      .where(and(eq(contactMessages.id, found.id), isNull(contactMessages.answeredAt)))
      .returning()
    if (row) {
      await writeAuditLine(app, tx, { adminId: admin.id, action: 'message.answered', subject: row.id })
      await app.jobs.send(tx, contactAnswers, { messageId: row.id })
      return contactMessage(tx, row)
    }
    const earlier = (await findMessage(tx, messageId)) ?? fail('not_found')
    if (earlier.answer !== answer) fail('message_answered')
    return contactMessage(tx, earlier)
  })
}

/** Mails the answer of a message; one that was erased meanwhile is dropped. */
export async function sendAnswer(app: App, messageId: string): Promise<void> {
  const row = await findMessage(app.db, messageId)
  if (!row?.answer) return
  const { supportEmail } = await readSettings(app, app.db)
  const mail = contactAnswerMail({ ...row, answer: row.answer, publicUrl: app.config.publicUrl })
  await app.mailer.send({ to: row.email, ...(supportEmail ? { replyTo: supportEmail } : {}), ...mail })
}
