// Starts exporting a list. If the same export is still being written, returns that one instead.
import { exportAudience, type ExportOrder } from '@baobab/contract/exports/endpoints.ts'
import { isAllowed } from '@baobab/contract/accounts/rules.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { admins } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { isId, type Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { exportFiles } from './tables.ts'
import { makeExport } from './make-export.ts'

type ExportRow = typeof exportFiles.$inferSelect

/** Returns the active filters as strings. */
function toTexts(filters: ExportOrder['filters']): Record<string, string> {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
}

/** Returns the chosen columns and rows; null where nothing was chosen. */
function readChoice(order: ExportOrder): { columns: string[] | null; ids: string[] | null } {
  return order.what === 'questions'
    ? { columns: null, ids: null }
    : { columns: order.columns ?? null, ids: order.ids ?? null }
}

const isSame = (column: AnyPgColumn, value: readonly string[] | null) =>
  sql`${column} is not distinct from ${value && JSON.stringify(value)}::jsonb`

async function findWaitingExport(tx: Tx, who: AdminUser, order: ExportOrder): Promise<ExportRow | undefined> {
  const { id: adminId } = who
  const { columns, ids } = readChoice(order)
  // Locks the admin, so that two simultaneous calls do not both insert.
  await tx.select({ id: admins.id }).from(admins).where(eq(admins.id, adminId)).for('no key update')
  const [row] = await tx
    .select()
    .from(exportFiles)
    .where(
      and(
        eq(exportFiles.adminId, adminId),
        eq(exportFiles.what, order.what),
        eq(exportFiles.format, order.format),
        eq(exportFiles.state, 'waiting'),
        sql`${exportFiles.filters} = ${JSON.stringify(toTexts(order.filters))}::jsonb`,
        isSame(exportFiles.columns, columns),
        isSame(exportFiles.ids, ids),
      ),
    )
  return row
}

/**
 * Stores the export and queues its job. The text of a search may be a name, so the audit log only records that there was a
 * search.
 */
export async function startExport(app: App, who: AdminUser, order: ExportOrder): Promise<ExportRow> {
  if (!isAllowed(exportAudience[order.what], who.roles)) fail('forbidden')
  if (readChoice(order).ids?.some((id) => !isId(id))) fail('not_found')
  return app.db.transaction(async (tx) => {
    const waiting = await findWaitingExport(tx, who, order)
    if (waiting) return waiting
    const { what, format } = order
    const filters = toTexts(order.filters)
    const { columns, ids } = readChoice(order)
    const choice = { columns, ids, selected: ids && ids.length }
    const [row] = await tx
      .insert(exportFiles)
      .values({ ...choice, adminId: who.id, what, format, filters, state: 'waiting', createdAt: app.clock.now() })
      .returning()
    if (!row) throw new Error('No export was written.')
    const { search, ...shown } = filters
    const details = {
      what,
      format,
      ...shown,
      ...(search === undefined ? {} : { searched: true }),
      ...(columns && { columns: columns.join(', ') }),
      ...(ids && { rows: ids.length }),
    }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'export.started', subject: row.id, details })
    await app.jobs.send(tx, makeExport, { exportId: row.id })
    return row
  })
}
