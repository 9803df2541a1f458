import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { admins, students } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'

/** A message to one student, to a category or to all; to many is one row, not one for each (decisions 8). */
export const notifications = pgTable(
  'notices',
  {
    id: newId(),
    /** What a person may name it by; the id is too long to read out. */
    number: integer().notNull().generatedAlwaysAsIdentity(),
    audience: text({ enum: ['student', 'category', 'all'] }).notNull(),
    studentId: uuid().references(() => students.id, { onDelete: 'cascade' }),
    ageCategory: text({ enum: ['5-10', '11-20'] }),
    title: text().notNull(),
    description: text().notNull(),
    /** The spec's `update`. */
    type: text({ enum: ['announcement', 'quiz', 'scholarship', 'payment', 'account'] }).notNull(),
    method: text({ enum: ['in-app', 'in-app+email'] }).notNull(),
    /** Null where the product itself has something to say. */
    adminId: uuid().references(() => admins.id),
    createdAt: instant().notNull(),
    /** When it is to appear; it has appeared once `publishedAt` stands. */
    publishAt: instant().notNull(),
    publishedAt: instant(),
    canceledAt: instant(),
    /** Mails to many go out in the order of students' ids: up to this one they are with the queue. */
    mailedUpTo: uuid(),
  },
  (table) => [
    uniqueIndex('notices_number').on(table.number),
    index('notices_listed').on(table.publishAt, table.id),
    index('notices_student')
      .on(table.studentId, table.publishedAt)
      .where(sql`${table.studentId} is not null`),
    index('notices_many')
      .on(table.publishedAt)
      .where(sql`${table.studentId} is null`),
    index('notices_due')
      .on(table.publishAt)
      .where(sql`${table.publishedAt} is null and ${table.canceledAt} is null`),
    check('notices_student', sql`(${table.audience} = 'student') = (${table.studentId} is not null)`),
    check('notices_category', sql`(${table.audience} = 'category') = (${table.ageCategory} is not null)`),
  ],
)

export const notificationReads = pgTable(
  'notice_reads',
  {
    noticeId: uuid()
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    readAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.noticeId, table.studentId] }),
    index('notice_reads_student').on(table.studentId),
  ],
)

/** Whom a notice was mailed to. The row stands before the mail goes, so that no crash and no second try mails twice. */
export const notificationMails = pgTable(
  'notice_mails',
  {
    noticeId: uuid()
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.noticeId, table.studentId] }),
    index('notice_mails_student').on(table.studentId),
  ],
)
