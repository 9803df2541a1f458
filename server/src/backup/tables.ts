import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../platform/database/columns.ts'

/** Backups that were completed; they may have been deleted since. */
export const backups = pgTable(
  'backups',
  {
    /** The name of its folder. */
    name: text().primaryKey(),
    /** Everything that was committed before is in it. */
    snapshotAt: instant().notNull(),
    finishedAt: instant().notNull(),
    /** The size of the whole backup, with the files that it shares with others. */
    bytes: bigint({ mode: 'number' }).notNull(),
    /** How much of that was written for this one. */
    writtenBytes: bigint({ mode: 'number' }).notNull(),
    fileCount: integer().notNull(),
  },
  (table) => [index('backups_snapshot').on(table.snapshotAt)],
)
