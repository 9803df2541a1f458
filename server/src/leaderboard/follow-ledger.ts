// How many students stand at each score, as the database has it: all of them once, then what the ledger adds.
import type { AgeCategory } from '@baobab/contract/age.ts'
import type pg from 'pg'
import { createScoreCounts, type ScoreCounts } from './score-counts.ts'

/** The counts of a server and what they hold already. */
export type LedgerView = {
  counts: Record<AgeCategory, ScoreCounts>
  /** Of the database when it was last read: tells which transactions the counts hold. */
  snapshot: string
  /** Lines up to this number came with a restored database; the counts held them from the start. */
  restoredUpTo: string
}

type ScoreMove = { age_category: AgeCategory; score: number; students: number }

// A line is new if its transaction was not visible to the last snapshot: it began after it (xmax) or was open then (xip).
// The sequence of the ledger would not do, because a lower number can be committed later. An old transaction that stays
// open holds nothing back: only its own id is asked for again.
const NEW = `(xid >= pg_snapshot_xmax($1::pg_snapshot)
  or xid = any (array(select pg_snapshot_xip($1::pg_snapshot))))`

const LOAD = `select age_category, score, count(*)::integer as students from standings where stands group by 1, 2`

// What a snapshot shows and yet calls new was written elsewhere, before a backup was restored here: ids of transactions
// start anew in another cluster, numbers of lines do not.
const RESTORED = `select coalesce(max(seq), 0)::text as seq from standing_changes where ${NEW}`

const FOLLOW = `
with fresh as (
  select age_category, score_after - delta as before, score_after as after, stood, stands
  from standing_changes where ${NEW} and seq > $2::bigint
), moved as (
  select age_category, score, sum(students)::integer as students from (
    select age_category, before as score, -1 as students from fresh where stood
    union all select age_category, after, 1 from fresh where stands
  ) as steps group by 1, 2
)
select pg_current_snapshot()::text as snapshot, moved.* from (select) as always left join moved on true`

/** Reads all counts and the snapshot that they belong to. */
export async function loadLedgerView(pool: pg.Pool): Promise<LedgerView> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const { rows: taken } = await client.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
    const snapshot = taken[0]?.snapshot ?? ''
    const { rows: restored } = await client.query<{ seq: string }>(RESTORED, [snapshot])
    const { rows } = await client.query<ScoreMove>(LOAD)
    await client.query('commit')
    const counts = { '5-10': createScoreCounts(), '11-20': createScoreCounts() }
    for (const { age_category, score, students } of rows) counts[age_category].add(score, students)
    client.release()
    return { counts, snapshot, restoredUpTo: restored[0]?.seq ?? '0' }
  } catch (error) {
    // Its transaction may still be open, so nobody else may have this connection.
    client.release(true)
    throw error
  }
}

/**
 * Brings a view up to what is committed now. Answers the scores that students came to or left, those too that as many
 * came to as left: the order of the board may have changed.
 */
export async function followLedger(pool: pg.Pool, view: LedgerView): Promise<ScoreMove[]> {
  // Not prepared by name: a plan for any snapshot would read the whole ledger, one for this snapshot its last few lines.
  const { rows } = await pool.query<{ snapshot: string } & (ScoreMove | { age_category: null })>(FOLLOW, [
    view.snapshot,
    view.restoredUpTo,
  ])
  const moved = rows.filter((row) => row.age_category !== null)
  for (const { age_category, score, students } of moved) view.counts[age_category].add(score, students)
  view.snapshot = rows[0]?.snapshot ?? view.snapshot
  return moved
}
