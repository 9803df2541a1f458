import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../platform/database/columns.ts'

/** Content policy violations reported by browsers, counted. Contains no person's name and no address. */
export const policyReports = pgTable(
  'policy_reports',
  {
    page: text().notNull(),
    directive: text().notNull(),
    blocked: text().notNull(),
    reports: integer().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.page, table.directive, table.blocked] })],
)

/**
 * The servers that ran in the last day. Unlogged, because they record it again within seconds: a database crash may empty it, and
 * backups do not contain it.
 */
export const servers = pgTable('servers', {
  id: uuid().primaryKey(),
  version: text().notNull(),
  nodeVersion: text().notNull(),
  startedAt: instant().notNull(),
  lastSeenAt: instant().notNull(),
  /** How far its machine's clock is ahead of the database's. */
  clockDifferenceMs: integer().notNull(),
  /** Whether the disk of the embedded database is full. */
  isDatabaseFull: boolean().notNull(),
  storage: text({ enum: ['folder', 'object-store'] }).notNull(),
  reachesStorage: boolean().notNull(),
  /** Free space on the disk with the files; null for an object store. */
  freeBytes: bigint({ mode: 'number' }),
})
