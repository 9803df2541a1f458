// What the database holds, so that a test can say 'nothing was written'.
import type { TestApp } from './harness.ts'

/** Tables in which a refused call may leave its traces: counters of limits. */
const COUNTERS = new Set(['rate_limits', 'waits'])

/** A fingerprint of every table; equal before and after means that nothing was written. */
export async function snapshotDatabase(t: TestApp): Promise<Record<string, string>> {
  const { rows: tables } = await t.app.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const held: Record<string, string> = {}
  for (const { name } of tables) {
    if (COUNTERS.has(name)) continue
    const { rows } = await t.app.pool.query<{ hash: string }>(
      // When a session was last seen moves with every call, refused or not.
      `select count(*) || ' ' || coalesce(md5(string_agg(held, ',' order by held)), '') as hash
       from (select (to_jsonb(row) - '{last_seen_at,expires_at}'::text[])::text as held from "${name}" as row) as rows`,
    )
    held[name] = rows[0]?.hash ?? ''
  }
  return held
}
