import { sql } from 'drizzle-orm'
import { date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
    /** When the mail server accepted the answer; null for answers older than the column. */
    mailedAt: instant(),
    /** When mailing the answer last failed, and what the mail server said, without addresses. */
    mailFailedAt: instant(),
    mailFailure: text(),
    /** The admin the message is assigned to. */
    assignedTo: uuid().references(() => admins.id),
    /** The Lagos date on which an admin should look at the message again. */
    followUpOn: date({ mode: 'string' }),
    /** When an admin closed the message without an answer. */
    closedAt: instant(),
  },
  (table) => [
    index('contact_messages_newest').on(table.createdAt, table.id),
    index('contact_messages_unread')
      .on(table.createdAt)
      .where(sql`${table.readAt} is null`),
    index('contact_messages_open')
      .on(table.createdAt)
      .where(sql`${table.answeredAt} is null and ${table.closedAt} is null`),
    index('contact_messages_sender').on(sql`lower(${table.email})`),
    index('contact_messages_assigned')
      .on(table.assignedTo, table.createdAt)
      .where(sql`${table.assignedTo} is not null`),
    index('contact_messages_follow_up')
      .on(table.followUpOn)
      .where(sql`${table.followUpOn} is not null`),
  ],
)

export type ContactMessageRow = typeof contactMessages.$inferSelect

/** Admins' notes about a message for each other. Deleted with the message. */
export const contactNotes = pgTable(
  'contact_notes',
  {
    id: newId(),
    messageId: uuid()
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    adminId: uuid()
      .notNull()
      .references(() => admins.id),
    text: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [index('contact_notes_message').on(table.messageId, table.createdAt)],
)

/** Answers that admins reuse. */
export const savedAnswers = pgTable('saved_answers', {
  id: newId(),
  title: text().notNull(),
  text: text().notNull(),
  createdBy: uuid()
    .notNull()
    .references(() => admins.id),
  changedAt: instant().notNull(),
})
