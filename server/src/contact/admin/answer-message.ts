// Lets an admin answer a contact message by email, as often as needed.
import type { MessageAnswer } from '@baobab/contract/contact/conversation.ts'
import type { ContactMessage } from '@baobab/contract/contact/endpoints.ts'
import { ANSWER_TAKE_BACK_SECONDS, contactAdminText } from '@baobab/contract/contact/text.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { output } from 'zod/mini'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import { isId, type Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { findColumnsOf, keepColumnAnswer, withoutAnswer } from '../replies.ts'
import {
  contactMessages,
  contactReplies,
  type ContactMessageRow,
  type ContactReplyRow,
  type StateBeforeAnswer,
} from '../tables.ts'
import { contactAnswers } from './mail-answers.ts'
import { toContactMessage } from './queries.ts'

type Answer = output<typeof MessageAnswer> & { messageId: string }

/** Locks a message until the transaction ends, so that a visitor's reply and admins' changes run one at a time. */
export async function lockMessage(tx: Tx, messageId: string): Promise<ContactMessageRow> {
  if (!isId(messageId)) fail('not_found')
  const [row] = await tx.select().from(contactMessages).where(eq(contactMessages.id, messageId)).for('update')
  return row ?? fail('not_found')
}

export type Seen = {
  /** The time of the newest reply that the admin has read; null if there was none, undefined if the caller does not say. */
  seenReplyAt?: string | null | undefined
  /** When the newest message or reply in the admin's list was written. */
  seenUpTo?: string | undefined
}

/** Refuses a change if the visitor has written since the admin read the message or the list. */
export function requireSeen({ createdAt, repliedAt }: ContactMessageRow, { seenReplyAt, seenUpTo }: Seen): void {
  if (seenReplyAt !== undefined && seenReplyAt !== (repliedAt?.toISOString() ?? null)) fail('message_replied')
  if (seenUpTo !== undefined && (repliedAt ?? createdAt) > new Date(seenUpTo))
    fail('message_replied', { message: contactAdminText.writtenSince })
}

/** Stores an answer and queues the email. The same request sent again changes nothing. */
export async function answerMessage(app: App, who: AdminUser, input: Answer): Promise<ContactMessage> {
  const { messageId, answer, key, closes, takeBack, seenReplyAt } = input
  return app.db.transaction(async (tx) => {
    const message = await lockMessage(tx, messageId)
    const earlier = await findByKey(tx, messageId, key)
    if (earlier && earlier.text !== answer) fail('answer_key_used')
    if (earlier) return toContactMessage(app, tx, message)
    requireSeen(message, { seenReplyAt })
    await keepColumnAnswer(tx, message)
    const now = app.clock.now()
    const wait = takeBack ? ANSWER_TAKE_BACK_SECONDS : 0
    const [reply] = await tx
      .insert(contactReplies)
      .values({
        messageId,
        direction: 'out',
        text: answer,
        createdAt: now,
        adminId: who.id,
        requestKey: key,
        mailAfter: wait ? new Date(now.getTime() + wait * 1_000) : null,
        before: wait ? toState(message) : null,
      })
      .returning()
    const [answered] = await tx
      .update(contactMessages)
      .set({
        ...withoutAnswer,
        answer,
        answeredAt: now,
        answeredBy: who.id,
        closedAt: closes ? now : null,
        // An answered message needs no reminder.
        followUpOn: null,
        readAt: sql`coalesce(${contactMessages.readAt}, ${now.toISOString()}::timestamptz)`,
      })
      .where(eq(contactMessages.id, messageId))
      .returning()
    if (!reply || !answered) throw new Error('the answer was not stored')
    await writeAuditLine(app, tx, { adminId: who.id, action: 'message.answered', subject: messageId })
    await app.jobs.send(tx, contactAnswers, { messageId, replyId: reply.id }, wait)
    return toContactMessage(app, tx, answered)
  })
}

async function findByKey(tx: Tx, messageId: string, key: string): Promise<ContactReplyRow | undefined> {
  const [row] = await tx
    .select()
    .from(contactReplies)
    .where(and(eq(contactReplies.messageId, messageId), eq(contactReplies.requestKey, key)))
  return row
}

