import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { admins } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'

/** One action of an admin on many rows. Deleted after a week, with its targets. */
export const bulkRuns = pgTable(
  'bulk_runs',
  {
    id: newId(),
    adminId: uuid()
      .notNull()
      .references(() => admins.id),
    /** The contract's name of the action, such as 'students.hold'. */
    action: text().notNull(),
    /** The action's options in the contract's form. */
    options: jsonb().$type<unknown>().notNull(),
    state: text({ enum: ['running', 'done', 'stopped'] }).notNull(),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Set while rows of this run can be put back. */
    canUndo: boolean().notNull().default(false),
    /** The run whose rows this one puts back. */
    undoes: uuid(),
    startedAt: instant().notNull(),
    finishedAt: instant(),
  },
  (table) => [index('bulk_runs_admin').on(table.adminId, table.startedAt)],
)

export type BulkRunRow = typeof bulkRuns.$inferSelect

/** The rows of a run, and what has become of each. */
export const bulkTargets = pgTable(
  'bulk_targets',
  {
    runId: uuid()
      .notNull()
      .references(() => bulkRuns.id, { onDelete: 'cascade' }),
    /** In the order of the ids, so that two runs lock the rows that they share in the same order. */
    position: integer().notNull(),
    targetId: uuid().notNull(),
    state: text({ enum: ['waiting', 'done', 'skipped', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Why the row was skipped or failed: a sentence for the admin, which names no person. */
    reason: text(),
    /** What the row was like before, if the action can be undone. */
    before: jsonb().$type<unknown>(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.position] }),
    index('bulk_targets_waiting')
      .on(table.runId, table.position)
      .where(sql`${table.state} = 'waiting'`),
    // The erasure of an account finds its rows by it.
    index('bulk_targets_target').on(table.targetId),
  ],
)
