// The ranking of this server: counts in memory, kept true from the ledger of points. The database is the only truth;
// what is here can be lost at any moment and is read anew at the next start.
import { ageCategories, type AgeCategory } from '@baobab/contract/age.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Ranking, RenderedBoard } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { renderBoard } from './rendered-board.ts'
import { followLedger, loadLedgerView } from './follow-ledger.ts'
import { readBoard } from './queries.ts'

export type RankingOptions = {
  /** Best with a connection of its own: behind the queue of all requests a reading would come too late. */
  pool: pg.Pool
  db: Db
  log: Logger
  everyMs?: number
}

/** How often the ledger is read: one read for all answers, well within the second that decisions 5 allow. */
const EVERY_MS = 150
/** How long after a reading that failed; the next one counts everything anew, which is work, so each waits longer. */
const AFTER_FAILURE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** Opens the ranking: loads it, then follows the ledger until it is closed. */
export async function openRanking({ pool, db, log, everyMs = EVERY_MS }: RankingOptions): Promise<Ranking> {
  const boardOf = async (category: AgeCategory) => renderBoard(await readBoard(db, category))
  let view = await loadLedgerView(pool)
  const boards: Record<AgeCategory, RenderedBoard> = { '5-10': await boardOf('5-10'), '11-20': await boardOf('11-20') }
  const listeners = new Set<(category: AgeCategory, board: RenderedBoard) => void>()

  const rebuild = async (category: AgeCategory) => {
    const board = await boardOf(category)
    if (boards[category].etag === board.etag) return
    boards[category] = board
    for (const tell of listeners) tell(category, board)
  }

  // A database that was away may come back as another: a copy of it, or itself after a crash, with the ids of
  // transactions that it lost given out again. So a failed reading is followed by one of everything.
  let isSure = true
  const read = async () => {
    const stale = new Set<AgeCategory>(isSure ? [] : ageCategories)
    if (!isSure) view = await loadLedgerView(pool)
    isSure = false
    for (const { age_category: category, score } of await followLedger(pool, view))
      if (score >= boards[category].cut) stale.add(category)
    for (const category of stale) await rebuild(category)
    isSure = true
  }

  // Readings never overlap: each waits for the one before it, and a failed one does not stop the next.
  let last: Promise<void> = Promise.resolve()
  const follow = () => {
    last = last.catch(() => undefined).then(read)
    return last
  }
  let failures = 0
  const stop = repeat(everyMs, async () => {
    try {
      await follow()
      failures = 0
      return undefined
    } catch (error) {
      log.warn({ err: error }, 'the ranking could not follow the ledger')
      failures += 1
      return Math.min(LONGEST_PAUSE_MS, AFTER_FAILURE_MS * 2 ** (failures - 1))
    }
  })

  return {
    rankOf: (category, score) => view.counts[category].above(score) + 1,
    total: (category) => view.counts[category].total,
    board: (category) => boards[category],
    onBoard(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    follow,
    async close() {
      stop()
      await last.catch(() => undefined)
    },
  }
}

/** Runs a step again and again, each so long after the end of the one before; answers how to stop. */
function repeat(everyMs: number, step: () => Promise<number | undefined>): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout
  const again = (afterMs: number) => {
    const run = async () => {
      const pause = await step()
      if (!isStopped) again(pause ?? everyMs)
    }
    timer = setTimeout(() => void run(), afterMs)
  }
  again(everyMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
