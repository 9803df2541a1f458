// Queries for the admins' inbox of contact messages.
import type { ContactMessage, listMessages as endpoint, MessageSummary } from '@baobab/contract/contact-admin.ts'
import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import { and, count, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { admins } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import { isId, type Db, type Tx } from '../../platform/database/database.ts'
import { decodeCursor, toPage } from '../../platform/database/pagination.ts'
import { contactMessages, type ContactMessageRow } from '../tables.ts'

/** The length of the excerpt in the inbox, in characters. */
const EXCERPT_LENGTH = 160

const isUnread = isNull(contactMessages.readAt)
const filters = { all: undefined, unread: isUnread, answered: isNotNull(contactMessages.answeredAt) }

/** Returns the SQL condition that a message's name, email address or text contains a string, given in lower case. */
function contains(search: string): SQL {
  const { firstName, lastName, email, message } = contactMessages
  return sql`strpos(lower(${firstName} || ' ' || ${lastName} || ' ' || ${email} || ' ' || ${message}), ${search}) > 0`
}

/** Returns a page of the inbox, newest first. */
export async function listMessages(
  app: App,
  { show, search, limit, cursor }: ParsedOf<typeof endpoint>['query'],
): Promise<{ messages: MessageSummary[]; nextCursor: string | null }> {
  const { createdAt, id } = contactMessages
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const normalizedSearch = search?.normalize('NFC').trim().toLowerCase()
  const rows = await app.db
    .select()
    .from(contactMessages)
    .where(
      and(
        filters[show],
        normalizedSearch ? contains(normalizedSearch) : undefined,
        after && sql`(${createdAt}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }))
  return { messages: page.map(toMessageSummary), nextCursor }
}

/** Returns the number of messages that no admin has opened. */
export async function countUnreadMessages(app: App): Promise<number> {
  const [row] = await app.db.select({ unread: count() }).from(contactMessages).where(isUnread)
  return row?.unread ?? 0
}

export async function findMessage(db: Db | Tx, id: string): Promise<ContactMessageRow | undefined> {
  if (!isId(id)) return undefined
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id))
  return row
}

/** Returns a message in full, with the username of the admin who answered it. */
export async function toContactMessage(db: Db | Tx, row: ContactMessageRow): Promise<ContactMessage> {
  const [admin] = row.answeredBy
    ? await db.select({ username: admins.username }).from(admins).where(eq(admins.id, row.answeredBy))
    : []
  return { ...toHeader(row), message: row.message, answer: row.answer, answeredBy: admin?.username ?? null }
}

function toMessageSummary(row: ContactMessageRow): MessageSummary {
  return { ...toHeader(row), excerpt: row.message.slice(0, EXCERPT_LENGTH).replace(/\s+/g, ' ') }
}

function toHeader({ id, firstName, lastName, email, createdAt, readAt, answeredAt }: ContactMessageRow) {
  return {
    _id: id,
    firstName,
    lastName,
    email,
    createdAt: createdAt.toISOString(),
    isRead: readAt !== null,
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}
