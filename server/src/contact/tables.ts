import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { admins } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'

/** The part of a message that an answer changes, as it was before the answer. The times are ISO texts. */
export type StateBeforeAnswer = {
  answeredAt: string | null
  closedAt: string | null
  followUpOn: string | null
  readAt: string | null
}

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
    /**
     * Our newest answer until the visitor replies to it; it is also in `contact_replies`. Servers of the previous release know
     * only these columns: they answer a message that has no answer here, so a visitor's reply empties the columns.
     */
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
    /** The Lagos date on which an admin should follow up. */
    followUpOn: date({ mode: 'string' }),
    /** When an admin closed the message. */
    closedAt: instant(),
    /** When the visitor last replied by mail. */
    repliedAt: instant(),
  },
  (table) => [
    index('contact_messages_newest').on(table.createdAt, table.id),
    index('contact_messages_latest').on(sql`(coalesce(${table.repliedAt}, ${table.createdAt}))`, table.id),
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

/** Our answers to a message and the visitor's replies by mail. Deleted with the message. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: newId(),
    messageId: uuid()
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    direction: text({ enum: ['out', 'in'] }).notNull(),
    text: text().notNull(),
    createdAt: instant().notNull(),
    /** The admin who answered. */
    adminId: uuid().references(() => admins.id),
    /** Identifies an admin's request; null if a server of the previous release stored the answer. */
    requestKey: text(),
    /** Until this time, the answer can be taken back and is not mailed. */
    mailAfter: instant(),
    /** What taking the answer back restores; null if it cannot be taken back, or a server of the previous release stored it. */
    before: jsonb().$type<StateBeforeAnswer>(),
    mailedAt: instant(),
    mailFailedAt: instant(),
    mailFailure: text(),
    /** The mail provider's id of a reply. */
    mailId: text(),
    /** The sender of a reply, if it is not the address of the message. */
    otherEmail: text(),
    /** The number of attachments, which are not stored. */
    attachments: integer().notNull().default(0),
    /** Whether the reply was too long. */
    isCut: boolean().notNull().default(false),
  },
  (table) => [
    index('contact_replies_message').on(table.messageId, table.createdAt),
    uniqueIndex('contact_replies_request').on(table.messageId, table.requestKey),
    uniqueIndex('contact_replies_mail').on(table.messageId, table.mailId),
    index('contact_replies_other_email')
      .on(sql`lower(${table.otherEmail})`)
      .where(sql`${table.otherEmail} is not null`),
  ],
)

export type ContactReplyRow = typeof contactReplies.$inferSelect

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
