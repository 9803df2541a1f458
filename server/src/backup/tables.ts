import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../platform/database/columns.ts'

/** Completed backups; they may have been deleted since. */
export const backups = pgTable(
  'backups',
  {
    /** Its folder's name. */
    name: text().primaryKey(),
    /** Everything committed before this is included. */
    snapshotAt: instant().notNull(),
    finishedAt: instant().notNull(),
    /** The size of the whole backup, including files shared with others. */
    bytes: bigint({ mode: 'number' }).notNull(),
    /** How much of that was written for this backup. */
    writtenBytes: bigint({ mode: 'number' }).notNull(),
    fileCount: integer().notNull(),
  },
  (table) => [index('backups_snapshot').on(table.snapshotAt)],
)
