// Mails admins' answers to contact messages.
import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { contactAnswerMail } from '../../mails/contact-answer.ts'
import { defineMailQueue } from '../../mails/mail-queues.ts'
import type { App } from '../../platform/app.ts'
import { isId } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { redactText } from '../../platform/log.ts'
import type { Mail } from '../../platform/mailer.ts'
import { readSettings } from '../../settings/queries.ts'
import { createReplyAddress } from '../inbound/reply-address.ts'
import { isColumnAnswer, keepColumnAnswer } from '../replies.ts'
import { contactMessages, contactReplies, type ContactMessageRow, type ContactReplyRow } from '../tables.ts'
import { findMessage } from './queries.ts'

/** The maximum length of a stored reason, in characters. */
const REASON_MAX = 300

/** A job that mails an answer. Those of the previous release name only the message. */
type AnswerJob = { messageId: string; replyId?: string }

export const contactAnswers = defineMailQueue<AnswerJob>('contact-answers', { retryLimit: 20 })

/** What the visitor wrote last before a time, which the answer quotes. */
async function findQuote(app: App, row: ContactMessageRow, before: Date): Promise<{ createdAt: Date; text: string }> {
  const [reply] = await app.db
    .select()
    .from(contactReplies)
    .where(
      and(
        eq(contactReplies.messageId, row.id),
        eq(contactReplies.direction, 'in'),
        lt(contactReplies.createdAt, before),
      ),
    )
    .orderBy(desc(contactReplies.createdAt))
    .limit(1)
  return reply ?? { createdAt: row.createdAt, text: row.message }
}

/** Returns the mail for an answer to a message, sent or previewed. */
async function writeMail(app: App, row: ContactMessageRow, answer: { text: string; createdAt: Date }): Promise<Mail> {
  const { supportEmail } = await readSettings(app, app.db)
  const replyTo = app.inboundMail
    ? createReplyAddress(app.keys.links, app.inboundMail.replyTo, row.id)
    : (supportEmail ?? undefined)
  const mail = contactAnswerMail({
    firstName: row.firstName,
    answer: answer.text,
    quote: await findQuote(app, row, answer.createdAt),
    canReply: replyTo !== undefined,
    publicUrl: app.config.publicUrl,
  })
  return { to: row.email, ...(replyTo ? { replyTo } : {}), ...mail }
}

/** Returns the text of the mail with an answer. */
export async function previewAnswer(
  app: App,
  { messageId, answer }: { messageId: string; answer: string },
): Promise<Pick<Mail, 'to' | 'subject' | 'text'>> {
  const row = (await findMessage(app.db, messageId)) ?? fail('not_found')
  const { to, subject, text } = await writeMail(app, row, { text: answer, createdAt: app.clock.now() })
  return { to, subject, text }
}

type Unsent = { row: ContactMessageRow; reply: ContactReplyRow }

/** Returns the answers of a job that are not mailed yet. One without a reply was queued by a server of the previous release. */
async function findUnsent(app: App, { messageId, replyId }: AnswerJob): Promise<Unsent[]> {
  if (!isId(messageId)) return []
  const isInJob = replyId ? eq(contactReplies.id, replyId) : isNull(contactReplies.requestKey)
  return app.db.transaction(async (tx) => {
    // Waits while an answer is being taken back, which deletes it.
    const [row] = await tx.select().from(contactMessages).where(eq(contactMessages.id, messageId)).for('update')
    if (!row) return []
    await keepColumnAnswer(tx, row)
    const replies = await tx
      .select()
      .from(contactReplies)
      .where(
        and(
          eq(contactReplies.messageId, messageId),
          eq(contactReplies.direction, 'out'),
          isNull(contactReplies.mailedAt),
          isInJob,
        ),
      )
    // A server of the previous release may have mailed it, which it notes only in the message's columns.
    return replies.filter((reply) => !(isColumnAnswer(row, reply) && row.mailedAt)).map((reply) => ({ row, reply }))
  })
}

/** Mails the answer of a job, unless it is erased, taken back or mailed already. */
export async function mailAnswer(app: App, job: AnswerJob): Promise<void> {
  for (const { row, reply } of await findUnsent(app, job)) {
    const waitMs = (reply.mailAfter?.getTime() ?? 0) - app.clock.now().getTime()
    if (waitMs > 0) await app.jobs.send(app.db, contactAnswers, job, Math.ceil(waitMs / 1_000))
    else await mailReply(app, row, reply)
  }
}

/** Stores a failure, so that admins see it, and rethrows it, so that the job is retried. */
async function mailReply(app: App, row: ContactMessageRow, reply: ContactReplyRow): Promise<void> {
  try {
    await app.mailer.send(await writeMail(app, row, reply))
  } catch (error) {
    const mailFailure = redactText(error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX)
    await store({ mailFailedAt: app.clock.now(), mailFailure })
    throw error
  }
  await store({ mailedAt: app.clock.now(), mailFailedAt: null, mailFailure: null })

  async function store(set: Pick<Partial<ContactReplyRow>, 'mailedAt' | 'mailFailedAt' | 'mailFailure'>) {
    await app.db.update(contactReplies).set(set).where(eq(contactReplies.id, reply.id))
    // Also in the columns, where servers of the previous release see that they need not mail it.
    const isInColumns = and(eq(contactMessages.id, row.id), eq(contactMessages.answeredAt, reply.createdAt))
    await app.db.update(contactMessages).set(set).where(isInColumns)
  }
}
