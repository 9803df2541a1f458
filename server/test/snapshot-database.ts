import { expect } from 'vitest'
import type { TestApp } from './harness.ts'
import { waitFor } from './wait-for.ts'

/**
 * Tables that change without a call, or with one that is refused: counters of rate limits, the last look at the clock, and
 * what fair play notices a few seconds after an attempt.
 */
const IGNORED = new Set(['rate_limits', 'waits', 'clock_state', 'fair_play_flags'])

/** Columns that change likewise: every call updates when the session and the account were last used, refused or not. */
const IGNORED_COLUMNS = ['last_seen_at', 'expires_at', 'last_active_at', 'examined_at', 'is_suspect', 'wrong_key']

/** Waits until the mails of earlier calls were handed over: their job notes that in the row of the code. */
async function waitForMails(t: TestApp): Promise<void> {
  await waitFor(async () => {
    const { rows } = await t.app.pool.query(
      `select from pgboss.job where name = 'account-mails' and state in ('created', 'active') and start_after <= now()`,
    )
    expect(rows).toEqual([])
  })
}

/** Returns a query for one row for each table, with its name and the hash of its content. */
function fingerprintOf(tables: readonly string[]): string {
  const selects = tables.map(
    (
      name,
    ) => `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(content, ',' order by content)), '') as hash
       from (select (to_jsonb(row) - '{${IGNORED_COLUMNS.join(',')}}'::text[])::text as content from "${name}" as row) as rows`,
  )
  return selects.join(' union all ')
}

/** Returns a fingerprint of every table: equal ones before and after a call mean that nothing was written. */
export async function snapshotDatabase(t: TestApp): Promise<Record<string, string>> {
  await waitForMails(t)
  const tables = await t.app.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const names = tables.rows.map(({ name }) => name).filter((name) => !IGNORED.has(name))
  const { rows } = await t.app.pool.query<{ name: string; hash: string }>(fingerprintOf(names))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
