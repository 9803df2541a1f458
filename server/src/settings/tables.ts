import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { admins } from '../accounts/tables.ts'
import { instant } from '../platform/database/columns.ts'

/** What an operator set in the console; where no row stands, the configuration's value holds (decisions 6). */
export const productSettings = pgTable('product_settings', {
  name: text().primaryKey(),
  value: jsonb().$type<string | number | null>(),
  changedAt: instant().notNull(),
  changedBy: uuid()
    .notNull()
    .references(() => admins.id),
})
