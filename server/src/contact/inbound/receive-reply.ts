// Stores a visitor's reply by mail in the conversation that its address names.
import { and, eq, gt, sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { keepColumnAnswer, withoutAnswer } from '../replies.ts'
import { contactMessages, contactReplies } from '../tables.ts'
import { parseMail, type IncomingMail } from './parse-mail.ts'
import { readReplyToken } from './reply-address.ts'

/** The maximum number of replies to one message in a day. */
const REPLIES_PER_DAY = 30
const DAY_MS = 86_400_000

type DropReason = 'automatic' | 'unknown token' | 'too many'

/**
 * Receives a mail. One that belongs to no conversation is dropped without a failure, so that the provider does not send it again,
 * and nobody can learn which messages exist.
 */
export async function receiveReply(app: App, body: unknown): Promise<void> {
  const mail = parseMail(body) ?? fail('bad_request')
  const messageId = readReplyToken(app.keys.links, mail.token)
  const dropped = await storeReply(app, messageId, mail)
  if (dropped) app.log.warn({ reason: dropped }, 'an incoming mail was dropped')
}

async function storeReply(
  app: App,
  messageId: string | undefined,
  mail: IncomingMail,
): Promise<DropReason | undefined> {
  if (!messageId) return 'unknown token'
  if (mail.isAutomatic) return 'automatic'
  return app.db.transaction(async (tx) => {
    const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, messageId)).for('update')
    // The message has been deleted.
    if (!message) return 'unknown token'
    // Checked before the limit, because the provider sends a mail again until it gets a reply.
    const isSame = and(eq(contactReplies.messageId, messageId), eq(contactReplies.mailId, mail.mailId))
    if ((await tx.$count(contactReplies, isSame)) > 0) return undefined
    if (await hasTooMany(app, tx, messageId)) return 'too many'
    await keepColumnAnswer(tx, message)
    const now = app.clock.now()
    await tx.insert(contactReplies).values({
      messageId,
      direction: 'in',
      text: mail.text,
      createdAt: now,
      mailId: mail.mailId,
      otherEmail: mail.from === message.email.toLowerCase() ? null : mail.from,
      attachments: mail.attachments,
      isCut: mail.isCut,
    })
    const opened = { ...withoutAnswer, closedAt: null, readAt: null, repliedAt: now }
    await tx.update(contactMessages).set(opened).where(eq(contactMessages.id, messageId))
    return undefined
  })
}

async function hasTooMany(app: App, tx: Tx, messageId: string): Promise<boolean> {
  const since = new Date(app.clock.now().getTime() - DAY_MS)
  const isRecent = and(
    eq(contactReplies.messageId, messageId),
    sql`${contactReplies.direction} = 'in'`,
    gt(contactReplies.createdAt, since),
  )
  return (await tx.$count(contactReplies, isRecent)) >= REPLIES_PER_DAY
}
