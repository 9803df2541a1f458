// Removes data kept only for undo, such as the files of deleted videos, once an action can no longer be undone.
import { BULK_UNDO_MS } from '@baobab/contract/bulk/endpoints.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { findBulkAction, forgettingActions } from './actions.ts'
import { bulkTargets } from './tables.ts'

/** An undo started at the last moment may still be running. */
const MARGIN_MS = 3_600_000

type Row = { runId: string; position: number; id: string; before: unknown; action: string }

/** Forgets the rows of all old runs. Failures are logged, and retried by the next call. */
export async function forgetOldRows(app: App): Promise<void> {
  for (const { runId, position, action, ...row } of await listRowsToForget(app)) {
    try {
      await findBulkAction(action)?.forget?.(app, { target: { id: row.id }, before: row.before })
      const isRow = and(eq(bulkTargets.runId, runId), eq(bulkTargets.position, position))
      await app.db.update(bulkTargets).set({ before: null }).where(isRow)
    } catch (error) {
      app.log.warn({ err: error, runId, action }, 'failed to remove what was kept for undo')
    }
  }
}

/** Lists the rows that were changed and not restored, by actions that can no longer be undone. */
async function listRowsToForget(app: App): Promise<Row[]> {
  const before = new Date(app.clock.now().getTime() - BULK_UNDO_MS - MARGIN_MS).toISOString()
  const { rows } = await app.db.execute<Row>(sql`
    select run.id as "runId", target.position, target.target_id as id, target.before, run.action
    from bulk_targets target join bulk_runs run on run.id = target.run_id
    where run.action = any(${sql.param(forgettingActions)}) and run.undoes is null and run.state <> 'running' and run.started_at <= ${before}::timestamptz
      and target.state = 'done' and target.before is not null
      and not exists (
        select from bulk_runs undo join bulk_targets restored on restored.run_id = undo.id
        where undo.undoes = run.id and restored.target_id = target.target_id
          and (restored.state = 'done' or (restored.state = 'waiting' and undo.state = 'running')))`)
  return rows
}
