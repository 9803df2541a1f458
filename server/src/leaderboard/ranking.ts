// This server's ranking: counts in memory that are updated from the points ledger. The database is the only source of
// truth; everything here can be lost at any time and is reloaded at the next start.
import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Ranking, RenderedBoard } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { followLedger, isViewOf, loadLedgerView } from './follow-ledger.ts'
import { openLedgerNodes } from './ledger-nodes.ts'
import { readBoard } from './queries.ts'
import { renderBoard } from './rendered-board.ts'

type RankingOptions = {
  /** A separate pool with one connection, which is a session. Ledger reads must not wait in a queue behind requests. */
  pool: Pick<pg.Pool, 'connect'>
  /** The URL of that pool. If the ledger is distributed, the nodes' URLs are derived from it. */
  url: string
  db: Db
  log: Logger
  everyMs?: number
}

/** How often the ledger is read: one read covers all new answers. Ranks may be at most one second old. */
const FOLLOW_EVERY_MS = 150
/** The pause after a failed read. It doubles with each failure, because the next read has to load everything. */
const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 30_000

/** Opens the ranking: loads it, then follows the ledger until it is closed. */
export async function openRanking(options: RankingOptions): Promise<Ranking> {
  const { pool, url, db, log, everyMs = FOLLOW_EVERY_MS } = options
  const ledger = openLedgerNodes({ pool, url, log })
  const loadBoard = async (category: AgeCategory) => renderBoard(await readBoard(db, category))
  let readAt = performance.now()
  let view = await ledger.use(loadLedgerView)
  const boards: Record<AgeCategory, RenderedBoard> = {
    '5-10': await loadBoard('5-10'),
    '11-20': await loadBoard('11-20'),
  }
  const listeners = new Set<(category: AgeCategory, board: RenderedBoard) => void>()

  const rebuild = async (category: AgeCategory) => {
    const board = await loadBoard(category)
    if (boards[category].etag === board.etag) return
    boards[category] = board
    for (const listener of listeners) listener(category, board)
  }

  // The read after a failed one loads everything, because part of the failed one may have been applied. So does the first one on a
  // new connection (follow-ledger.ts), and the first one after a shard was moved.
  let isInSync = true
  let mustRender = false
  const read = async () => {
    const beganAt = performance.now()
    const stale = new Set<AgeCategory>()
    const moves = await ledger.use(async (nodes) => {
      const mustLoad = !isInSync || !isViewOf(view, nodes)
      if (mustLoad || mustRender) for (const category of ageCategories) stale.add(category)
      isInSync = false
      mustRender = false
      if (mustLoad) view = await loadLedgerView(nodes)
      return followLedger(view)
    })
    for (const { age_category: category, score } of moves) if (score >= boards[category].cut) stale.add(category)
    for (const category of stale) await rebuild(category)
    isInSync = true
    readAt = beganAt
  }

  // Reads never overlap: each waits for the previous one, and a failure does not stop the next.
  let last: Promise<void> = Promise.resolve()
  const follow = () => {
    last = last.catch(() => undefined).then(read)
    return last
  }
  const stop = followRepeatedly({ follow, everyMs, log })

  return {
    rankOf: (category, score) => view.counts[category].above(score) + 1,
    total: (category) => view.counts[category].total,
    board: (category) => boards[category],
    onBoard(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    renderAgain() {
      mustRender = true
    },
    follow,
    ageMs: () => performance.now() - readAt,
    async close() {
      stop()
      await last.catch(() => undefined)
      await ledger.close()
    },
  }
}

/** Follows the ledger repeatedly, each time `everyMs` after the last read ended. Returns a function that stops it. */
function followRepeatedly({ follow, everyMs, log }: { follow: () => Promise<void>; everyMs: number; log: Logger }) {
  let isStopped = false
  let failures = 0
  let timer: NodeJS.Timeout
  const schedule = (delayMs: number) => {
    timer = setTimeout(() => void run(), delayMs)
  }
  const run = async () => {
    let delayMs = everyMs
    try {
      await follow()
      failures = 0
    } catch (error) {
      log.warn({ err: error }, 'the ranking could not follow the points ledger')
      delayMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
      failures += 1
    }
    if (!isStopped) schedule(delayMs)
  }
  schedule(everyMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
