import { existsSync } from 'node:fs'
import { chown, cp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import {
  isRoot,
  isPosix,
  useDataFolder,
  waitForUrl,
  query,
  insertLine,
  readLines,
  postmasterPid,
  isAlive,
} from './data-folder.ts'

const world = useDataFolder()

describe('a data folder of our own', () => {
  test('the first start makes a durable UTF-8 database that only this machine can reach', async () => {
    const { url, notes } = await world.open({ fsync: true })
    expect(new URL(url)).toMatchObject({ hostname: '127.0.0.1', pathname: '/baobab', username: 'baobab' })
    const setting = (name: string) => query(url, `show ${name}`)
    expect(await setting('fsync')).toEqual(['on'])
    expect(await setting('synchronous_commit')).toEqual(['on'])
    expect(await setting('full_page_writes')).toEqual(['on'])
    expect(await setting('server_encoding')).toEqual(['UTF8'])
    expect(await setting('listen_addresses')).toEqual(['127.0.0.1'])
    expect(await setting('unix_socket_directories')).toEqual([''])
    expect(await query(url, "select lower('ÀÉỌ'), current_database()")).toEqual(['àéọ', 'baobab'])
    expect(notes.filter((note) => note.includes('stands in'))).toEqual([])
  })

  test.runIf(isPosix)('the password is random, kept in a private file, and nobody gets in without it', async () => {
    const { url } = await world.open()
    const file = join(world.dataDir, 'database-password')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file, 'utf8')).trim()).toBe(new URL(url).password)
    expect(new URL(url).password.length).toBeGreaterThanOrEqual(32)
    const guess = new URL(url)
    guess.password = 'guess'
    await expect(query(guess.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
    expect(
      await query(url, "select rolpassword like 'SCRAM-SHA-256$%' from pg_authid where rolname = 'baobab'"),
    ).toEqual([true])
  })

  test('what was written is there after a stop and a start, with the same password', async () => {
    const first = await world.open()
    await insertLine(first.url, 'a')
    await first.stop()
    const second = await world.open()
    expect(await readLines(second.url)).toEqual(['a'])
    expect(new URL(second.url).password).toBe(new URL(first.url).password)
  })

  test('stop may be called twice and leaves no process behind', async () => {
    const database = await world.open()
    const pid = await postmasterPid(join(world.dataDir, 'postgres'))
    await Promise.all([database.stop(), database.stop()])
    await database.stop()
    expect(isAlive(pid)).toBe(false)
    expect(existsSync(join(world.dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  test('the log tells starts and stops but no statement and no value', async () => {
    const { url } = await world.open()
    await query(url, 'create table people (email text unique)')
    const twice = "insert into people values ('ada@example.org'), ('ada@example.org')"
    await expect(query(url, twice)).rejects.toMatchObject({ code: '23505' })
    const log = await readFile(join(world.dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toMatch(/ada@|insert into|duplicate/)
  })

  test('as many connections may be opened as asked for', async () => {
    const { url } = await world.open({ maxConnections: 17 })
    expect(await query(url, 'show max_connections')).toEqual(['17'])
  })
})

describe('the end', () => {
  test('a PostgreSQL that dies while we run is told to onLost once, and may be started again after stop', async () => {
    const onLost = vi.fn<(why: Error) => void>()
    const first = await world.open({ onLost })
    await insertLine(first.url, 'a')
    process.kill(await postmasterPid(join(world.dataDir, 'postgres')), 'SIGKILL')
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 5000 })
    expect(onLost.mock.calls[0]?.[0].message).toMatch(/^PostgreSQL stopped unexpectedly/)
    await first.stop()
    const second = await world.open({ onLost })
    expect(await readLines(second.url)).toEqual(['a'])
    await second.stop()
    expect(onLost).toHaveBeenCalledOnce()
  })

  test.runIf(isPosix)(
    'Ctrl-C reaches the server alone: it can still ask its database, and then no process is left',
    async () => {
      const running = world.server()
      await waitForUrl(running)
      const pid = await postmasterPid(join(world.dataDir, 'postgres'))
      running.signalGroup('SIGINT')
      expect(await running.nextLine()).toBe('ended')
      expect(await running.exited()).toBe(0)
      expect(isAlive(pid)).toBe(false)
    },
  )

  test.runIf(isPosix)('a server that exits without a stop takes its PostgreSQL with it', async () => {
    const running = world.server()
    await waitForUrl(running)
    running.signal('SIGUSR2')
    expect(await running.exited()).toBe(3)
    await vi.waitFor(() => expect(existsSync(join(world.dataDir, 'postgres', 'postmaster.pid'))).toBe(false), {
      timeout: 10_000,
    })
  })
})

describe('a folder that cannot be opened', () => {
  const damages: [string, (cluster: string) => Promise<unknown>, RegExp][] = [
    [
      'of another version',
      (cluster) => writeFile(join(cluster, 'PG_VERSION'), '17\n'),
      /was made by PostgreSQL 17, and this is PostgreSQL 18/,
    ],
    [
      'without its version file',
      (cluster) => rm(join(cluster, 'PG_VERSION')),
      /is damaged or no database: PG_VERSION is missing/,
    ],
    [
      'with a cut control file',
      (cluster) => truncate(join(cluster, 'global', 'pg_control'), 100),
      /PostgreSQL did not start on .*pg_control/,
    ],
    [
      'without its password',
      (cluster) => rm(join(dirname(cluster), 'database-password')),
      /The password of the database .* is missing/,
    ],
    [
      'with another password',
      (cluster) => writeFile(join(dirname(cluster), 'database-password'), 'other\n'),
      /does not open the database/,
    ],
  ]
  test.for(damages)('%s is refused in a sentence, and nothing in it is deleted', async ([, damage, sentence]) => {
    const first = await world.open()
    await insertLine(first.url, 'a')
    await first.stop()
    const cluster = join(world.dataDir, 'postgres')
    const whole = join(world.home, 'whole')
    await cp(world.dataDir, whole, { recursive: true })
    await damage(cluster)
    await expect(world.open()).rejects.toThrow(sentence)
    await expect(world.open()).rejects.toThrow(sentence)
    for (const name of ['PG_VERSION', 'global/pg_control']) await cp(join(whole, 'postgres', name), join(cluster, name))
    await cp(join(whole, 'database-password'), join(world.dataDir, 'database-password'))
    if (isRoot) await returnTo(cluster)
    expect(await readLines((await world.open()).url)).toEqual(['a'])
  })

  test('a copy of a folder in use opens beside it, with what was committed before the copy', async () => {
    const { url } = await world.open()
    await insertLine(url, 'a')
    const copy = join(world.home, 'copy')
    await cp(world.dataDir, copy, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => basename(path) !== 'lock',
    })
    const other = await world.open({ dataDir: copy })
    expect(await readLines(other.url)).toEqual(['a'])
    expect(await readLines(url)).toEqual(['a'])
  })
})

/** Copying made root the owner. */
async function returnTo(cluster: string): Promise<void> {
  const { uid, gid } = await stat(cluster)
  for (const name of ['PG_VERSION', 'global/pg_control']) await chown(join(cluster, name), uid, gid)
}
