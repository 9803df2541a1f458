// The answers and replies that follow a message. Servers of the previous release know only one answer, the one in the message's
// columns. So an answer is written to both places, and one that is only in the columns counts as a reply.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { MessageReply } from '@baobab/contract/contact/conversation.ts'
import { admins } from '../accounts/tables.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { contactReplies, type ContactMessageRow, type ContactReplyRow } from './tables.ts'

/** Empties the columns of a message's answer, so that servers of the previous release can answer it again. */
export const withoutAnswer = {
  answer: null,
  answeredAt: null,
  answeredBy: null,
  mailedAt: null,
  mailFailedAt: null,
  mailFailure: null,
}

/** Whether this is the answer in the message's columns. */
export const isColumnAnswer = (row: ContactMessageRow, { direction, createdAt }: ContactReplyRow) =>
  direction === 'out' && row.answeredAt?.getTime() === createdAt.getTime()

/** Returns the answer in a message's columns as a reply; undefined if there is none. */
function toColumnReply(row: ContactMessageRow) {
  const { answer, answeredAt, answeredBy, mailedAt, mailFailedAt, mailFailure } = row
  if (answer === null || answeredAt === null) return undefined
  const sent = { adminId: answeredBy, mailedAt, mailFailedAt, mailFailure }
  return { messageId: row.id, direction: 'out' as const, text: answer, createdAt: answeredAt, ...sent }
}

/** Returns the message columns for the answer that we gave at a time; undefined if it has been taken back. */
export async function findColumnsOf(tx: Tx, messageId: string, answeredAt: Date) {
  const isThis = and(
    eq(contactReplies.messageId, messageId),
    eq(contactReplies.direction, 'out'),
    eq(contactReplies.createdAt, answeredAt),
  )
  const [row] = await tx.select().from(contactReplies).where(isThis)
  if (!row) return undefined
  const { text: answer, adminId: answeredBy, mailedAt, mailFailedAt, mailFailure } = row
  return { answer, answeredAt, answeredBy, mailedAt, mailFailedAt, mailFailure }
}

/** Copies the answer in a message's columns to a reply, before the columns change. The caller has locked the message. */
export async function keepColumnAnswer(tx: Tx, row: ContactMessageRow): Promise<void> {
  const answer = toColumnReply(row)
  if (!answer) return
  const isKnown = and(
    eq(contactReplies.messageId, row.id),
    eq(contactReplies.direction, 'out'),
    eq(contactReplies.createdAt, answer.createdAt),
  )
  if ((await tx.$count(contactReplies, isKnown)) === 0) await tx.insert(contactReplies).values(answer)
}

/** Returns all answers and replies to a message, oldest first. */
export async function listReplies(db: Db | Tx, row: ContactMessageRow): Promise<MessageReply[]> {
  const rows = await db
    .select({ reply: contactReplies, admin: admins.username })
    .from(contactReplies)
    .leftJoin(admins, eq(admins.id, contactReplies.adminId))
    .where(eq(contactReplies.messageId, row.id))
    .orderBy(asc(contactReplies.createdAt), asc(contactReplies.id))
  const replies = rows.map(({ reply, admin }) => toMessageReply(reply, admin))
  const answer = toColumnReply(row)
  if (!answer || rows.some(({ reply }) => isColumnAnswer(row, reply))) return replies
  const stored = { id: row.id, requestKey: null, mailAfter: null, before: null, mailId: null, otherEmail: null }
  const [admin] = row.answeredBy
    ? await db.select({ username: admins.username }).from(admins).where(eq(admins.id, row.answeredBy))
    : []
  return [...replies, toMessageReply({ ...answer, ...stored, attachments: 0, isCut: false }, admin?.username ?? null)]
}

function toMessageReply(row: ContactReplyRow, admin: string | null): MessageReply {
  const { mailedAt, mailAfter } = row
  return {
    _id: row.id,
    direction: row.direction,
    text: row.text,
    admin,
    createdAt: row.createdAt.toISOString(),
    ...toMailState(row),
    takeBackUntil: (!mailedAt && mailAfter?.toISOString()) || null,
    otherEmail: row.otherEmail,
    attachments: row.attachments,
    isCut: row.isCut,
  }
}

/** Returns the delivery state of the mail with an answer. */
function toMailState(row: ContactReplyRow): Pick<MessageReply, 'mailState' | 'mailFailure'> {
  const { direction, requestKey, mailedAt, mailFailedAt, mailFailure } = row
  if (direction === 'in') return { mailState: null, mailFailure: null }
  if (mailedAt) return { mailState: 'sent', mailFailure: null }
  if (mailFailedAt)
    return { mailState: 'failed', mailFailure: { at: mailFailedAt.toISOString(), reason: mailFailure ?? '' } }
  // Early releases did not note when they mailed an answer, and stored no key.
  return { mailState: requestKey === null ? null : 'waiting', mailFailure: null }
}

/** Selects the text of the visitor's newest reply by mail, for a query of messages whose id is `messageId`. */
export const selectNewestReply = (messageId: unknown) => sql<string | null>`(
  select ${contactReplies.text} from ${contactReplies}
  where ${contactReplies.messageId} = ${messageId} and ${contactReplies.direction} = 'in'
  order by ${contactReplies.createdAt} desc limit 1)`
