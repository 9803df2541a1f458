// Reads of the contact form's messages.
import { and, count, desc, eq, isNotNull, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { ContactMessage, listMessages as endpoint, MessageSummary } from '@baobab/contract/contact.ts'
import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import { admins } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { toPage, decodeCursor } from '../platform/database/pagination.ts'
import { isId, type Db, type Tx } from '../platform/database/database.ts'
import { contactMessages } from './tables.ts'

export type MessageRow = typeof contactMessages.$inferSelect

/** The messages that came under a mail address, given as its key. */
export function isFrom(emailKey: string | SQLWrapper): SQL {
  return sql`lower(${contactMessages.email}) = ${emailKey}`
}

const EXCERPT = 160

const unread = isNull(contactMessages.readAt)
const shown = { all: undefined, unread, answered: isNotNull(contactMessages.answeredAt) }

/** Whether a message has a text somewhere: in the sender's name or address, or in what was written. */
function holds(search: string): SQL {
  const { firstName, lastName, email, message } = contactMessages
  return sql`strpos(lower(${firstName} || ' ' || ${lastName} || ' ' || ${email} || ' ' || ${message}), ${search}) > 0`
}

/** One page of the inbox, the newest first. */
export async function listMessages(
  app: App,
  { show, search, limit, cursor }: ParsedOf<typeof endpoint>['query'],
): Promise<{ messages: MessageSummary[]; nextCursor: string | null }> {
  const { createdAt, id } = contactMessages
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const sought = search?.normalize('NFC').trim().toLowerCase()
  const rows = await app.db
    .select()
    .from(contactMessages)
    .where(
      and(
        shown[show],
        sought ? holds(sought) : undefined,
        after && sql`(${createdAt}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }))
  const excerptOf = (text: string) => text.slice(0, EXCERPT).replace(/\s+/g, ' ')
  return { messages: page.map((row) => ({ ...headOf(row), excerpt: excerptOf(row.message) })), nextCursor }
}

/** How many messages nobody has opened yet. */
export async function countUnreadMessages(app: App): Promise<number> {
  const [row] = await app.db.select({ unread: count() }).from(contactMessages).where(unread)
  return row?.unread ?? 0
}

export async function findMessage(db: Db | Tx, id: string): Promise<MessageRow | undefined> {
  if (!isId(id)) return undefined
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id))
  return row
}

/** A message as the console shows it in full. */
export async function contactMessage(db: Db | Tx, row: MessageRow): Promise<ContactMessage> {
  const [admin] = row.answeredBy
    ? await db.select({ username: admins.username }).from(admins).where(eq(admins.id, row.answeredBy))
    : []
  return { ...headOf(row), message: row.message, answer: row.answer, answeredBy: admin?.username ?? null }
}

function headOf({ id, firstName, lastName, email, createdAt, readAt, answeredAt }: MessageRow) {
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
