import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { App } from '../platform/app.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { findRun } from './read-runs.ts'
import { bulkRuns, type BulkRunRow } from './tables.ts'
import { and, eq } from 'drizzle-orm'

/** Stops one of the caller's runs: the current batch is finished, and no further one starts. */
export async function stopMyRun(app: App, who: AdminUser, runId: string): Promise<BulkRunRow> {
  const run = await findRun(app, who, runId)
  await app.db.transaction(async (tx) => {
    const [stopped] = await tx
      .update(bulkRuns)
      .set({ state: 'stopped', finishedAt: app.clock.now() })
      .where(and(eq(bulkRuns.id, run.id), eq(bulkRuns.state, 'running')))
      .returning()
    if (!stopped) return
    const details = { action: run.action, rows: stopped.done }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'bulk.stopped', subject: run.id, details })
  })
  return findRun(app, who, runId)
}
