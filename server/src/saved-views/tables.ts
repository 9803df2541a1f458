import { savedViewLists } from '@baobab/contract/saved-views/endpoints.ts'
import { sql } from 'drizzle-orm'
import { boolean, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { admins } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'

/** Named views of lists, saved by admins. At most one per list is the one it opens with. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: newId(),
    adminId: uuid()
      .notNull()
      .references(() => admins.id),
    list: text({ enum: savedViewLists }).notNull(),
    name: text().notNull(),
    /** The query string of the list's URL. Its search may name a person, so only the admin who saved it can read it. */
    query: text().notNull(),
    hiddenColumns: jsonb().$type<string[]>().notNull(),
    isDefault: boolean().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('saved_views_name').on(table.adminId, table.list, sql`lower(${table.name})`),
    uniqueIndex('saved_views_default')
      .on(table.adminId, table.list)
      .where(sql`is_default`),
  ],
)
