import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, inject, it } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { isDatabaseUnavailable } from '../../src/platform/http/errors.ts'
import { openDatabaseProxy } from '../database-proxy.ts'
import { waitFor } from '../wait-for.ts'

const onError = () => undefined
const poolSize = 1
/** Short, but longer than a query on a new connection takes on a busy machine. */
const QUERY_MS = 1_000
const captureError = (query: PromiseLike<unknown>) =>
  Promise.resolve(query).then(
    () => undefined,
    (error: unknown) => error,
  )

it('a database that accepts connections but never replies counts as unavailable', async () => {
  const silent = createServer((socket) => socket.on('error', onError)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const database = openDatabase({ url: `postgres://nobody@127.0.0.1:${port}/none`, poolSize, onError })
  expect(isDatabaseUnavailable(await captureError(database.db.execute(sql`select 1`)))).toBe(true)
  await database.close()
  silent.close()
})

it('a query without a reply times out and counts as an unavailable database, and the next query succeeds', async () => {
  const database = openDatabase({ url: inject('serverUrl'), poolSize, queryMs: QUERY_MS, onError })
  expect(isDatabaseUnavailable(await captureError(database.db.execute(sql`select pg_sleep(60)`)))).toBe(true)
  expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  await database.close()
})

it('a transaction without a reply leaves no busy connection in the pool', async () => {
  const database = openDatabase({ url: inject('serverUrl'), poolSize, queryMs: QUERY_MS, onError })
  const stuck = database.db.transaction((tx) => tx.execute(sql`select pg_sleep(60)`))
  expect(isDatabaseUnavailable(await captureError(stuck))).toBe(true)
  expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  await database.close()
})

it('a refused request leaves its place in the queue, without an error, while the connection stays in use', async () => {
  const database = openDatabase({ url: inject('serverUrl'), poolSize, waitMs: 10, onError })
  const client = await database.pool.connect()
  expect(isDatabaseUnavailable(await captureError(database.db.execute(sql`select 1`)))).toBe(true)
  // An error in the pool's own timer would crash the process; in a test, it fails the run.
  await waitFor(() => expect(database.pool.waitingCount).toBe(0))
  client.release()
  expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  await database.close()
})

it('in a burst of requests, only those for which no connection can be opened are refused', async () => {
  const proxy = await openDatabaseProxy(inject('serverUrl'))
  const database = openDatabase({ url: proxy.url, poolSize: 3, waitMs: 10, onError })
  await database.db.execute(sql`select 1`)
  const connect = proxy.holdNew()
  const outcomes = ['', '', '', '']
  // The first request takes the idle connection, two open one each, and the last has to wait for one in use.
  const connecting = outcomes.map(async (_, index) => {
    const client = await database.pool.connect().catch(() => undefined)
    outcomes[index] = client ? 'connected' : 'refused'
    return client
  })
  // Starts after the time-outs of the waiting ones, and so ends after them.
  await delay(100)
  expect(outcomes).toEqual(['connected', '', '', 'refused'])
  connect()
  for (const client of await Promise.all(connecting)) client?.release()
  expect(outcomes).toEqual(['connected', 'connected', 'connected', 'refused'])
  await database.close()
  await proxy.close()
})
