// Lets an admin answer a contact message by email, once.
import type { ContactMessage } from '@baobab/contract/contact/endpoints.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import { contactAnswerMail } from '../../mails/contact-answer.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { defineMailQueue } from '../../mails/mail-queues.ts'
import { redactText } from '../../platform/log.ts'
import type { Mail } from '../../platform/mailer.ts'
import { readSettings } from '../../settings/queries.ts'
import { contactMessages, type ContactMessageRow } from '../tables.ts'
import { findMessage, toContactMessage } from './queries.ts'

/** The maximum length of a stored reason, in characters. */
const REASON_MAX = 300

/** Jobs that mail an answer. */
export const contactAnswers = defineMailQueue<{ messageId: string }>('contact-answers', { retryLimit: 20 })

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
        // It is done, so no reminder is needed.
        followUpOn: null,
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

/** Returns the mail for an answer to a message, sent or previewed. */
async function writeMail(app: App, row: ContactMessageRow, answer: string): Promise<Mail> {
  const { supportEmail } = await readSettings(app, app.db)
  const mail = contactAnswerMail({ ...row, answer, publicUrl: app.config.publicUrl })
  return { to: row.email, ...(supportEmail ? { replyTo: supportEmail } : {}), ...mail }
}

/** Returns the text of the mail with an answer. */
export async function previewAnswer(
  app: App,
  { messageId, answer }: { messageId: string; answer: string },
): Promise<Pick<Mail, 'to' | 'subject' | 'text'>> {
  const row = (await findMessage(app.db, messageId)) ?? fail('not_found')
  const { to, subject, text } = await writeMail(app, row, answer)
  return { to, subject, text }
}

/**
 * Mails the answer to a message, unless the message has been erased or the mail already sent. Stores a failure, so that admins
 * see it, and rethrows it, so that the job is retried.
 */
export async function mailAnswer(app: App, messageId: string): Promise<void> {
  const row = await findMessage(app.db, messageId)
  if (!row?.answer || row.mailedAt) return
  try {
    await app.mailer.send(await writeMail(app, row, row.answer))
  } catch (error) {
    const mailFailure = redactText(error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX)
    await store({ mailFailedAt: app.clock.now(), mailFailure })
    throw error
  }
  await store({ mailedAt: app.clock.now(), mailFailedAt: null, mailFailure: null })

  async function store(set: Partial<ContactMessageRow>) {
    await app.db.update(contactMessages).set(set).where(eq(contactMessages.id, messageId))
  }
}

/** Queues the mail of an answer again after it failed. */
export async function mailAnswerAgain(app: App, who: AdminUser, messageId: string): Promise<ContactMessage> {
  return app.db.transaction(async (tx) => {
    const row = (await findMessage(tx, messageId)) ?? fail('not_found')
    if (!row.mailFailedAt) fail('answer_not_failed')
    await app.jobs.send(tx, contactAnswers, { messageId })
    await writeAuditLine(app, tx, { adminId: who.id, action: 'message.mailed_again', subject: row.id })
    return toContactMessage(tx, row)
  })
}
