import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant, newId } from '../platform/columns.ts'

export const contactMessages = pgTable('contact_messages', {
  id: newId(),
  firstName: text().notNull(),
  lastName: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  createdAt: instant().notNull(),
})
