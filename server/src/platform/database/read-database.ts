// Reads lists from a replica (DATABASE_READ_URL), to spare the primary. A list never lacks what was committed before it
// was asked for, on any server: the replica is used once it has replayed the position that the primary's log has now.
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { findCode, isDatabaseUnavailable } from '../http/errors.ts'
import type { Database, Db } from './database.ts'

/** How long a list waits for the replica, which is usually behind by milliseconds; then the primary is read. */
const CATCH_UP_MS = 250
const CHECK_EVERY_MS = 10
/** How long the replica is not used after it was behind or failed, so that only one list in this time waits for it. */
const PAUSE_MS = 5_000

/** The replica ended the query, because it could not replay the primary's log as long as that ran. */
const RECOVERY_CONFLICT = '40001'

export type ReadDatabase = {
  /** Runs a query of a list on the replica if it has everything that is committed now, else on the primary. */
  read<T>(query: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Opening = {
  primary: Pick<Database, 'db' | 'pool'>
  /** Undefined: everything is read from the primary. */
  replica: Database | undefined
  log: Logger
}

/** Whether the replica has replayed a position. Not if it is no replica: it may have become a database of its own. */
async function hasReplayed(pool: pg.Pool, position: string): Promise<boolean> {
  const { rows } = await pool.query<{ isCaughtUp: boolean }>(
    'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1 as "isCaughtUp"',
    [position],
  )
  return rows[0]?.isCaughtUp === true
}

/** Waits until the replica has what the primary has now. @throws if it has not within a quarter of a second */
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

/** Creates the reader of lists. A replica that is away, or behind, is no error: the primary is read. */
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
