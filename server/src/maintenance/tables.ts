import { sql } from 'drizzle-orm'
import { index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { admins } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'

/** Times of maintenance, of which at most one is planned or on. */
export const maintenances = pgTable(
  'maintenances',
  {
    id: newId(),
    /** From when quizzes are paused. After an outage it may be before `createdAt`. */
    startsAt: instant().notNull(),
    expectedEndAt: instant().notNull(),
    createdAt: instant().notNull(),
    /** Null if it was done from the server's command line. */
    createdBy: uuid().references(() => admins.id),
    /** Null while it is planned or on. Before `startsAt` if it was canceled. */
    endedAt: instant(),
    endedBy: uuid().references(() => admins.id),
    /** When the emails about its beginning and its end were sent to admins; null until then. */
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
