// Reads an admin's runs: their progress, and why rows were not changed.
import {
  bulkAudience,
  type BulkActionName,
  type BulkReason,
  type BulkRun,
  bulkText,
  BULK_RUN_MS,
} from '@baobab/contract/bulk/endpoints.ts'
import { isAllowed } from '@baobab/contract/accounts/rules.ts'
import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { isId } from '../platform/database/database.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { findBulkAction } from './actions.ts'
import { loadNames } from './lists.ts'
import { canUndo } from './start-run.ts'
import { bulkRuns, type BulkRunRow } from './tables.ts'

const DAY_MS = 24 * 3_600_000
const RUNS_SHOWN = 20
/** The number of rows listed by name for each reason. */
const NAMES_SHOWN = 10

function findChoice(options: unknown): string | null {
  const { publish, access } = options as { publish?: string; access?: string }
  return publish ?? access ?? null
}

export function toBulkRun(app: Pick<App, 'clock'>, row: BulkRunRow): BulkRun {
  const { id: _id, action, state, total, done, skipped, failed, startedAt, finishedAt, undoes } = row
  return {
    _id,
    action,
    choice: row.action === 'videos.visibility' ? findChoice(row.options) : null,
    state,
    total,
    done,
    skipped,
    failed,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    isUndo: undoes !== null,
    canUndo: canUndo(app, row),
  }
}

/** Lists the caller's runs of the last day, newest first. */
export async function listRuns(app: App, who: AdminUser): Promise<{ runs: BulkRun[] }> {
  const since = new Date(app.clock.now().getTime() - DAY_MS)
  const rows = await app.db
    .select()
    .from(bulkRuns)
    .where(and(eq(bulkRuns.adminId, who.id), gt(bulkRuns.startedAt, since)))
    .orderBy(desc(bulkRuns.startedAt), desc(bulkRuns.id))
    .limit(RUNS_SHOWN)
  return { runs: rows.map((row) => toBulkRun(app, row)) }
}

/** Finds one of the caller's runs. */
export async function findRun(app: App, who: AdminUser, runId: string): Promise<BulkRunRow> {
  const mine = and(eq(bulkRuns.id, runId), eq(bulkRuns.adminId, who.id))
  const [row] = isId(runId) ? await app.db.select().from(bulkRuns).where(mine) : []
  return row ?? fail('not_found')
}

type ReasonRow = { outcome: 'skipped' | 'failed'; reason: string; count: number; ids: string[] }

/** Reads a run with the reasons why rows were not changed, most frequent first. */
export async function readRun(
  app: App,
  who: AdminUser,
  runId: string,
): Promise<{ run: BulkRun; reasons: BulkReason[] }> {
  const row = await findRun(app, who, runId)
  const { rows } = await app.db.execute<ReasonRow>(sql`
    select state as outcome, coalesce(reason, ${bulkText.rowFailed}) as reason, count(*)::integer as count,
      (array_agg(target_id::text order by position))[1:${sql.raw(String(NAMES_SHOWN))}] as ids
    from bulk_targets where run_id = ${row.id} and state in ('skipped', 'failed')
    group by 1, 2 order by 3 desc, 2`)
  // A caller who may no longer perform the action sees no rows of its list.
  const maySee = findBulkAction(row.action) && isAllowed(bulkAudience[row.action as BulkActionName], who.roles)
  const ids = rows.flatMap((reason) => reason.ids)
  const names = maySee ? await loadNames(app.db, row.action, ids) : new Map<string, string>()
  const reasons = rows.map(({ ids: shown, ...reason }) => ({
    ...reason,
    names: shown.flatMap((id) => names.get(id) || []),
  }))
  return { run: toBulkRun(app, row), reasons }
}

/** Deletes runs older than a week, with their rows. */
export async function deleteOldRuns(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - BULK_RUN_MS)
  await app.db.delete(bulkRuns).where(lte(bulkRuns.startedAt, before))
}
