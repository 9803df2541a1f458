// Tests what is copied from a database, and in which format.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/create-database.ts'
import { query } from '../../test/system-postgres.ts'
import { beginSnapshot, copyDatabase, leftOut, openSnapshot } from './copy-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
  // Leaves the database as a later migration might.
  await query(
    database.ownerUrl,
    `alter table contact_messages add column gone text, add column made text generated always as ('made') stored;
     alter table contact_messages drop column gone`,
  )
})
afterAll(() => database.drop())

/** Opens a session that sees a single state of the database. */
async function withSnapshot<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openSnapshot(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Copies the database with the server's permissions. */
async function copy() {
  const folder = await mkdtemp(join(tmpdir(), 'baobab-copy-'))
  try {
    return await withSnapshot(database.url, async (client) => {
      await beginSnapshot(client)
      return copyDatabase(client, { folder, sealing: (name) => ({ key: undefined, name }) })
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

it('copies every logged table except those left out, with every column that is not generated', async () => {
  const { tables, schema } = await copy()
  const rows = await query<{ table: string; columns: string[] }>(
    database.ownerUrl,
    `select c.relname::text as table, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns join pg_class c on c.oid = format('%I.%I', table_schema, table_name)::regclass
     where table_schema = 'public' and c.relkind = 'r' and c.relpersistence = 'p' and is_generated = 'NEVER' and udt_name <> 'xid8'
     group by 1 order by 1`,
  )
  const expected = rows.filter(({ table }) => !(table in leftOut))
  expect(tables.map(({ table, columns }) => ({ table, columns }))).toEqual(expected)
  // A login, code or link that has been revoked since must not work again.
  const ended = ['sessions', 'sign_in_flows', 'password_resets', 'proof_codes', 'email_codes', 'push_subscriptions']
  expect(Object.keys(leftOut)).toEqual(expect.arrayContaining(ended))
  const names = rows.map(({ table }) => table)
  expect(Object.keys(leftOut).filter((table) => !names.includes(table))).toEqual([])
  const [newest] = await query<{ at: string }>(
    database.ownerUrl,
    'select max(created_at)::text as at from drizzle.__drizzle_migrations',
  )
  expect(schema).toBe(Number(newest?.at))
})

it('counts the rows of each table, and copies the last used number of each sequence', async () => {
  expect((await copy()).sequences).not.toHaveProperty('audit_lines_seq_seq')
  const insert = `insert into audit_lines (action, subject, details, at) values ('video.deleted', 'a', '{}', now()), ('video.deleted', 'b', '{}', now())`
  await query(database.ownerUrl, insert)
  const { tables, sequences } = await copy()
  expect(tables.find(({ table }) => table === 'audit_lines')).toMatchObject({ rows: 2, path: 'tables/audit_lines.gz' })
  expect(sequences).toMatchObject({ audit_lines_seq_seq: '2' })
})

it('copies values in one format, without time limits, whatever the database settings', async () => {
  const wrong = {
    datestyle: 'German',
    timezone: 'Asia/Tokyo',
    intervalstyle: 'iso_8601',
    bytea_output: 'escape',
    extra_float_digits: '-3',
    client_encoding: 'LATIN1',
    statement_timeout: '600000',
    lock_timeout: '600000',
    idle_in_transaction_session_timeout: '600000',
  }
  const options = Object.entries(wrong)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const url = Object.assign(new URL(database.url), { search: String(new URLSearchParams({ options })) }).href
  const settings = await withSnapshot(url, async (client) => {
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select lower(name) as name, setting from pg_settings where lower(name) = any ($1)',
      [Object.keys(wrong)],
    )
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  })
  expect(settings).toEqual({
    datestyle: expect.stringMatching(/^ISO/),
    timezone: 'UTC',
    intervalstyle: 'postgres',
    bytea_output: 'hex',
    extra_float_digits: '1',
    client_encoding: 'UTF8',
    statement_timeout: '0',
    lock_timeout: '60000',
    idle_in_transaction_session_timeout: '0',
  })
})

it('sees a single state of the database, and cannot change it', async () => {
  await withSnapshot(database.url, async (client) => {
    const count = async () => (await client.query('select from audit_lines')).rowCount
    expect(new Date(await beginSnapshot(client)).getTime()).toBeGreaterThan(0)
    const before = await count()
    await query(
      database.ownerUrl,
      `insert into audit_lines (action, subject, details, at) values ('video.deleted', 'c', '{}', now())`,
    )
    expect(await count()).toBe(before)
    await expect(client.query('delete from videos')).rejects.toMatchObject({ code: '25006' })
  })
})
