// The ranking of this server: counts in memory, kept true from the ledger of points. The database is the only truth;
// what is here can be lost at any moment and is read anew at the next start.
import { ageCategories, type AgeCategory } from '@baobab/contract/age.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Db } from '../platform/database.ts'
import { makeBoard, type Board } from './board.ts'
import { createCounts, type ScoreCounts } from './counts.ts'
import { readBoard } from './queries.ts'

export type Ranking = {
  /** The competition rank of a score: one more than the students above it. */
  rankOf(category: AgeCategory, score: number): number
  /** Students who stand in a category. */
  total(category: AgeCategory): number
  board(category: AgeCategory): Board
  /** Tells of each new board until the answered function is called. */
  onBoard(listener: (category: AgeCategory, board: Board) => void): () => void
  /** Reads what was committed since the last reading; resolves when it shows. */
  follow(): Promise<void>
  close(): Promise<void>
}

/** How often the ledger is read: one read for all answers, well within the second that decisions 5 allow. */
const EVERY_MS = 150

type Row = { age_category: AgeCategory; score: number; students: number }

const LOAD = `select age_category, score, count(*)::integer as students from standings where stands group by 1, 2`

// A row is new if its transaction was not visible to the last snapshot: it began after it (xmax) or was open then (xip).
// The sequence of the ledger would not do, because a lower number can be committed later. An old transaction that stays
// open holds nothing back: only its own id is asked for again.
const FOLLOW = `
with last as (select $1::text::pg_snapshot as seen),
fresh as (
  select age_category, score_after - delta as before, score_after as after, stood, stands
  from standing_changes, last
  where xid >= pg_snapshot_xmax(seen) or xid = any (array(select pg_snapshot_xip(seen) from last))
),
moved as (
  select age_category, score, sum(students)::integer as students from (
    select age_category, before as score, -1 as students from fresh where stood
    union all select age_category, after, 1 from fresh where stands
  ) as steps group by 1, 2
)
select pg_current_snapshot()::text as snapshot, moved.* from last left join moved on true`

type Loaded = { counts: Record<AgeCategory, ScoreCounts>; snapshot: string }

/** Reads all counts and the snapshot that they belong to. */
async function load(pool: pg.Pool): Promise<Loaded> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const { rows: seen } = await client.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
    const { rows } = await client.query<Row>(LOAD)
    await client.query('commit')
    const counts = { '5-10': createCounts(), '11-20': createCounts() }
    for (const { age_category, score, students } of rows) counts[age_category].add(score, students)
    return { counts, snapshot: seen[0]?.snapshot ?? '' }
  } finally {
    client.release()
  }
}

/** Opens the ranking: loads it, then follows the ledger until it is closed. */
export async function openRanking(options: { pool: pg.Pool; db: Db; log: Logger; everyMs?: number }): Promise<Ranking> {
  const { pool, db, log, everyMs = EVERY_MS } = options
  const loaded = await load(pool)
  const { counts } = loaded
  let { snapshot } = loaded
  const boards = {} as Record<AgeCategory, Board>
  const listeners = new Set<(category: AgeCategory, board: Board) => void>()

  const rebuild = async (category: AgeCategory) => {
    const board = await makeBoard(await readBoard(db, category))
    if (boards[category]?.etag === board.etag) return
    boards[category] = board
    for (const tell of listeners) tell(category, board)
  }

  /** Boards whose bytes must be made anew; kept over a reading that fails. */
  const stale = new Set<AgeCategory>()

  const read = async () => {
    type Moved = { snapshot: string } & (Row | { age_category: null })
    const { rows } = await pool.query<Moved>({ name: 'follow-ranking', text: FOLLOW, values: [snapshot] })
    for (const row of rows) {
      snapshot = row.snapshot
      if (row.age_category === null) continue
      if (row.students !== 0) counts[row.age_category].add(row.score, row.students)
      if (row.score >= boards[row.age_category].cut) stale.add(row.age_category)
    }
    for (const category of stale) {
      await rebuild(category)
      stale.delete(category)
    }
  }

  // Readings never overlap: each waits for the one before it, and a failed one does not stop the next.
  let last: Promise<void> = Promise.resolve()
  const follow = () => {
    last = last.catch(() => undefined).then(read)
    return last
  }

  for (const category of ageCategories) await rebuild(category)
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const again = () => {
    timer = setTimeout(() => {
      follow()
        .catch((error: unknown) => log.warn({ err: error }, 'the ranking could not follow the ledger'))
        .finally(() => {
          if (!isClosed) again()
        })
    }, everyMs)
  }
  again()

  return {
    rankOf: (category, score) => counts[category].above(score) + 1,
    total: (category) => counts[category].total,
    board: (category) => boards[category],
    onBoard(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    follow,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await last.catch(() => undefined)
    },
  }
}
