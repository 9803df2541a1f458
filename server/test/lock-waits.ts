// Waits until statements of a test wait for locks that it holds.
import { expect } from 'vitest'
import { waitFor } from './wait-for.ts'

/** A pool or a client of the owner of a test's database. */
type Owner = { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> }
/** At least how many statements must be waiting, and text that they contain (in the first 1,000 characters, in any case). */
type Waits = { count?: number; query?: string }

/** Waits until statements wait for a lock. There may be more: jobs that the test has sent begin at any time. */
export const waitForLockWaits = (owner: Owner, { count = 1, query = '' }: Waits = {}) =>
  waitFor(async () => {
    const { rows } = await owner.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and position(lower($1) in lower(query)) > 0`,
      [query],
    )
    expect(rows.length).toBeGreaterThanOrEqual(count)
  })

/** Waits until a statement of any role waits for a table. */
export const waitForTableWait = (owner: Owner, table: string) =>
  waitFor(async () => {
    const { rows } = await owner.query(
      `select from pg_locks where not granted and relation = $1::regclass
         and database = (select oid from pg_database where datname = current_database())`,
      [table],
    )
    expect(rows.length).toBeGreaterThan(0)
  })
