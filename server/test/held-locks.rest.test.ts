// Tests held locks, full pools and an unavailable database: what still works, and what is refused at once.
import { once } from 'node:events'
import { overview } from '@baobab/contract/metrics/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { accountMails } from '../src/accounts/account-mails.ts'
import { poolSizes } from '../src/platform/database/database.ts'
import { toRefusal } from '../src/platform/http/errors.ts'
import { AS_OF_HEADER } from '../src/platform/http/rendered-page.ts'
import { withFileTransaction } from '../src/videos/stored-files.ts'
import { openDatabaseProxy } from './database-proxy.ts'
import { makeStudent, makeVideo } from './factories.ts'
import { startTestApp, type TestApp, openTestApp } from './harness.ts'
import { waitFor } from './wait-for.ts'

const REQUESTS = 200

let held: pg.PoolClient[] = []
const t = await openTestApp({}, undefined, { isPatient: false })
const student = await makeStudent(t)
afterEach(() => {
  for (const client of held) client.release(true)
  held = []
})

/** Locks a table until the test ends, so that nobody can even read it. */
async function lockTable(table: string): Promise<pg.PoolClient> {
  const client = await t.owner.connect()
  held.push(client)
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return client
}

/** A student's list, because the visitors' list is read once for all of them. */
const getVideos = () => t.http.inject({ url: listVideos.path, headers: { authorization: `Bearer ${student.token}` } })

/** Expects replies from requests that need no database connection: monitoring, the board, and the session check (403, not 401). */
async function expectOthersToWork(): Promise<void> {
  const headers = { authorization: `Bearer ${student.token}` }
  expect((await t.http.inject({ url: '/readyz' })).statusCode).toBe(200)
  expect((await t.http.inject({ url: '/api/leaderboard' })).statusCode).toBe(200)
  expect((await t.http.inject({ url: overview.path, headers })).statusCode).toBe(403)
}

const expectBusy = (reply: { statusCode: number; headers: Record<string, unknown> }) =>
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '2'])

describe('a locked table', () => {
  it('B-08 is refused with 503 while it lasts, leaves no query behind, holds up nothing else, and works again after', async () => {
    const holder = await lockTable('videos')
    const replies = Promise.all(Array.from({ length: REQUESTS }, getVideos))
    await waitFor(() => expect(t.app.pool.waitingCount).toBeGreaterThan(0))
    await expectOthersToWork()
    for (const reply of await replies) expectBusy(reply)
    // PostgreSQL has ended the statements itself: nothing is waiting there for the lock any more.
    await waitFor(async () => {
      const { rows } = await t.owner.query(
        "select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rows).toEqual([])
    })
    await holder.query('rollback')
    expect((await getVideos()).statusCode).toBe(200)
  })
})

describe('visitors while the database is blocked or unavailable', () => {
  const getForVisitor = (at: TestApp) => at.http.inject({ url: listVideos.path })
  const readAsOf = async (at: TestApp) => {
    const { statusCode, headers } = await getForVisitor(at)
    return [statusCode, typeof headers[AS_OF_HEADER] === 'string']
  }

  it('B-26 get the list while its table is locked, and are told how old it is once it has changed', async () => {
    await makeVideo(t)
    await getForVisitor(t)
    const holder = await lockTable('videos')
    const all = await Promise.all(Array.from({ length: REQUESTS }, () => readAsOf(t)))
    expect(new Set(all.map(String))).toEqual(new Set(['200,false']))
    await holder.query('rollback')

    await t.owner.query('update videos set position = position + 1')
    const secondHolder = await lockTable('videos')
    const later = await Promise.all(Array.from({ length: REQUESTS }, () => readAsOf(t)))
    expect(new Set(later.map(String))).toEqual(new Set(['200,true']))
    // A logged-in caller is told that the server is busy, as before.
    expectBusy(await getVideos())
    await secondHolder.query('rollback')
    await waitFor(async () => expect(await readAsOf(t)).toEqual([200, false]))
  })

  it('B-26 get no old list once a video has been withdrawn from it', async () => {
    const { id } = await makeVideo(t)
    await getForVisitor(t)
    await t.owner.query('update videos set is_draft = true where id = $1', [id])
    const holder = await lockTable('videos')
    expectBusy(await getForVisitor(t))
    await holder.query('rollback')
    expect((await getForVisitor(t)).body).not.toContain(id)
  })

  it('B-26 get the list for ten minutes after all connections have ended, and then a refusal', async () => {
    const line = await openDatabaseProxy(t.databaseUrl)
    const other = await startTestApp({}, { ...t, databaseUrl: line.url }, { isPatient: false })
    for (const path of ['/api/videos', '/api/settings', '/api/scholarship/draws'])
      expect((await other.http.inject(path)).headers).not.toHaveProperty(AS_OF_HEADER)
    other.app.clock.advance(5_000)
    line.disconnect()
    for (let times = 0; times < 20; times += 1) expect(await readAsOf(other)).toEqual([200, true])
    for (const path of ['/api/settings', '/api/scholarship/draws']) {
      const reply = await other.http.inject(path)
      expect([path, reply.statusCode, AS_OF_HEADER in reply.headers]).toEqual([path, 200, true])
    }
    other.app.clock.advance(9 * 60_000)
    expect(await readAsOf(other)).toEqual([200, true])
    other.app.clock.advance(60_000)
    expectBusy(await getForVisitor(other))
    line.reconnect()
    await waitFor(async () => expect(await readAsOf(other)).toEqual([200, false]))
    await other.close()
    await line.close()
  })

  it('B-26 get the current list once connections ended by PostgreSQL are open again', async () => {
    const { id } = await makeVideo(t)
    await getForVisitor(t)
    const client = await t.owner.connect()
    held.push(client)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename <> current_user',
    )
    await client.query('update videos set is_draft = true where id = $1', [id])
    await waitFor(async () => {
      const reply = await getForVisitor(t)
      expect(reply.statusCode).toBe(200)
      expect([reply.headers[AS_OF_HEADER], reply.body.includes(id)]).toEqual([undefined, false])
    })
  })
})

