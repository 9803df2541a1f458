import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../platform/database/columns.ts'

/** Has one row if everybody and everything in this database is made up. Every page says so then. */
export const demonstration = pgTable(
  'demonstration',
  {
    id: integer().primaryKey().default(1),
    /** Null while the world is being made, and permanently if that was interrupted. */
    madeAt: instant(),
  },
  (table) => [check('demonstration_one_row', sql`${table.id} = 1`)],
)