const toState = ({ answeredAt, closedAt, followUpOn, readAt }: ContactMessageRow): StateBeforeAnswer => ({
  answeredAt: answeredAt?.toISOString() ?? null,
  closedAt: closedAt?.toISOString() ?? null,
  followUpOn,
  readAt: readAt?.toISOString() ?? null,
})

/**
 * Returns the message columns that an answer changed, with their earlier values. Leaves out columns that have changed since then:
 * the visitor may have replied, or an admin may have chosen another day.
 */
async function undoAnswer(tx: Tx, message: ContactMessageRow, { createdAt, before }: ContactReplyRow) {
  const isAt = (time: Date | null) => time?.getTime() === createdAt.getTime()
  const toDate = (time: string | null | undefined) => (time ? new Date(time) : null)
  const answeredAt = toDate(before?.answeredAt)
  const isNewest = isAt(message.answeredAt)
  const earlier = answeredAt && (await findColumnsOf(tx, message.id, answeredAt))
  return {
    ...(isNewest && { ...withoutAnswer, ...earlier }),
    ...(isNewest && (message.closedAt === null || isAt(message.closedAt)) && { closedAt: toDate(before?.closedAt) }),
    ...((isNewest || !message.answeredAt) && !message.followUpOn && { followUpOn: before?.followUpOn ?? null }),
    // A later answer stays, so the message stays read: since that answer, so that taking it back too restores what was before.
    ...(before &&
      isAt(message.readAt) && { readAt: isNewest || !message.answeredAt ? toDate(before.readAt) : message.answeredAt }),
  }
}

/** When an answer is taken back, lets the next one restore the state from before both. */
async function passOnBefore(tx: Tx, { messageId, createdAt, before }: ContactReplyRow): Promise<void> {
  const isNext = and(
    eq(contactReplies.messageId, messageId),
    sql`${contactReplies.before} ->> 'answeredAt' = ${createdAt.toISOString()}`,
  )
  await tx.update(contactReplies).set({ before }).where(isNext)
}

/** Deletes an answer that is still waiting to be mailed, and returns its text. The message is then as it was before. */
export async function takeBackAnswer(
  app: App,
  who: AdminUser,
  { messageId, replyId }: { messageId: string; replyId: string },
): Promise<{ answer: string; contactMessage: ContactMessage }> {
  if (!isId(replyId)) fail('not_found')
  return app.db.transaction(async (tx) => {
    const answered = await lockMessage(tx, messageId)
    const isThis = and(
      eq(contactReplies.id, replyId),
      eq(contactReplies.messageId, messageId),
      eq(contactReplies.direction, 'out'),
    )
    const [reply] = await tx.select().from(contactReplies).where(isThis).for('update')
    if (!reply) fail('not_found')
    if (!reply.mailAfter || reply.mailAfter <= app.clock.now() || reply.mailedAt) fail('answer_sent')
    await tx.delete(contactReplies).where(isThis)
    await passOnBefore(tx, reply)
    const undone = await undoAnswer(tx, answered, reply)
    if (Object.keys(undone).length > 0)
      await tx.update(contactMessages).set(undone).where(eq(contactMessages.id, messageId))
    await writeAuditLine(app, tx, { adminId: who.id, action: 'message.taken_back', subject: messageId })
    return { answer: reply.text, contactMessage: await toContactMessage(app, tx, { ...answered, ...undone }) }
  })
}

/** Queues the failed emails of a message's answers again. */
export async function mailAnswerAgain(app: App, who: AdminUser, messageId: string): Promise<ContactMessage> {
  return app.db.transaction(async (tx) => {
    const row = await lockMessage(tx, messageId)
    await keepColumnAnswer(tx, row)
    const failed = await tx
      .select({ id: contactReplies.id })
      .from(contactReplies)
      .where(
        and(
          eq(contactReplies.messageId, messageId),
          sql`${contactReplies.mailFailedAt} is not null and ${contactReplies.mailedAt} is null`,
        ),
      )
    if (failed.length === 0) fail('answer_not_failed')
    for (const { id } of failed) await app.jobs.send(tx, contactAnswers, { messageId, replyId: id })
    await writeAuditLine(app, tx, { adminId: who.id, action: 'message.mailed_again', subject: row.id })
    return toContactMessage(app, tx, row)
  })
}
