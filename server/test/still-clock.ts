// A clock that is stopped until a test moves it, for anything that depends on the time between two calls.
import type { Clock } from '../src/platform/clock.ts'
import { withClient } from '../src/platform/database/prepare-database.ts'

/**
 * Stops a database's clock for connections opened from now on, and returns a clock for its server. SQL adds the amount a test
 * has moved the server's clock by, so both always show the same time.
 */
export async function createStillClock(ownerUrl: string): Promise<Clock> {
  const stoppedAt = Date.now()
  // Found before PostgreSQL's own, whose schema is searched first unless a path names it later.
  await withClient(ownerUrl, async (client) => {
    await client.query(`
      create function public.clock_timestamp() returns timestamptz language sql volatile
        as $$ select '${new Date(stoppedAt).toISOString()}'::timestamptz $$;
      alter database ${new URL(ownerUrl).pathname.slice(1)} set search_path = public, pg_catalog`)
  })
  let offset = 0
  return {
    now: () => new Date(stoppedAt + offset),
    offsetMs: () => offset,
    set: (at) => {
      offset = at.getTime() - stoppedAt
    },
    advance: (ms) => {
      offset += ms
    },
    correct: () => undefined,
  }
}
