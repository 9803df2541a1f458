import { expect } from 'vitest'
import type { TestApp } from './harness.ts'
import { waitFor } from './wait-for.ts'

/**
 * Tables that change without a call, or with a refused one: rate limit counters, the last clock check, the running servers, and
 * what fair play notices a few seconds after an attempt.
 */
const IGNORED = new Set(['rate_limits', 'waits', 'clock_state', 'fair_play_flags', 'servers'])

/** Columns that also change: every call, even a refused one, updates when the session and the account were last used. */
const IGNORED_COLUMNS = ['last_seen_at', 'expires_at', 'last_active_at', 'examined_at', 'is_suspect', 'wrong_key']

/** Waits until the mails of earlier calls have been handed over, because their job records that in the code's row. */
async function waitForMails(t: TestApp): Promise<void> {
  await waitFor(async () => {
    const { rows } = await t.owner.query(
      `select from pgboss.job where name = 'account-mails' and state in ('created', 'active') and start_after <= now()`,
    )
    expect(rows).toEqual([])
  })
}

type TableState = { name: string; state: string }

/** What is known about one database: its tables, and the state of each by name. */
type Known = { tables: readonly string[]; states: Map<string, { versions: string; content: string }> }
const known = new WeakMap<TestApp, Known>()

/** Selects which versions of which rows a table has: every insert, update and delete changes it. Reads no columns. */
const selectVersions = (name: string) =>
  `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(ctid::text || ' ' || xmin::text, 0)), 0) as state
   from "${name}"`

/** Selects the hash of a table's content, which takes many times as long. */
const selectContent = (name: string) =>
  `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(content, ',' order by content)), '') as state
   from (select (to_jsonb(row) - '{${IGNORED_COLUMNS.join(',')}}'::text[])::text as content from "${name}" as row) as rows`

async function findTables(t: TestApp): Promise<string[]> {
  const { rows } = await t.owner.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !IGNORED.has(name))
}

/** Reads the content of tables whose rows have changed since they were last read. */
async function readChanges(t: TestApp, { tables, states }: Known): Promise<void> {
  // Prepared, because planning it takes longer than running it.
  const text = tables.map(selectVersions).join(' union all ')
  const { rows } = await t.owner.query<TableState>({ name: 'versions of all rows', text })
  const versions = new Map(rows.map(({ name, state }) => [name, state]))
  const changed = tables.filter((name) => states.get(name)?.versions !== versions.get(name))
  if (changed.length === 0) return
  // Read after the versions, so that anything written in between counts as a change next time.
  const contents = await t.owner.query<TableState>(changed.map(selectContent).join(' union all '))
  for (const { name, state } of contents.rows) states.set(name, { versions: versions.get(name) ?? '', content: state })
}

/** Returns a fingerprint of every table: if it is the same before and after a call, nothing was written. */
export async function snapshotDatabase(t: TestApp): Promise<Record<string, string>> {
  await waitForMails(t)
  const one = known.get(t) ?? { tables: await findTables(t), states: new Map() }
  known.set(t, one)
  await readChanges(t, one)
  return Object.fromEntries([...one.states].map(([name, { content }]) => [name, content]))
}
