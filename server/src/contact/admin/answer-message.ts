// An admin answers a contact message by email, once.
import type { ContactMessage } from '@baobab/contract/contact-admin.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import { contactAnswerMail } from '../../mails/contact-answer.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { defineQueue } from '../../platform/jobs/jobs.ts'
import { readSettings } from '../../settings/queries.ts'
import { contactMessages } from '../tables.ts'
import { findMessage, toContactMessage } from './queries.ts'

/** Jobs that mail an answer. */
export const contactAnswers = defineQueue<{ messageId: string }>('contact-answers', { retryLimit: 20 })

/** Stores an answer and queues the email. Safe to repeat with the same answer; a different answer is refused. */
export async function answerMessage(
  app: App,
  who: AdminUser,
  { messageId, answer }: { messageId: string; answer: string },
): Promise<ContactMessage> {
  return app.db.transaction(async (tx) => {
    const message = (await findMessage(tx, messageId)) ?? fail('not_found')
    const now = app.clock.now()
    const [answered] = await tx
      .update(contactMessages)
      .set({
        answer,
        answeredAt: now,
        answeredBy: who.id,
        readAt: sql`coalesce(${contactMessages.readAt}, ${now.toISOString()}::timestamptz)`,
      })
      .where(and(eq(contactMessages.id, message.id), isNull(contactMessages.answeredAt)))
      .returning()
    if (answered) {
      await writeAuditLine(app, tx, { adminId: who.id, action: 'message.answered', subject: answered.id })
      await app.jobs.send(tx, contactAnswers, { messageId: answered.id })
      return toContactMessage(tx, answered)
    }
    const earlier = (await findMessage(tx, messageId)) ?? fail('not_found')
    if (earlier.answer !== answer) fail('message_answered')
    return toContactMessage(tx, earlier)
  })
}

/** Mails the answer to a message, unless the message was erased in the meantime. */
export async function mailAnswer(app: App, messageId: string): Promise<void> {
  const row = await findMessage(app.db, messageId)
  if (!row?.answer) return
  const { supportEmail } = await readSettings(app, app.db)
  const mail = contactAnswerMail({ ...row, answer: row.answer, publicUrl: app.config.publicUrl })
  await app.mailer.send({ to: row.email, ...(supportEmail ? { replyTo: supportEmail } : {}), ...mail })
}
