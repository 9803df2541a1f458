// Tests when a database counts as empty, and which erasures are recorded for repetition. Full restores are tested in
// backup.rest.test.ts.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/create-database.ts'
import type { Erasure } from '../privacy/rules.ts'
import { noteErasuresToRepeat, requireEmptyDatabase } from './restore-database.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Runs statements whose effects only `look` sees. */
async function after(statements: string, look: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await client.query(statements)
    await look()
  } finally {
    await client.query('rollback')
  }
}

const requireEmpty = () => requireEmptyDatabase(client)
const tables = ['server_keys', 'students', 'admins']
/** Replaces the tables with others of the same names, of which only `filled` has a row. */
const fill = (filled?: string) =>
  tables.map((name) => `drop table ${name} cascade; create table ${name} as select where ${name === filled}`).join('; ')

it('is empty without tables, and with tables that no server has filled', async () => {
  await after(fill(), requireEmpty)
  await after('drop schema public cascade; create schema public', requireEmpty)
})

it.each(tables)('is not empty with a row in %s', async (table) => {
  await after(fill(table), () => expect(requireEmpty()).rejects.toThrow('The database is not empty.'))
})

it('is not empty with another program’s tables', async () => {
  const others = 'drop schema public cascade; create schema public; create table public.notes (line text)'
  await after(others, () => expect(requireEmpty()).rejects.toThrow('The database is not empty.'))
})

it('records every erasure once, except those the database already has', async () => {
  const erased = Array.from({ length: 2_001 }, (): Erasure => ({ kind: 'student', id: randomUUID() }))
  const known = erased[7]?.id
  const at = '2026-11-25T00:00:00Z'
  await after(
    `insert into erasures (kind, id, erased_at, recorded_at) values ('student', '${known}', '${at}', '${at}')`,
    async () => {
      await noteErasuresToRepeat(
        client,
        (async function* () {
          yield* erased
          yield* erased.slice(0, 1_000)
        })(),
      )
      const { rows } = await client.query<{ id: string; isDue: boolean }>(
        'select id, erased_at is null as "isDue" from erasures where recorded_at is not null',
      )
      expect(rows.map(({ id }) => id).toSorted()).toEqual(erased.map(({ id }) => id).toSorted())
      expect(rows.filter(({ isDue }) => !isDue).map(({ id }) => id)).toEqual([known])
    },
  )
})
