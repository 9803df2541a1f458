import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  SAVED_VIEWS_MAX,
  type createSavedView as endpoint,
  type SavedView,
  type SavedViewList,
  type ViewNameForm,
  savedViewsText,
} from '@baobab/contract/saved-views/endpoints.ts'
import { and, eq } from 'drizzle-orm'
import { admins } from '../accounts/tables.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { App } from '../platform/app.ts'
import { isId, type Tx } from '../platform/database/database.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { fail, findConstraint } from '../platform/http/errors.ts'
import { toSavedView } from './list-views.ts'
import { savedViews } from './tables.ts'

/** Saves a view under a name that no other view of the list has. */
export async function createSavedView(
  app: App,
  admin: AdminUser,
  form: ParsedOf<typeof endpoint>['body'],
): Promise<SavedView> {
  return refuseTakenName(() =>
    app.db.transaction(async (tx) => {
      await lockViews(tx, admin)
      const count = await tx.$count(savedViews, and(eq(savedViews.adminId, admin.id), eq(savedViews.list, form.list)))
      if (count >= SAVED_VIEWS_MAX) fail('too_many_views')
      if (form.isDefault) await clearDefault(tx, admin, form.list)
      const [view] = await tx
        .insert(savedViews)
        .values({ ...form, adminId: admin.id, createdAt: app.clock.now() })
        .returning()
      if (!view) throw new Error('The view was not stored.')
      await writeLine(app, tx, admin, { action: 'admin.view_saved', list: view.list })
      return toSavedView(view)
    }),
  )
}

/** Renames a view, and sets whether its list opens with it. */
export async function changeSavedView(
  app: App,
  admin: AdminUser,
  id: string,
  { name, isDefault }: ViewNameForm,
): Promise<SavedView> {
  if (!isId(id)) fail('view_not_found')
  return refuseTakenName(() =>
    app.db.transaction(async (tx) => {
      await lockViews(tx, admin)
      const own = and(eq(savedViews.id, id), eq(savedViews.adminId, admin.id))
      const [before] = await tx.select().from(savedViews).where(own)
      if (!before) fail('view_not_found')
      if (isDefault) await clearDefault(tx, admin, before.list)
      const [view] = await tx.update(savedViews).set({ name, isDefault }).where(own).returning()
      if (!view) throw new Error('The view was not stored.')
      await writeLine(app, tx, admin, { action: 'admin.view_changed', list: view.list })
      return toSavedView(view)
    }),
  )
}

export async function deleteSavedView(app: App, admin: AdminUser, id: string): Promise<void> {
  if (!isId(id)) fail('view_not_found')
  await app.db.transaction(async (tx) => {
    const [view] = await tx
      .delete(savedViews)
      .where(and(eq(savedViews.id, id), eq(savedViews.adminId, admin.id)))
      .returning()
    if (!view) fail('view_not_found')
    await writeLine(app, tx, admin, { action: 'admin.view_deleted', list: view.list })
  })
}

/** Serialises an admin's changes, so that none exceeds the limit and no list has two defaults. */
async function lockViews(tx: Tx, { id }: AdminUser): Promise<void> {
  await tx.select({ id: admins.id }).from(admins).where(eq(admins.id, id)).for('no key update')
}

async function clearDefault(tx: Tx, { id }: AdminUser, list: SavedViewList): Promise<void> {
  await tx
    .update(savedViews)
    .set({ isDefault: false })
    .where(and(eq(savedViews.adminId, id), eq(savedViews.list, list), eq(savedViews.isDefault, true)))
}

/** A view's name is not logged, because it may name a person and log lines cannot be erased. */
function writeLine(app: App, tx: Tx, { id }: AdminUser, { action, list }: { action: string; list: SavedViewList }) {
  return writeAuditLine(app, tx, { adminId: id, action, subject: id, details: { list } })
}

async function refuseTakenName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (findConstraint(error) === 'saved_views_name')
      fail('view_name_taken', { errors: [{ path: 'name', message: savedViewsText.viewNameTaken }] })
    throw error
  }
}
