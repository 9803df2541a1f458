import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../platform/database/columns.ts'

/** Has one row if everything in this database is made up. Every page then says so. */
export const demonstration = pgTable(
  'demonstration',
  {
    id: integer().primaryKey().default(1),
    /** Null while the world is being created, and forever if that was interrupted. */
    madeAt: instant(),
  },
  (table) => [check('demonstration_one_row', sql`${table.id} = 1`)],
)
