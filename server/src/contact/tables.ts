import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { admins } from '../accounts/tables.ts'
import { instant, newId } from '../platform/columns.ts'

export const contactMessages = pgTable('contact_messages', {
  id: newId(),
  firstName: text().notNull(),
  lastName: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  createdAt: instant().notNull(),
  readAt: instant(),
  /** The admin's words that were mailed back. */
  answer: text(),
  answeredAt: instant(),
  answeredBy: uuid().references(() => admins.id),
})
