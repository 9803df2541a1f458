import { sql } from 'drizzle-orm'
import { index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { admins } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'

/** Periods of maintenance. At most one is planned or on. */
export const maintenances = pgTable(
  'maintenances',
  {
    id: newId(),
    /** When quizzes are paused. After an outage, it may be before `createdAt`. */
    startsAt: instant().notNull(),
    expectedEndAt: instant().notNull(),
    createdAt: instant().notNull(),
    /** Null if done from the server's command line. */
    createdBy: uuid().references(() => admins.id),
    /** Null while planned or on. Before `startsAt` if canceled. */
    endedAt: instant(),
    endedBy: uuid().references(() => admins.id),
    /** When admins were emailed about its start and its end; null until then. */
    beginMailedAt: instant(),
    endMailedAt: instant(),
  },
  (table) => [
    uniqueIndex('maintenances_open')
      .on(sql`(${table.endedAt} is null)`)
      .where(sql`${table.endedAt} is null`),
    index('maintenances_ended').on(table.endedAt),
  ],
)
