// An admin asks for a list as a file. Asked twice while the first is being made, it is one file.
import type { ExportOrder } from '@baobab/contract/students.ts'
import { and, eq, sql } from 'drizzle-orm'
import { admins } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { writeAuditLine } from '../audit/write-audit-line.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import type { Tx } from '../platform/database/database.ts'
import { exportFiles } from './tables.ts'
import { makeExport } from './make-export.ts'

type ExportRow = typeof exportFiles.$inferSelect

/** The filters that say something, as texts: as they would stand in an address. */
function saidOf(filters: ExportOrder['filters']): Record<string, string> {
  const said = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]))
}

async function sameThatWaits(tx: Tx, who: AdminUser, order: ExportOrder): Promise<ExportRow | undefined> {
  const { id: adminId } = who
  // Two calls at once take turns.
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
        sql`${exportFiles.filters} = ${JSON.stringify(saidOf(order.filters))}::jsonb`,
      ),
    )
  return row
}

/** Writes the order down and sends the job. What was searched for may be a name, so the log only says that it was. */
export async function startExport(app: App, who: AdminUser, order: ExportOrder): Promise<ExportRow> {
  return app.db.transaction(async (tx) => {
    const waiting = await sameThatWaits(tx, who, order)
    if (waiting) return waiting
    const { what, format } = order
    const filters = saidOf(order.filters)
    const [row] = await tx
      .insert(exportFiles)
      .values({ adminId: who.id, what, format, filters, state: 'waiting', createdAt: app.clock.now() })
      .returning()
    if (!row) throw new Error('No export was written.')
    const { search, ...shown } = filters
    const details = { what, format, ...shown, ...(search === undefined ? {} : { searched: true }) }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'export.started', subject: row.id, details })
    await app.jobs.send(tx, makeExport, { exportId: row.id })
    return row
  })
}
