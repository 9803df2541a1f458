// Counts the students at each score: loads all counts once, then applies the new rows of the points ledger.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type pg from 'pg'
import { createScoreCounts, type ScoreCounts } from './score-counts.ts'

/** The counts in one server's memory, and the part of the ledger that they include. */
type LedgerView = {
  counts: Record<AgeCategory, ScoreCounts>
  /** The database snapshot of the last read: it defines which transactions the counts include. */
  snapshot: string
  /** The connection of the last read, which has ended if PostgreSQL crashed or a replica took over. */
  client: pg.ClientBase
  /** Ledger rows up to this number were restored from a backup; the counts have included them from the start. */
  restoredUpTo: string
}

/** A change to the number of students with a score. */
type ScoreMove = { age_category: AgeCategory; score: number; students: number }

/** How long loading all counts may take: with millions of students, longer than a request is allowed to. */
const LOAD_MS = 600_000

// A row is new if its transaction was invisible to the last snapshot: it began later (xmax) or was still open (xip).
// The row number is no substitute, because a row with a lower number may be committed later. A long transaction delays
// nothing: only its own id is looked up again.
// This holds only for the connection on which the snapshot was taken. A crash or a failover ends it, and PostgreSQL may then give
// the ids of transactions that were rolled back, and that its log does not have, to new ones.
const IS_NEW = `(xid >= pg_snapshot_xmax($1::pg_snapshot)
  or xid = any (array(select pg_snapshot_xip($1::pg_snapshot))))`

const LOAD = `select age_category, score, count(*)::integer as students from standings where stands group by 1, 2`

// If a row is visible to a snapshot but counts as new, it was written in another cluster before a backup was restored
// here: a new cluster restarts the transaction ids, but not the row numbers.
const RESTORED = `select coalesce(max(seq), 0)::text as seq from standing_changes where ${IS_NEW}`

const FOLLOW = `
with fresh as (
  select age_category, score_after - delta as before, score_after as after, stood, stands
  from standing_changes where ${IS_NEW} and seq > $2::bigint
), moved as (
  select age_category, score, sum(students)::integer as students from (
    select age_category, before as score, -1 as students from fresh where stood
    union all select age_category, after, 1 from fresh where stands
  ) as steps group by 1, 2
)
select pg_current_snapshot()::text as snapshot, moved.* from (select) as always left join moved on true`

/**
 * Loads all counts and the snapshot they belong to.
 * @param client must be closed if this fails, because its transaction may still be open
 */
export async function loadLedgerView(client: pg.ClientBase): Promise<LedgerView> {
  const slow = (text: string) => ({ text, query_timeout: LOAD_MS })
  await client.query(`begin isolation level repeatable read read only; set local statement_timeout = ${LOAD_MS}`)
  const { rows: taken } = await client.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
  const snapshot = taken[0]?.snapshot ?? ''
  const { rows: restored } = await client.query<{ seq: string }>({ ...slow(RESTORED), values: [snapshot] })
  const { rows } = await client.query<ScoreMove>(slow(LOAD))
  await client.query('commit')
  const counts = { '5-10': createScoreCounts(), '11-20': createScoreCounts() }
  for (const { age_category, score, students } of rows) counts[age_category].add(score, students)
  return { counts, snapshot, client, restoredUpTo: restored[0]?.seq ?? '0' }
}

/**
 * Applies the ledger rows that were committed since the last read to a view, over the connection of that read.
 * @returns every score that students reached or left, even if its count is unchanged: the order may have changed
 */
export async function followLedger(view: LedgerView): Promise<ScoreMove[]> {
  // Not a named prepared statement: a generic plan reads the whole ledger, but a plan for this snapshot reads only the
  // last few rows.
  const { rows } = await view.client.query<{ snapshot: string } & (ScoreMove | { age_category: null })>(FOLLOW, [
    view.snapshot,
    view.restoredUpTo,
  ])
  const moved = rows.filter((row) => row.age_category !== null)
  for (const { age_category, score, students } of moved) view.counts[age_category].add(score, students)
  view.snapshot = rows[0]?.snapshot ?? view.snapshot
  return moved
}
