import type { SavedView } from '@baobab/contract/saved-views/endpoints.ts'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../platform/database/database.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { savedViews } from './tables.ts'

export function toSavedView(row: typeof savedViews.$inferSelect): SavedView {
  const { id, list, name, query, hiddenColumns, isDefault } = row
  return { _id: id, list, name, query, hiddenColumns, isDefault }
}

/** Reads an admin's saved views of all lists, by name. */
export async function listSavedViews(db: Db, { id }: AdminUser): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedViews)
    .where(eq(savedViews.adminId, id))
    .orderBy(sql`lower(${savedViews.name})`)
  return rows.map(toSavedView)
}
