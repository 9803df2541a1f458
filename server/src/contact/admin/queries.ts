// Queries for the admins' inbox of contact messages.
import {
  answerMessage,
  type ContactMessage,
  type listMessages as endpoint,
  type MessageFilter,
  type MessageNote,
  type MessageSelection,
  type MessageSummary,
  type MessageWriter,
} from '@baobab/contract/contact/endpoints.ts'
import type { MessageState } from '@baobab/contract/contact/conversation.ts'
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { and, asc, desc, eq, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import { isAdminAllowed } from '../../accounts/queries.ts'
import { findStudentByEmail } from '../../accounts/queries.ts'
import { admins } from '../../accounts/tables.ts'
import { hasAccess } from '../../payments/queries.ts'
import { payments } from '../../payments/tables.ts'
import type { App } from '../../platform/app.ts'
import { containsSearchByIndex } from '../../platform/database/compare-texts.ts'
import { isId, type Db, type Tx } from '../../platform/database/database.ts'
import { decodeCursor, toPage } from '../../platform/database/pagination.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { readSettings } from '../../settings/queries.ts'
import { lastWrittenAt } from '../delete-old-messages.ts'
import { listReplies, selectNewestReply } from '../replies.ts'
import { listNewestQuizzes } from '../../quiz/list-newest-quizzes.ts'
import { contactMessages, contactNotes, type ContactMessageRow } from '../tables.ts'

/** The length of the inbox excerpt, in characters. */
const EXCERPT_LENGTH = 160

/** The condition that selects the `admins` who may be assigned messages. */
export const mayAnswer = isAdminAllowed(answerMessage.who)

const isOpen = sql`${contactMessages.answeredAt} is null and ${contactMessages.closedAt} is null`

/** Returns the state of a message. The filters below are the same rule in SQL. */
function toState({ answeredAt, closedAt }: ContactMessageRow): MessageState {
  if (closedAt) return 'closed'
  return answeredAt ? 'waiting' : 'open'
}

/** Returns the SQL condition for an admin's filter. */
function toCondition(app: Pick<App, 'clock'>, who: Pick<AdminUser, 'id'>, filter: MessageFilter): SQL | undefined {
  const { answeredAt, assignedTo, closedAt, followUpOn } = contactMessages
  const conditions = {
    all: undefined,
    open: isOpen,
    waiting: and(isNotNull(answeredAt), isNull(closedAt)),
    closed: isNotNull(closedAt),
    unread: isNull(contactMessages.readAt),
    mine: and(eq(assignedTo, who.id), isOpen),
    due: lte(followUpOn, lagosDate(app.clock.now())),
    answered: or(isNotNull(answeredAt), isNotNull(closedAt)),
  }
  return conditions[filter]
}

/** Returns the SQL condition that a message's name, email address or text contains a search, compared in the index's form. */
function contains(search: string): SQL {
  const { firstName, lastName, email, message } = contactMessages
  return containsSearchByIndex(sql`${firstName} || ' ' || ${lastName} || ' ' || ${email} || ' ' || ${message}`, search)
}

/** Returns the SQL condition that a message matches an admin's selection. */
function matches(
  app: Pick<App, 'clock'>,
  who: Pick<AdminUser, 'id'>,
  { show, search }: MessageSelection,
): SQL | undefined {
  return and(toCondition(app, who, show), search ? contains(search) : undefined)
}

/** Selects the ids of all messages in an admin's selection. */
export function selectMessageIds(
  app: Pick<App, 'clock'>,
  who: Pick<AdminUser, 'id'>,
  selection: MessageSelection,
): SQL {
  return sql`select ${contactMessages.id} from ${contactMessages} where ${matches(app, who, selection) ?? sql`true`}`
}

/** Returns one page of the inbox. The message whose visitor wrote most recently comes first. */
export async function listMessages(
  app: App,
  who: AdminUser,
  { limit, cursor, ...selection }: ParsedOf<typeof endpoint>['query'],
): Promise<{ messages: MessageSummary[]; nextCursor: string | null }> {
  const { id } = contactMessages
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await app.db
    .select({ message: contactMessages, assignee: admins.username, reply: selectNewestReply(id) })
    .from(contactMessages)
    // A message is unassigned if its admin was removed or has other roles.
    .leftJoin(admins, and(eq(admins.id, contactMessages.assignedTo), mayAnswer))
    .where(
      and(
        matches(app, who, selection),
        after && sql`(${lastWrittenAt}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(lastWrittenAt), desc(id))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ message }) => ({
    at: message.repliedAt ?? message.createdAt,
    id: message.id,
  }))
  return { messages: page.map(toMessageSummary), nextCursor }
}

/** Returns the number of messages that need our answer. */
export function countOpenMessages({ db }: Pick<App, 'db'>): Promise<number> {
  return db.$count(contactMessages, isOpen)
}

export async function findMessage(db: Db | Tx, id: string): Promise<ContactMessageRow | undefined> {
  if (!isId(id)) return undefined
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id))
  return row
}

/** Returns a message with its answers and replies, the admins' names, its notes, and the student who has its email address. */
export async function toContactMessage(app: App, db: Db | Tx, row: ContactMessageRow): Promise<ContactMessage> {
  return {
    ...toHeader(row, await findUsername(db, row.assignedTo, mayAnswer)),
    message: row.message,
    replies: await listReplies(db, row),
    repliesElsewhere: app.inboundMail ? null : ((await readSettings(app, db)).supportEmail ?? ''),
    notes: await listNotes(db, row.id),
    writer: await findWriter(db, row.email),
  }
}

async function findUsername(db: Db | Tx, id: string | null, condition: SQL | undefined): Promise<string | null> {
  if (id === null) return null
  const [admin] = await db
    .select({ username: admins.username })
    .from(admins)
    .where(and(eq(admins.id, id), condition))
  return admin?.username ?? null
}

async function listNotes(db: Db | Tx, messageId: string): Promise<MessageNote[]> {
  const rows = await db
    .select({ note: contactNotes, admin: admins.username })
    .from(contactNotes)
    .innerJoin(admins, eq(admins.id, contactNotes.adminId))
    .where(eq(contactNotes.messageId, messageId))
    .orderBy(asc(contactNotes.createdAt), asc(contactNotes.id))
  return rows.map(({ note, admin }) => ({
    _id: note.id,
    admin,
    text: note.text,
    createdAt: note.createdAt.toISOString(),
  }))
}

async function findWriter(db: Db | Tx, email: string): Promise<MessageWriter | null> {
  const student = await findStudentByEmail(db, email)
  if (!student || student.erasedAt) return null
  return {
    username: student.username,
    hasPaid: await hasAccess(db, student.id),
    emailBounced: student.emailBouncedAt !== null,
    payments: await db.$count(payments, eq(payments.studentId, student.id)),
    quizzes: await listNewestQuizzes(db, student.id),
  }
}

type Listed = {
  message: ContactMessageRow
  assignee: string | null
  /** The visitor's newest reply. */ reply: string | null
}

function toMessageSummary({ message, assignee, reply }: Listed): MessageSummary {
  return {
    ...toHeader(message, assignee),
    excerpt: (reply || message.message).slice(0, EXCERPT_LENGTH).replace(/\s+/g, ' '),
  }
}

function toHeader(row: ContactMessageRow, assignedTo: string | null) {
  return {
    _id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    createdAt: row.createdAt.toISOString(),
    isRead: row.readAt !== null,
    state: toState(row),
    repliedAt: row.repliedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    assignedTo,
    followUpOn: row.followUpOn,
  }
}
