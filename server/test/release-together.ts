// Makes concurrent statements wait for one lock and then continue at the same moment, so that a race happens deliberately and
// not just by chance.
import { expect } from 'vitest'
import { poolSizes } from '../src/platform/database/database.ts'
import type { TestApp } from './harness.ts'
import { waitFor } from './wait-for.ts'

/** Runs statements on every connection that requests may get. */
async function onAllConnections(servers: readonly TestApp[], statements: string): Promise<void> {
  for (const { app } of servers) {
    const clients = await Promise.all(Array.from({ length: poolSizes.requests }, () => app.pool.connect()))
    await Promise.all(clients.map((client) => client.query(statements)))
    for (const client of clients) client.release()
  }
}

/** Runs an action whose statements may wait for each other's locks as long as a busy machine needs. */
export async function withoutTimeLimits<Result>(
  servers: readonly TestApp[],
  act: () => Promise<Result>,
): Promise<Result> {
  await onAllConnections(servers, 'set lock_timeout = 0; set statement_timeout = 0')
  try {
    return await act()
  } finally {
    await onAllConnections(servers, 'reset lock_timeout; reset statement_timeout')
  }
}

/**
 * Takes a lock, starts an action, and releases the lock once the action's statements are waiting for it.
 * @param servers the servers of one database whose statements wait
 * @param lock the statement that takes the lock
 * @param waiting how many statements have to be waiting
 * @param change a statement that runs just before the lock is released
 * @returns the action's result
 */
export async function releaseTogether<Result>(
  servers: readonly [TestApp, ...TestApp[]],
  { lock, waiting, change }: { lock: string; waiting: number; change?: string },
  act: () => Promise<Result>,
): Promise<Result> {
  const holder = await servers[0].owner.connect()
  return withoutTimeLimits(servers, async () => {
    try {
      await holder.query('begin')
      await holder.query(lock)
      let isOver = false
      const result = act().finally(() => {
        isOver = true
      })
      result.catch(() => undefined)
      await waitFor(async () => {
        const { rows } = await holder.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        if (!isOver) expect(rows.length).toBeGreaterThanOrEqual(waiting)
      })
      expect(isOver, 'the action ended without waiting for the lock').toBe(false)
      await holder.query(change === undefined ? 'rollback' : `${change}; commit`)
      return await result
    } finally {
      // Before the time limits are restored, so that nothing is waiting for its lock any more.
      holder.release(true)
    }
  })
}
