import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { students } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'

/** The two emails announcing that an unused account will be erased. Deleted when the student comes back. */
export const inactivityMails = pgTable(
  'inactivity_mails',
  {
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['first', 'last'] }).notNull(),
    queuedAt: instant().notNull(),
    /** When SMTP accepted it. */
    sentAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.studentId, table.kind] })],
)

/**
 * Emails saying that a guardian said no or withdrew consent. They outlive the account, so they contain the address; a row is
 * deleted once its email is sent, or after a few days.
 */
export const consentMails = pgTable(
  'consent_mails',
  {
    id: newId(),
    to: text().notNull(),
    username: text().notNull(),
    isToGuardian: boolean().notNull(),
    /** Whether the guardian refused before the account was open. */
    isRefusal: boolean().notNull(),
    queuedAt: instant().notNull(),
  },
  (table) => [index('consent_mails_queued').on(table.queuedAt)],
)

/**
 * The ids of what was erased on request. Each id is also written to a file beside the backups, so that a restore erases it
 * again. References no account: a restore may know of erased accounts that did not exist yet in the backup.
 */
export const erasures = pgTable(
  'erasures',
  {
    kind: text({ enum: ['student', 'registration', 'guardian'] }).notNull(),
    id: uuid().notNull(),
    /** Null while it has to be erased again, because a restore may have brought it back. */
    erasedAt: instant(),
    /** When the id was written next to the backups. */
    recordedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('erasures_unrecorded')
      .on(table.erasedAt)
      .where(sql`${table.recordedAt} is null`),
    index('erasures_due')
      .on(table.id)
      .where(sql`${table.erasedAt} is null`),
  ],
)
