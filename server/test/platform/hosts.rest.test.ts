// Connects to a PostgreSQL of several hosts: a primary and its replica, which takes over.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { openPubSub } from '../../src/platform/database/pub-sub.ts'
import { isDatabaseUnavailable } from '../../src/platform/http/errors.ts'
import { hasSystemPostgres, makePlace, query } from '../system-postgres.ts'
import { waitFor } from '../wait-for.ts'

const hostOf = (url: string) => new URL(url).host
const portOf = (url: string) => Number(new URL(url).port)

describe.skipIf(!hasSystemPostgres)('a URL with several hosts', () => {
  const settings = { wal_level: 'replica' }
  let place: ReturnType<typeof makePlace>
  let primary: Awaited<ReturnType<typeof place.start>>
  let replica: Awaited<ReturnType<typeof place.start>>
  beforeAll(async () => {
    place = makePlace()
    place.create('primary')
    primary = await place.start('primary', settings)
    place.copyAsReplica('replica', primary.url)
    replica = await place.start('replica', settings, { isReplica: true })
  })
  afterAll(() => place.close())

  const toUrl = (hosts: string[], wanted: string, database = 'postgres') =>
    `postgres://owner@${hosts.join(',')}/${database}?target_session_attrs=${wanted}`
  function open(url: string) {
    const database = openDatabase({ url, waitMs: 60_000, onError: () => undefined })
    onTestFinished(() => database.close())
    const { pool } = database
    const readPort = async () => (await pool.query<{ port: number }>('select inet_server_port() as port')).rows[0]?.port
    return { pool, readPort }
  }

  it('leads to the primary or to the standby, in any order of the hosts', async () => {
    const hosts = [replica.url, primary.url].map(hostOf)
    for (const some of [hosts, hosts.toReversed()]) {
      const { readPort } = open(toUrl(some, 'read-write'))
      const ports = await Promise.all(Array.from({ length: 8 }, readPort))
      expect(new Set(ports)).toEqual(new Set([portOf(primary.url)]))
      expect(await open(toUrl(some, 'standby')).readPort()).toBe(portOf(replica.url))
    }
  })

  it('is not held up by a host that accepts connections and says nothing', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    const { port } = silent.address() as AddressInfo
    const hosts = [`127.0.0.1:${port}`, hostOf(primary.url)]
    expect(await open(toUrl(hosts, 'read-write')).readPort()).toBe(portOf(primary.url))
  })

  it('fails like a database that is down if no host is wanted, and like a wrong database if that is wrong', async () => {
    const down = await open(toUrl([hostOf(replica.url)], 'read-write'))
      .readPort()
      .catch((error: unknown) => error)
    expect(down).toMatchObject({ message: 'No host is read-write (1 asked).' })
    expect(isDatabaseUnavailable(down)).toBe(true)
    const unknown = open(toUrl([hostOf(replica.url), 'nowhere.invalid:5432'], 'read-write')).readPort()
    await expect(unknown).rejects.toSatisfy(isDatabaseUnavailable)
    const wrong = open(toUrl([replica.url, primary.url].map(hostOf), 'read-write', 'nowhere')).readPort()
    await expect(wrong).rejects.toMatchObject({ code: '3D000' })
  })

  it('fails like a database that is down if a proxy leads a write to the replica', async () => {
    const { pool } = open(replica.url)
    await expect(pool.query('create table refused as select 1')).rejects.toSatisfy(isDatabaseUnavailable)
  })

  it('B-27 leads to the replica once that has taken over, for requests and for LISTEN', async () => {
    const url = toUrl([primary.url, replica.url].map(hostOf), 'read-write')
    const { pool, readPort } = open(url)
    const pubSub = await openPubSub({ url, onError: () => undefined })
    onTestFinished(() => pubSub.close())
    const news: (string | undefined)[] = []
    pubSub.subscribe('weather', (message) => news.push(message))
    expect(await readPort()).toBe(portOf(primary.url))
    await primary.stop()
    await expect(readPort()).rejects.toSatisfy(isDatabaseUnavailable)
    await query(replica.url, 'select pg_promote()')
    await waitFor(async () => expect(await readPort()).toBe(portOf(replica.url)))
    await pool.query('create table written as select 1')
    // The listener is told that messages may have been missed, and then receives new ones again.
    await waitFor(() => expect(news).toEqual([undefined]))
    await pool.query("select pg_notify('baobab_news', 'weather rain')")
    await waitFor(() => expect(news).toEqual([undefined, 'rain']))
  })
})
