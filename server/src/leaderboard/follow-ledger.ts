// Counts the students at each score: loads all counts once, then applies the new rows of the points ledger.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type pg from 'pg'
import { createScoreCounts, type ScoreCounts } from './score-counts.ts'

/** A node's part of the ledger. Without Citus, that is the whole ledger. */
export type LedgerNode = {
  /** The tables on the node: its shards, or the only table. */
  entries: string[]
  ledger: string[]
  client: pg.ClientBase
}

type NodeView = LedgerNode & {
  /** The database snapshot of the last read: it defines which transactions the counts include. */
  snapshot: string
  /** For each table of the ledger: rows up to this number were written elsewhere, and the counts include them from the start. */
  copiedUpTo: string[]
}

/**
 * The counts in one server's memory, and the part of each node's ledger that they include. Each node is read at its own time: the
 * counts may include a change on one node and not yet an earlier one on another, which the same read or the next one finds.
 */
type LedgerView = { counts: Record<AgeCategory, ScoreCounts>; nodes: NodeView[] }

/** A change to the number of students with a score. */
type ScoreMove = { age_category: AgeCategory; score: number; students: number }

/** How long loading all counts may take: with millions of students, longer than a request is allowed to. */
const LOAD_MS = 600_000

// A row is new if its transaction was invisible to the last snapshot: it began later (xmax) or was still open (xip).
// The row number is no substitute, because a row with a lower number may be committed later. A long transaction delays
// nothing: only its own id is looked up again.
// This holds only for the connection on which the snapshot was taken. A crash or a failover ends it, and PostgreSQL may then give
// the ids of transactions that were rolled back, and that its log does not have, to new ones.
const IS_NEW = '(xid >= $1::xid8 or xid = any ($2::xid8[]))'

/**
 * Reads the parameters of `IS_NEW` from a snapshot: `xmin:xmax:xip,…`. With their values, PostgreSQL plans for the few rows of these
 * transactions, even if most of the ledger was written by one, such as the one that copied it to its node.
 */
function readSnapshot(snapshot: string): [xmax: string, xip: string[]] {
  const [, xmax = '', xip = ''] = snapshot.split(':')
  return [xmax, xip.split(',').filter((xid) => xid !== '')]
}

const toLoad = (entries: string[]) => `
select age_category, score, count(*)::integer as students
from (${entries.map((table) => `select age_category, score, stands from ${table}`).join(' union all ')}) as entries
where stands group by 1, 2`

// If a row is visible to a snapshot but counts as new, it was written in another cluster, before a backup was restored here or a
// shard was moved here: each cluster has its own transaction ids, but all have the same row numbers. Found for each table,
// because other tables may have rows with lower numbers that are not committed yet.
const toFindCopied = (ledger: string[]) => `
select array[${ledger.map((table) => `(select coalesce(max(seq), 0) from ${table} where ${IS_NEW})`).join()}]::text[] as seqs`

const toFollow = (ledger: string[]) => `
with fresh as (
  ${ledger
    .map(
      (table, n) => `select age_category, score_after - delta as before, score_after as after, stood, stands
  from ${table} where ${IS_NEW} and seq > ($3::bigint[])[${n + 1}]`,
    )
    .join(' union all ')}
), moved as (
  select age_category, score, sum(students)::integer as students from (
    select age_category, before as score, -1 as students from fresh where stood
    union all select age_category, after, 1 from fresh where stands
  ) as steps group by 1, 2
)
select pg_current_snapshot()::text as snapshot, moved.* from (select) as always left join moved on true`

/** Whether a view is of these nodes: the same tables over the same connections. */
export const isViewOf = ({ nodes: seen }: LedgerView, nodes: readonly LedgerNode[]): boolean =>
  seen.length === nodes.length &&
  seen.every(({ client, ledger }, n) => client === nodes[n]?.client && ledger.join() === nodes[n].ledger.join())

/**
 * Loads all counts and the snapshots they belong to.
 * @param nodes their connections must be closed if this fails, because transactions may still be open
 */
export async function loadLedgerView(nodes: readonly LedgerNode[]): Promise<LedgerView> {
  const loaded = await Promise.all(nodes.map(loadNode))
  const counts = { '5-10': createScoreCounts(), '11-20': createScoreCounts() }
  for (const { moves } of loaded) addMoves(counts, moves)
  return { counts, nodes: loaded.map(({ node }) => node) }
}

async function loadNode(node: LedgerNode): Promise<{ node: NodeView; moves: ScoreMove[] }> {
  const { client, entries, ledger } = node
  const slow = (text: string) => ({ text, query_timeout: LOAD_MS })
  await client.query(`begin isolation level repeatable read read only; set local statement_timeout = ${LOAD_MS}`)
  const { rows: taken } = await client.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
  const snapshot = taken[0]?.snapshot ?? ''
  const { rows: copied } = await client.query<{ seqs: string[] }>({
    ...slow(toFindCopied(ledger)),
    values: readSnapshot(snapshot),
  })
  const { rows: moves } = await client.query<ScoreMove>(slow(toLoad(entries)))
  await client.query('commit')
  return { node: { ...node, snapshot, copiedUpTo: copied[0]?.seqs ?? [] }, moves }
}

/**
 * Applies the ledger rows that were committed since the last read to a view, over the connections of that read.
 * @returns every score that students reached or left, even if its count is unchanged: the order may have changed
 */
export async function followLedger({ counts, nodes }: LedgerView): Promise<ScoreMove[]> {
  const moves = (await Promise.all(nodes.map(followNode))).flat()
  addMoves(counts, moves)
  return moves
}

async function followNode(node: NodeView): Promise<ScoreMove[]> {
  // Not a named prepared statement: a generic plan reads the whole ledger, but a plan for this snapshot reads only the
  // last few rows.
  const { rows } = await node.client.query<{ snapshot: string } & (ScoreMove | { age_category: null })>(
    toFollow(node.ledger),
    [...readSnapshot(node.snapshot), node.copiedUpTo],
  )
  node.snapshot = rows[0]?.snapshot ?? node.snapshot
  return rows.filter((row) => row.age_category !== null)
}

function addMoves(counts: LedgerView['counts'], moves: readonly ScoreMove[]): void {
  for (const { age_category, score, students } of moves) counts[age_category].add(score, students)
}