describe('requests that hold all request connections', () => {
  it('B-08 cause a 503 for further ones while they do, but block nothing else, including jobs and file storage', async () => {
    for (let n = 0; n < poolSizes.requests; n += 1) held.push(await t.app.pool.connect())
    const reply = getVideos()
    await expectOthersToWork()
    expectBusy(await reply)
    await t.app.jobs.send(t.app.separate.slow.db, accountMails, { kind: 'password-changed', studentId: student.id })
    await t.mails(student.email, 'password')
    expect(await withFileTransaction(t.app, async () => 'stored')).toBe('stored')
    for (const client of held.splice(0)) client.release()
    expect((await getVideos()).statusCode).toBe(200)
  })
})

describe('connection limits', () => {
  const readLimits = async (pool: pg.Pool) => {
    const { rows } = await pool.query<{ limits: string }>(
      `select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
         current_setting('idle_in_transaction_session_timeout')) as limits`,
    )
    return rows[0]?.limits
  }

  it('are seconds for requests and minutes for slow work, even on a pooler’s connections', async () => {
    const { sessions, health, slow } = t.app.separate
    for (const pool of [t.app.pool, sessions.pool, health.pool]) expect(await readLimits(pool)).toBe('5s 2s 10s')
    expect(await readLimits(slow.pool)).toBe('10min 10min 10min')
  })

  const expectRefusal = (failure: unknown) =>
    expect(toRefusal(failure as Error)).toMatchObject({ code: 'busy', details: { retryAfterSeconds: 2 } })

  it.each([
    ['a statement', 'set local statement_timeout = 1; select pg_sleep(60)'],
    ['the wait for a lock', 'set local lock_timeout = 1; lock table videos in share mode'],
  ])('B-08 cause a 503 when they end %s', async (_what, statements) => {
    await lockTable('videos')
    expectRefusal(await t.app.db.transaction((tx) => tx.execute(statements)).catch((error: unknown) => error))
  })

  it('cause a 503 when they end an idle transaction', async () => {
    const client = await t.app.pool.connect()
    const failed = once(client, 'error')
    await client.query('begin; set local idle_in_transaction_session_timeout = 1')
    const [failure] = (await failed) as [unknown]
    expectRefusal(failure)
    expectRefusal(await client.query('select 1').catch((error: unknown) => error))
    client.release(true)
  })
})

describe('/readyz', () => {
  it('costs one query for any number of simultaneous calls', async () => {
    const other = await startTestApp({}, t)
    const queries = vi.spyOn(other.app.separate.health.pool, 'query')
    const replies = await Promise.all(Array.from({ length: REQUESTS }, () => other.http.inject({ url: '/readyz' })))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(queries).toHaveBeenCalledOnce()
    await other.close()
  })

  it('B-07 is 503 while the database is unavailable, and 200 when it is back', async () => {
    const line = await openDatabaseProxy(t.databaseUrl)
    const other = await startTestApp({}, { ...t, databaseUrl: line.url })
    line.disconnect()
    expectBusy(await other.http.inject({ url: '/readyz' }))
    line.reconnect()
    const isReady = async () => expect((await other.http.inject({ url: '/readyz' })).statusCode).toBe(200)
    await waitFor(isReady)
    await other.close()
    await line.close()
  })
})
