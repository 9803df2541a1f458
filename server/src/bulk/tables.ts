import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { admins } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'

/** An admin's action on many rows. Deleted after a week, with its targets. */
export const bulkRuns = pgTable(
  'bulk_runs',
  {
    id: newId(),
    adminId: uuid()
      .notNull()
      .references(() => admins.id),
    /** The action's name in the contract, such as 'students.hold'. */
    action: text().notNull(),
    /** The action's options, in the format of the contract. */
    options: jsonb().$type<unknown>().notNull(),
    state: text({ enum: ['running', 'done', 'stopped'] }).notNull(),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Set while rows of this run can be restored. */
    canUndo: boolean().notNull().default(false),
    /** The run whose rows this one restores. */
    undoes: uuid(),
    startedAt: instant().notNull(),
    finishedAt: instant(),
  },
  (table) => [index('bulk_runs_admin').on(table.adminId, table.startedAt)],
)

export type BulkRunRow = typeof bulkRuns.$inferSelect

/** The rows of a run, and the outcome of each. */
export const bulkTargets = pgTable(
  'bulk_targets',
  {
    runId: uuid()
      .notNull()
      .references(() => bulkRuns.id, { onDelete: 'cascade' }),
    /** In id order, so that two runs lock the rows they share in the same order. */
    position: integer().notNull(),
    targetId: uuid().notNull(),
    state: text({ enum: ['waiting', 'done', 'skipped', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Why the row was skipped or failed: a sentence for the admin that names nobody. */
    reason: text(),
    /** The row's state before the action, if it can be undone. */
    before: jsonb().$type<unknown>(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.position] }),
    index('bulk_targets_waiting')
      .on(table.runId, table.position)
      .where(sql`${table.state} = 'waiting'`),
    // Used to find an account's rows when it is erased.
    index('bulk_targets_target').on(table.targetId),
  ],
)
