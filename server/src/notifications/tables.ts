import type { StoredSegment } from '@baobab/contract/notifications/admin.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { admins, sessions, students } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'

/**
 * A notification to one student, to a category, to a segment or to all. A notification to many students is a single row, not one
 * per student.
 */
export const notifications = pgTable(
  'notices',
  {
    id: newId(),
    /** A short number for people; the id is too long to read out. */
    number: integer().notNull().generatedAlwaysAsIdentity(),
    audience: text({ enum: ['student', 'category', 'segment', 'all'] }).notNull(),
    studentId: uuid().references(() => students.id, { onDelete: 'cascade' }),
    ageCategory: text({ enum: ['5-10', '11-20'] }),
    /** Which students a segment consists of. The students in it at publication are stored in `notice_recipients`. */
    segment: jsonb().$type<StoredSegment>(),
    title: text().notNull(),
    description: text().notNull(),
    /** The API's `update` field. */
    type: text({ enum: ['announcement', 'quiz', 'scholarship', 'payment', 'account'] }).notNull(),
    method: text({ enum: ['in-app', 'in-app+email'] }).notNull(),
    /** The video that it is about. No foreign key: videos build on notifications, and the page says if a video is gone. */
    videoId: uuid(),
    /** Null for automatic notifications. */
    adminId: uuid().references(() => admins.id),
    createdAt: instant().notNull(),
    /** When it should be published; `publishedAt` is set once it has been. */
    publishAt: instant().notNull(),
    publishedAt: instant(),
    canceledAt: instant(),
    /** It was sent immediately, and waits half a minute during which it can be taken back. */
    canTakeBack: boolean().notNull().default(false),
    /** A segment's recipients are stored in order of student id: those up to this id have been stored. */
    recipientsUpTo: uuid(),
    /** Mails to many students are queued in order of student id: those up to this id have been queued. */
    mailedUpTo: uuid(),
  },
  (table) => [
    uniqueIndex('notices_number').on(table.number),
    index('notices_listed').on(table.publishAt, table.id),
    index('notices_by_admins')
      .on(table.publishAt, table.id)
      .where(sql`${table.adminId} is not null`),
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
    check('notices_segment', sql`(${table.audience} = 'segment') = (${table.segment} is not null)`),
  ],
)

export type NotificationRow = typeof notifications.$inferSelect

/** The students in a notification's segment when it was published. */
export const notificationRecipients = pgTable(
  'notice_recipients',
  {
    notificationId: uuid('notice_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.studentId] }),
    index('notice_recipients_student').on(table.studentId),
  ],
)

export const notificationReads = pgTable(
  'notice_reads',
  {
    notificationId: uuid('notice_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    readAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.studentId] }),
    index('notice_reads_student').on(table.studentId),
  ],
)

/**
 * The students a notification is mailed to. The row is written before the mail is sent, so that no crash or retry sends a
 * second mail. A failed mail records when and why, and whether it may be sent again.
 */
export const notificationMails = pgTable(
  'notice_mails',
  {
    notificationId: uuid('notice_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
    failedAt: instant(),
    /** The mail server's response, without addresses. */
    failure: text(),
    /** It certainly did not arrive, or an admin wants it resent. */
    canRetry: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.studentId] }),
    index('notice_mails_student').on(table.studentId),
    index('notice_mails_failed')
      .on(table.failedAt, table.studentId)
      .where(sql`${table.failedAt} is not null`),
    index('notice_mails_failed_of_notice')
      .on(table.notificationId, table.studentId)
      .where(sql`${table.failedAt} is not null`),
  ],
)

/** A browser that gets push messages. It belongs to one login, and ends with it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: newId(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The push service's address for this browser. All of a browser's logins share one. */
    endpoint: text().notNull(),
    /** The keys used to encrypt messages to this browser, in base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: instant().notNull(),
    /** Since when the push service has accepted nothing; null after each success. */
    failingSince: instant(),
    /** The number of consecutive failures, and the time before which it is not retried. */
    failures: integer().notNull().default(0),
    retryAt: instant(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_session').on(table.sessionId),
    uniqueIndex('push_subscriptions_endpoint').on(table.endpoint),
  ],
)

export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect

/**
 * A push message about a notification to one browser: waiting or sent. `sentAt` is written before it is sent, so that no crash
 * or retry sends it twice.
 */
export const pushMessages = pgTable(
  'push_messages',
  {
    notificationId: uuid('notice_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    subscriptionId: uuid()
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    sentAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.subscriptionId] }),
    index('push_messages_sent_of_notice')
      .on(table.notificationId, table.subscriptionId)
      .where(sql`${table.sentAt} is not null`),
    index('push_messages_subscription').on(table.subscriptionId),
    index('push_messages_waiting')
      .on(table.subscriptionId)
      .where(sql`${table.sentAt} is null`),
    index('push_messages_created').on(table.createdAt),
  ],
)
