import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { admins } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'

/** A list exported as a file: written by a job, deleted after a day, downloaded through a signed link. */
export const exportFiles = pgTable(
  'export_files',
  {
    id: newId(),
    adminId: uuid()
      .notNull()
      .references(() => admins.id),
    what: text({ enum: ['students', 'audit', 'payments', 'questions'] }).notNull(),
    format: text({ enum: ['csv', 'xlsx'] }).notNull(),
    /** The list's filters, in the format of the contract. The text of a search is removed once the file is written. */
    filters: jsonb().$type<Record<string, string>>().notNull(),
    /** The ids of the chosen columns; null if none were chosen. */
    columns: jsonb().$type<string[]>(),
    /** The ids of the selected rows, until the file is written; null for all rows that match the filters. */
    ids: jsonb().$type<string[]>(),
    /** The number of selected rows, which is kept. */
    selected: integer(),
    state: text({ enum: ['waiting', 'ready', 'failed'] }).notNull(),
    rowCount: integer(),
    fileKey: text(),
    createdAt: instant().notNull(),
    finishedAt: instant(),
  },
  (table) => [index('export_files_admin').on(table.adminId, table.createdAt)],
)
