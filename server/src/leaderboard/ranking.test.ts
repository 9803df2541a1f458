// Compares a server's counts with the database, over real connections: late commits and failures.
import { randomUUID } from 'node:crypto'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { makeStudent } from '../../test/factories.ts'
import { addEntry, addPoints, CATEGORY, useRanking } from '../../test/ranking.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openRanking } from './ranking.ts'
import { waitFor } from '../../test/wait-for.ts'

const fixture = useRanking()

/** Opens a connection and starts a transaction on it. */
async function begin(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: fixture.t.ownerUrl })
  await client.connect()
  await client.query('begin')
  return client
}
async function commit(client: pg.Client): Promise<void> {
  await client.query('commit')
  await client.end()
}

describe('following the ledger', () => {
  it('reads a row even if it is committed after one with a higher number', async () => {
    const [late, early] = [await makeStudent(fixture.t), await makeStudent(fixture.t)]
    const slow = await begin()
    await addEntry(slow, late.id, 30)
    await addEntry(fixture.t.app.pool, early.id, 20)
    await fixture.ranking.follow()
    expect(fixture.ranking.total(CATEGORY)).toBe(1)
    await fixture.ranking.follow()
    await commit(slow)
    await fixture.ranking.follow()
    expect(fixture.ranking.total(CATEGORY)).toBe(2)
    expect(fixture.ranking.rankOf(CATEGORY, 20)).toBe(2)
    await fixture.ranking.follow()
    await fixture.expectCorrect()
  })

  it('does not wait for other transactions, however long they stay open', async () => {
    const before = fixture.ranking.total(CATEGORY)
    const long = await begin()
    await long.query(`insert into rate_limits (key, points) values ($1, 1)`, [randomUUID()])
    for (let n = 1; n <= 3; n += 1) {
      await addEntry(fixture.t.app.pool, (await makeStudent(fixture.t)).id, 10)
      await fixture.ranking.follow()
      expect(fixture.ranking.total(CATEGORY)).toBe(before + n)
    }
    await commit(long)
    await fixture.ranking.follow()
    await fixture.expectCorrect()
  })

  it('does not count changes that are rolled back', async () => {
    const before = fixture.ranking.total(CATEGORY)
    const undone = await begin()
    await addEntry(undone, (await makeStudent(fixture.t)).id, 500)
    await fixture.ranking.follow()
    await undone.query('rollback')
    await undone.end()
    await fixture.ranking.follow()
    expect(fixture.ranking.total(CATEGORY)).toBe(before)
    await fixture.expectCorrect()
  })

  it('shows a new order even if the number of students at each score is unchanged', async () => {
    const [up, down] = [
      await addEntry(fixture.t.app.pool, (await makeStudent(fixture.t)).id, 5_010),
      await addEntry(fixture.t.app.pool, (await makeStudent(fixture.t)).id, 5_000),
    ]
    await fixture.ranking.follow()
    const before = fixture.ranking.board(CATEGORY).etag
    const swap = await begin()
    await addPoints(swap, up, -10)
    await addPoints(swap, down, 10)
    await commit(swap)
    await fixture.ranking.follow()
    expect(fixture.ranking.board(CATEGORY).etag).not.toBe(before)
    await fixture.expectCorrect()
  })

  it('rebuilds a board at most once per read, and notifies listeners only if it differs', async () => {
    await fixture.ranking.follow()
    const notified: AgeCategory[] = []
    const unsubscribe = fixture.ranking.onBoard((category) => notified.push(category))
    const id = await addEntry(fixture.t.app.pool, (await makeStudent(fixture.t)).id, 6_000)
    for (let n = 0; n < 5; n += 1) await addPoints(fixture.t.app.pool, id, 10)
    await fixture.ranking.follow()
    expect(notified).toEqual([CATEGORY])
    await fixture.ranking.follow()
    expect(notified).toHaveLength(1)
    unsubscribe()
    await addPoints(fixture.t.app.pool, id, 10)
    await fixture.ranking.follow()
    expect(notified).toHaveLength(1)
  })
})

describe('a lost database connection', () => {
  it('B-16 fails one read, and the next one loads everything again', async () => {
    const backend = await fixture.own.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    const id = await addEntry(fixture.t.app.pool, (await makeStudent(fixture.t)).id, 40)
    const blocker = await begin()
    await blocker.query('lock table standing_changes in access exclusive mode')
    const outcome = fixture.ranking.follow().catch((error: Error) => error.message)
    await waitFor(async () => {
      const waiting = await fixture.t.app.pool.query('select from pg_locks where pid = $1 and not granted', [
        backend.rows[0]?.pid,
      ])
      expect(waiting.rowCount).toBe(1)
    })
    await fixture.t.app.pool.query('select pg_terminate_backend($1)', [backend.rows[0]?.pid])
    expect(await outcome).toMatch(/terminating connection|Connection terminated/)
    await commit(blocker)
    await addPoints(fixture.t.app.pool, id, 10)
    await fixture.ranking.follow()
    await fixture.expectCorrect()
    await addPoints(fixture.t.app.pool, id, 10)
    await fixture.ranking.follow()
    await fixture.expectCorrect()
  })

  it('is replaced when the read is retried', async () => {
    const other = openDatabase({ url: fixture.t.databaseUrl, poolSize: 1, onError: () => undefined })
    const busy = await openRanking({ ...other, log: fixture.t.app.log, everyMs: 10 })
    const { rows } = await other.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    await fixture.t.app.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    const before = busy.total(CATEGORY)
    await addEntry(fixture.t.app.pool, (await makeStudent(fixture.t)).id, 40)
    await waitFor(() => expect(busy.total(CATEGORY)).toBe(before + 1))
    await busy.close()
    await other.close()
  })
})
