import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { admins } from '../accounts/tables.ts'
import { instant } from '../platform/database/columns.ts'

/** Settings that an admin has changed. Without a row, the configured value applies. */
export const productSettings = pgTable('product_settings', {
  name: text().primaryKey(),
  value: jsonb().$type<string | number | null>(),
  changedAt: instant().notNull(),
  changedBy: uuid()
    .notNull()
    .references(() => admins.id),
})
