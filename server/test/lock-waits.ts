// Waits until a test's statements are waiting for locks that it holds.
import { expect } from 'vitest'
import { waitFor } from './wait-for.ts'

/** A pool or client of the owner of a test's database. */
type Owner = { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> }
/** The minimum number of waiting statements, and text they contain (in the first 1,000 characters, ignoring case). */
type Waits = { count?: number; query?: string }

/** Waits until statements are waiting for a lock. There may be more, because jobs sent by the test start at any time. */
export const waitForLockWaits = (owner: Owner, { count = 1, query = '' }: Waits = {}) =>
  waitFor(async () => {
    const { rows } = await owner.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and position(lower($1) in lower(query)) > 0`,
      [query],
    )
    expect(rows.length).toBeGreaterThanOrEqual(count)
  })

/** Waits until any role's statement is waiting for a table. */
export const waitForTableWait = (owner: Owner, table: string) =>
  waitFor(async () => {
    const { rows } = await owner.query(
      `select from pg_locks where not granted and relation = $1::regclass
         and database = (select oid from pg_database where datname = current_database())`,
      [table],
    )
    expect(rows.length).toBeGreaterThan(0)
  })
