import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { admins } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: newId(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    createdAt: instant().notNull(),
    readAt: instant(),
    /** The answer that was mailed to the sender. */
    answer: text(),
    answeredAt: instant(),
    answeredBy: uuid().references(() => admins.id),
  },
  (table) => [
    index('contact_messages_newest').on(table.createdAt, table.id),
    index('contact_messages_unread')
      .on(table.createdAt)
      .where(sql`${table.readAt} is null`),
    index('contact_messages_sender').on(sql`lower(${table.email})`),
  ],
)

export type ContactMessageRow = typeof contactMessages.$inferSelect
