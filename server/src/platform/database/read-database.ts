// Reads lists from a replica (DATABASE_READ_URL), to relieve the primary. A list never misses anything committed before it was
// requested, on any server: the replica is used once it has replayed the current position in the primary's log.
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { findCode, isDatabaseUnavailable } from '../http/errors.ts'
import type { Database, Db } from './database.ts'

/** How long a list waits for the replica, which is usually only milliseconds behind, before reading from the primary. */
const CATCH_UP_MS = 250
const CHECK_EVERY_MS = 10
/** How long the replica is not used after it was behind or failed, so that only one list waits for it in this time. */
const PAUSE_MS = 5_000

/** The replica cancelled the query, because it could not replay the primary's log while it was running. */
const RECOVERY_CONFLICT = '40001'

export type ReadDatabase = {
  /** Runs a list's query on the replica if it has everything that is committed now, otherwise on the primary. */
  read<T>(query: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Opening = {
  primary: Pick<Database, 'db' | 'pool'>
  /** Undefined: everything is read from the primary. */
  replica: Database | undefined
  log: Logger
}

/** Whether the replica has replayed a position. False if it is no longer a replica: it may have become a separate database. */
async function hasReplayed(pool: pg.Pool, position: string): Promise<boolean> {
  const { rows } = await pool.query<{ isCaughtUp: boolean }>(
    'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1 as "isCaughtUp"',
    [position],
  )
  return rows[0]?.isCaughtUp === true
}

/** Waits until the replica has everything that the primary has now. @throws if that takes more than a quarter of a second */
async function catchUp(primary: pg.Pool, replica: pg.Pool): Promise<void> {
  const { rows } = await primary.query<{ position: string }>('select pg_current_wal_lsn()::text as position')
  const position = rows[0]?.position ?? ''
  const timeout = AbortSignal.timeout(CATCH_UP_MS)
  const timedOut = once(timeout, 'abort').then(() => {
    throw new Error('The replica is behind the primary, cannot be reached, or is no replica.')
  })
  const waiting = async () => {
    while (!(await hasReplayed(replica, position))) {
      timeout.throwIfAborted()
      await delay(CHECK_EVERY_MS)
    }
  }
  await Promise.race([waiting(), timedOut])
}

/** Creates the reader for lists. If the replica is unreachable or behind, this is not an error: the primary is read. */
export function createReadDatabase({ primary, replica, log }: Opening): ReadDatabase {
  if (!replica) return { read: (query) => query(primary.db), close: async () => {} }
  let pausedUntil = -Infinity
  const pause = (error: unknown) => {
    pausedUntil = performance.now() + PAUSE_MS
    log.warn({ err: error }, 'lists are read from the primary, because the replica cannot be used')
  }
  const isUsable = async () => {
    if (performance.now() < pausedUntil) return false
    return catchUp(primary.pool, replica.pool).then(
      () => true,
      (error: unknown) => {
        pause(error)
        return false
      },
    )
  }
  return {
    async read(query) {
      if (!(await isUsable())) return query(primary.db)
      try {
        return await query(replica.db)
      } catch (error) {
        if (!isDatabaseUnavailable(error) && findCode(error) !== RECOVERY_CONFLICT) throw error
        pause(error)
        return query(primary.db)
      }
    },
    close: () => replica.close(),
  }
}
