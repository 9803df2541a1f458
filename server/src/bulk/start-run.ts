// Starts an action on many rows. The rows are selected now: anything added to the list later is not changed.
import {
  bulkAudience,
  type BulkOrder,
  bulkText,
  BULK_AT_ONCE,
  BULK_BY_SESSION,
  BULK_ROWS_MAX,
  BULK_UNDO_MS,
} from '@baobab/contract/bulk/endpoints.ts'
import { isAllowed } from '@baobab/contract/accounts/rules.ts'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { App } from '../platform/app.ts'
import { isId, type Tx } from '../platform/database/database.ts'
import { requireReauthentication, type AdminUser } from '../platform/http/auth.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { findBulkAction } from './actions.ts'
import { selectTargets } from './lists.ts'
import { bulkJobs, workRun } from './work-run.ts'
import { bulkRuns, bulkTargets, type BulkRunRow } from './tables.ts'

/** Starts a run. Returns it finished if it has few rows, otherwise while a job waits or works on it. */
export async function startRun(app: App, who: AdminUser, order: BulkOrder): Promise<BulkRunRow> {
  if (!isAllowed(bulkAudience[order.action], who.roles)) fail('forbidden')
  const action = findBulkAction(order.action) ?? fail('not_found')
  if (action.needsReauthentication) requireReauthentication(who, app.clock.now())
  if (order.targets.ids?.some((id) => !isId(id))) fail('not_found')
  // Finding the rows that match a filter may take longer than a request's statement timeout.
  const run = await app.separate.slow.db.transaction(async (tx) => {
    const run = await insertRun(app, tx, who, { action: order.action, options: order.options })
    const select = await selectTargets({ app, tx, who }, order)
    const { isOrdered, maxRows = BULK_ROWS_MAX } = action
    const total = await insertTargets(tx, run, { select, isOrdered, max: maxRows })
    if (total === 0) failField('targets', bulkText.nothingMatches)
    if (total > BULK_BY_SESSION) requireReauthentication(who, app.clock.now())
    const details = { action: order.action, rows: total }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'bulk.started', subject: run.id, details })
    return { ...run, total }
  })
  return workSoon(app, run)
}

/** Restores the rows that a run has changed, as a new run. Refused if that was already done, or after a day. */
export async function undoRun(app: App, who: AdminUser, runId: string): Promise<BulkRunRow> {
  if (!isId(runId)) fail('not_found')
  const run = await app.db.transaction(async (tx) => {
    const undone = await takeUndo(app, tx, who, runId)
    const run = await insertRun(app, tx, who, { action: undone.action, options: {}, undoes: undone.id })
    const select = sql`
      select target_id as id, before, -position as ordinal from bulk_targets
      where run_id = ${undone.id} and state = 'done'`
    const { isOrdered } = findBulkAction(run.action) ?? {}
    const total = await insertTargets(tx, run, { select, isOrdered, max: BULK_ROWS_MAX })
    if (total > BULK_BY_SESSION) requireReauthentication(who, app.clock.now())
    const line = { adminId: who.id, action: 'bulk.undone', subject: undone.id, details: { rows: total } }
    await writeAuditLine(app, tx, line)
    return { ...run, total }
  })
  return workSoon(app, run)
}

/** Uses up the run's only undo. */
async function takeUndo(app: App, tx: Tx, who: AdminUser, runId: string): Promise<BulkRunRow> {
  const mine = and(eq(bulkRuns.id, runId), eq(bulkRuns.adminId, who.id))
  const [row] = await tx.select().from(bulkRuns).where(mine).for('no key update')
  if (!row) fail('not_found')
  const action = findBulkAction(row.action)
  if (!isAllowed(bulkAudience[row.action as BulkOrder['action']], who.roles)) fail('forbidden')
  if (!canUndo(app, row) || !action?.undo) fail('cannot_undo')
  await tx.update(bulkRuns).set({ canUndo: false }).where(eq(bulkRuns.id, row.id))
  return row
}

/** Returns whether a run has changed rows that can still be restored. A run in progress is not finished yet. */
export function canUndo(
  app: Pick<App, 'clock'>,
  { state, done, startedAt, canUndo: isOpen }: Pick<BulkRunRow, 'state' | 'done' | 'startedAt' | 'canUndo'>,
): boolean {
  const isRecent = app.clock.now().getTime() - startedAt.getTime() < BULK_UNDO_MS
  return isOpen && state !== 'running' && done > 0 && isRecent
}

type NewRun = Pick<typeof bulkRuns.$inferInsert, 'action' | 'options' | 'undoes'>

async function insertRun(app: App, tx: Tx, who: AdminUser, run: NewRun): Promise<BulkRunRow> {
  const action = findBulkAction(run.action)
  const canUndo = run.undoes === undefined && action?.undo !== undefined
  const values = { ...run, adminId: who.id, state: 'running' as const, total: 0, canUndo, startedAt: app.clock.now() }
  const [row] = await tx.insert(bulkRuns).values(values).returning()
  if (!row) throw new Error('No run was written.')
  await app.jobs.send(tx, bulkJobs, { runId: row.id }, action?.waitSeconds)
  return row
}

type Rows = { select: SQL; isOrdered: true | undefined; max: number }

/** Stores a run's rows and returns their number. Refuses more than `max`. */
async function insertTargets(tx: Tx, run: BulkRunRow, { select, isOrdered, max }: Rows): Promise<number> {
  const order = isOrdered ? sql`ordinal` : sql`id`
  const before = run.undoes === null ? sql`null::jsonb` : sql`before`
  const inserted = await tx.execute(sql`
    insert into ${bulkTargets} (run_id, position, target_id, before)
    select ${run.id}::uuid, row_number() over (order by ${order}), id, ${before} from (${select}) as chosen limit ${max + 1}`)
  const total = inserted.rowCount ?? 0
  if (total > max) failField('targets', bulkText.tooManyRows(max))
  await tx.update(bulkRuns).set({ total }).where(eq(bulkRuns.id, run.id))
  return total
}

/** Works on a run with few rows immediately. The job that every run has does the rest, even if this server stops in the meantime. */
async function workSoon(app: App, run: BulkRunRow): Promise<BulkRunRow> {
  const action = findBulkAction(run.action)
  if (run.total > BULK_AT_ONCE || action?.isOutside || action?.waitSeconds) return run
  await workRun(app, run.id, AbortSignal.timeout(app.waitMs ?? WITHIN_MS)).catch((error: unknown) => {
    app.log.warn({ err: error }, 'a bulk action continues as a job')
  })
  const [worked] = await app.db.select().from(bulkRuns).where(eq(bulkRuns.id, run.id))
  return worked ?? run
}

/** A request that takes longer than this leaves the rest to the job. */
const WITHIN_MS = 5_000
