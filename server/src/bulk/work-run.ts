// Works on a run, batch by batch. A batch is one transaction that also marks its rows, so that after a crash the run continues
// with the rest and no row is changed twice, even if two servers work on one run.
import { bulkAudience, type BulkActionName, bulkText } from '@baobab/contract/bulk/endpoints.ts'
import { isAllowed, listRoles } from '@baobab/contract/accounts/rules.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { findAdminById } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { isDatabaseUnavailable, toRefusal } from '../platform/http/errors.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import type { BulkAction, BulkTarget } from './action.ts'
import { findBulkAction } from './actions.ts'
import { loadNames } from './lists.ts'
import { bulkRuns, bulkTargets, type BulkRunRow } from './tables.ts'

type BulkJob = { runId: string }
export const bulkFailed = defineQueue<BulkJob>('bulk-runs-failed')
export const bulkJobs = defineQueue<BulkJob>('bulk-runs', {
  retryLimit: 10,
  heartbeatSeconds: 60,
  expireInSeconds: 3 * 3_600,
  deadLetter: bulkFailed,
})

/** The number of rows per transaction: few, so that others wait only milliseconds for a row's lock. */
const BATCH_ROWS = 20

type TargetRow = { position: number; targetId: string; before: unknown }
type Outcome = { position: number; state: 'done' | 'skipped' | 'failed'; reason: string | null; before: unknown }

/** Works on a run until no rows are waiting, it is stopped, or the signal aborts. Safe to repeat, and to run twice at once. */
export async function workRun(app: App, runId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const [run] = await app.db.select().from(bulkRuns).where(eq(bulkRuns.id, runId))
    const action = run && findBulkAction(run.action)
    if (run?.state !== 'running') return
    const who = await findCaller(app, run)
    if (!action || !who) return stopRun(app, runId)
    const worker: Worker = { app, who, run, action }
    const isOver = action.isOutside ? await workOutside(worker, signal) : await workBatch(worker)
    if (isOver) return
  }
}

type Worker = { app: App; who: AdminUser; run: BulkRunRow; action: BulkAction }

/** Returns a run's admin in the form that actions take; undefined if the admin may no longer run the action. */
async function findCaller(app: App, { adminId, action, startedAt }: BulkRunRow): Promise<AdminUser | undefined> {
  const admin = await findAdminById(app.db, adminId)
  if (!admin || admin.removedAt || !isAllowed(bulkAudience[action as BulkActionName], listRoles(admin)))
    return undefined
  const { id, username } = admin
  // The session may have ended in the meantime. Whether the password was entered recently was checked at the start.
  return { kind: 'admin', id, username, roles: listRoles(admin), sessionId: '', confirmedAt: startedAt }
}

/** Processes one batch in a transaction, with a savepoint for each row. Returns whether none is left. */
async function workBatch(worker: Worker): Promise<boolean> {
  const { app, run } = worker
  return app.db.transaction(async (tx) => {
    // Other workers on this run wait here, and then find other rows.
    const [locked] = await tx.select().from(bulkRuns).where(eq(bulkRuns.id, run.id)).for('no key update')
    if (locked?.state !== 'running') return true
    const rows = await selectWaiting(tx, run.id)
    const names = await loadNames(
      tx,
      run.action,
      rows.map(({ targetId }) => targetId),
    )
    const outcomes: Outcome[] = []
    for (const row of rows) outcomes.push(await workRow(worker, row, names, (work) => tx.transaction(work)))
    await storeOutcomes(app, tx, run.id, outcomes)
    return rows.length < BATCH_ROWS
  })
}

/** Processes one batch without a transaction, for an action that waits for another company. */
async function workOutside(worker: Worker, signal: AbortSignal): Promise<boolean> {
  const { app, run } = worker
  const rows = await selectWaiting(app.db, run.id)
  const names = await loadNames(
    app.db,
    run.action,
    rows.map(({ targetId }) => targetId),
  )
  for (const row of rows) {
    signal.throwIfAborted()
    const outcome = await workRow(worker, row, names, (work) => work(app.db))
    await app.db.transaction((tx) => storeOutcomes(app, tx, run.id, [outcome]))
  }
  return rows.length < BATCH_ROWS
}

function selectWaiting(db: App['db'] | Tx, runId: string): Promise<TargetRow[]> {
  return db
    .select({ position: bulkTargets.position, targetId: bulkTargets.targetId, before: bulkTargets.before })
    .from(bulkTargets)
    .where(and(eq(bulkTargets.runId, runId), eq(bulkTargets.state, 'waiting')))
    .orderBy(asc(bulkTargets.position))
    .limit(BATCH_ROWS)
}

type Within = (work: (db: App['db'] | Tx) => Promise<unknown>) => Promise<unknown>

/** Applies the action to one row. Throws only if the database cannot be reached, so that the row is retried. */
async function workRow(
  { app, who, run, action }: Worker,
  { position, targetId: id, before }: TargetRow,
  names: ReadonlyMap<string, string>,
  within: Within,
): Promise<Outcome> {
  const name = names.get(id)
  if (name === undefined) return { position, state: 'skipped', reason: bulkText.rowGone, before: null }
  const target: BulkTarget = { id, name }
  const options = run.options as never
  try {
    const result = await within((db) => {
      const inner = { ...app, db: db as App['db'] }
      return run.undoes === null
        ? action.run(inner, who, { target, options })
        : (action.undo?.(inner, who, { target, before }) ?? Promise.resolve())
    })
    return { position, state: 'done', reason: null, before: run.undoes === null ? (result ?? null) : null }
  } catch (error) {
    if (isDatabaseUnavailable(error) || !(error instanceof Error)) throw error
    const refusal = toRefusal(error)
    if (refusal) return { position, state: 'skipped', reason: refusal.message, before: null }
    app.log.error({ err: error, runId: run.id, action: run.action }, 'a row of a bulk action failed')
    return { position, state: 'failed', reason: bulkText.rowFailed, before: null }
  }
}

/** Marks rows, counts them in the run, and finishes the run with its last row. */
async function storeOutcomes(app: App, tx: Tx, runId: string, outcomes: readonly Outcome[]): Promise<void> {
  await tx.execute(sql`
    with marked as (
      update ${bulkTargets} as target set state = outcome.state, reason = outcome.reason, before = outcome.before
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
        as outcome (position integer, state text, reason text, before jsonb)
      where target.run_id = ${runId} and target.position = outcome.position and target.state = 'waiting'
      returning target.state
    )
    update ${bulkRuns} set
      done = done + (select count(*) from marked where marked.state = 'done'),
      skipped = skipped + (select count(*) from marked where marked.state = 'skipped'),
      failed = failed + (select count(*) from marked where marked.state = 'failed')
    where id = ${runId}`)
  // Not derived from the counts, because rows of erased accounts are deleted.
  const isLast = sql`not exists (select from bulk_targets where run_id = ${runId} and state = 'waiting')`
  await tx
    .update(bulkRuns)
    .set({ state: 'done', finishedAt: app.clock.now() })
    .where(and(eq(bulkRuns.id, runId), eq(bulkRuns.state, 'running'), isLast))
}

/** Ends a run before its last row. Does nothing if it has ended. Also called when every attempt of its job has failed. */
export async function stopRun(app: App, runId: string): Promise<void> {
  await app.db
    .update(bulkRuns)
    .set({ state: 'stopped', finishedAt: app.clock.now() })
    .where(and(eq(bulkRuns.id, runId), eq(bulkRuns.state, 'running')))
}
