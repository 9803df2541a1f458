import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, cp, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
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
import { chooseClusterLocation } from '../../src/platform/database/embedded/cluster-location.ts'
import { launch } from '../../src/platform/database/embedded/postgres-process.ts'
import { findPrograms } from '../../src/platform/database/embedded/postgres-programs.ts'
import { supervise, type Supervision } from '../../src/platform/database/embedded/postgres-supervisor.ts'
import { waitFor } from '../wait-for.ts'

const fixture = useDataFolder()
/** Whether the machine has strace and allows it to watch processes. */
const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

describe('our own data folder', () => {
  test('the first start creates a durable UTF-8 database that only this machine can reach', async () => {
    const { url, notes } = await fixture.open({ fsync: true })
    expect(new URL(url)).toMatchObject({ hostname: '127.0.0.1', pathname: '/baobab', username: 'baobab' })
    const show = (name: string) => query(url, `show ${name}`)
    expect(await show('fsync')).toEqual(['on'])
    expect(await show('synchronous_commit')).toEqual(['on'])
    expect(await show('full_page_writes')).toEqual(['on'])
    expect(await show('server_encoding')).toEqual(['UTF8'])
    expect(await show('listen_addresses')).toEqual(['127.0.0.1'])
    expect(await show('unix_socket_directories')).toEqual([''])
    expect(await query(url, "select lower('ÀÉỌ'), current_database()")).toEqual(['àéọ', 'baobab'])
    expect(notes.filter((note) => note.includes('is stored in'))).toEqual([])
  })

  test.runIf(isPosix)('the password is random, stored in a private file, and required to connect', async () => {
    const { url } = await fixture.open()
    const file = join(fixture.dataDir, 'database-password')
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

  test.runIf(isPosix)(
    'the server works with its own role, which gets a new password if the old one is lost',
    async () => {
      const first = await fixture.open()
      const file = join(fixture.dataDir, 'database-server-password')
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      expect(new URL(first.serverUrl)).toMatchObject({ username: 'baobab_app', pathname: '/baobab' })
      expect(new URL(first.serverUrl).password).not.toBe(new URL(first.url).password)
      await expect(query(first.serverUrl, 'create table lines (line text)')).rejects.toMatchObject({ code: '42501' })
      await expect(query(first.serverUrl, 'create role other')).rejects.toMatchObject({ code: '42501' })
      await first.stop()
      await rm(file)
      const second = await fixture.open()
      expect(new URL(second.serverUrl).password).not.toBe(new URL(first.serverUrl).password)
      expect(await query(second.serverUrl, 'select current_user')).toEqual(['baobab_app'])
    },
  )

  test('a cluster older than the server’s own role gets one, with no more rights than needed', async () => {
    const first = await fixture.open()
    await query(first.url, 'drop role baobab_app')
    await query(first.url, 'create role baobab_app superuser')
    await first.stop()
    const { serverUrl } = await fixture.open()
    expect(await query(serverUrl, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([false])
  })

  test('data and password survive a stop and a start', async () => {
    const first = await fixture.open()
    await insertLine(first.url, 'a')
    await first.stop()
    const second = await fixture.open()
    expect(await readLines(second.url)).toEqual(['a'])
    expect(new URL(second.url).password).toBe(new URL(first.url).password)
  })

  test('stop may be called more than once and leaves no process behind', async () => {
    const database = await fixture.open()
    const pid = await postmasterPid(join(fixture.dataDir, 'postgres'))
    await Promise.all([database.stop(), database.stop()])
    await database.stop()
    expect(isAlive(pid)).toBe(false)
    expect(existsSync(join(fixture.dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  test('the log records starts and stops, but no statements or values', async () => {
    const { url } = await fixture.open()
    await query(url, 'create table people (email text unique)')
    const twice = "insert into people values ('ada@example.org'), ('ada@example.org')"
    await expect(query(url, twice)).rejects.toMatchObject({ code: '23505' })
    const log = await readFile(join(fixture.dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toMatch(/ada@|insert into|duplicate/)
  })

  test('maxConnections sets the number of connections', async () => {
    const { url } = await fixture.open({ maxConnections: 17 })
    expect(await query(url, 'show max_connections')).toEqual(['17'])
  })
})

describe('stopping', () => {
  test('B-24 a PostgreSQL that crashes is restarted on the same port, however often it crashes', async () => {
    const [onDown, onUp] = [vi.fn<(reason: Error) => void>(), vi.fn<() => void>()]
    const { url } = await fixture.open({ onDown, onUp })
    await insertLine(url, 'a')
    for (const times of [1, 2]) {
      process.kill(await postmasterPid(join(fixture.dataDir, 'postgres')), 'SIGKILL')
      await waitFor(() => expect(onUp).toHaveBeenCalledTimes(times))
      expect(await readLines(url)).toEqual(['a'])
    }
    expect(onDown.mock.calls[0]?.[0].message).toMatch(/^PostgreSQL ended unexpectedly \(SIGKILL/)
  })

  test('a PostgreSQL that cannot be restarted is reported as lost, and stop then releases the data folder', async () => {
    const onLost = vi.fn<(reason: Error) => void>()
    const first = await fixture.open({ onLost, giveUpMs: 200 })
    await insertLine(first.url, 'a')
    const control = join(fixture.dataDir, 'postgres', 'global', 'pg_control')
    await rename(control, `${control}.away`)
    process.kill(await postmasterPid(join(fixture.dataDir, 'postgres')), 'SIGKILL')
    await waitFor(() => expect(onLost).toHaveBeenCalledOnce())
    expect(onLost.mock.calls[0]?.[0].message).toMatch(/did not start on .*pg_control/)
    await first.stop()
    await rename(`${control}.away`, control)
    expect(await readLines((await fixture.open()).url)).toEqual(['a'])
  })

  test('stop also ends the attempts to restart a PostgreSQL', async () => {
    const onDown = vi.fn<(reason: Error) => void>()
    const first = await fixture.open({ onDown })
    const control = join(fixture.dataDir, 'postgres', 'global', 'pg_control')
    await rename(control, `${control}.away`)
    process.kill(await postmasterPid(join(fixture.dataDir, 'postgres')), 'SIGKILL')
    await waitFor(() => expect(onDown.mock.calls.length).toBeGreaterThan(2))
    await first.stop()
    const calls = onDown.mock.calls.length
    await rename(`${control}.away`, control)
    await fixture.open()
    expect(onDown).toHaveBeenCalledTimes(calls)
  })

  test.runIf(isPosix)(
    'Ctrl-C interrupts only the server: it can still query its database, and no process is left afterwards',
    async () => {
      const running = fixture.server()
      await waitForUrl(running)
      const pid = await postmasterPid(join(fixture.dataDir, 'postgres'))
      running.signalGroup('SIGINT')
      expect(await running.nextLine()).toBe('ended')
      expect(await running.exited()).toBe(0)
      expect(isAlive(pid)).toBe(false)
    },
  )

  test.runIf(isPosix)('a server that exits without calling stop also ends its PostgreSQL', async () => {
    const running = fixture.server()
    await waitForUrl(running)
    running.signal('SIGUSR2')
    expect(await running.exited()).toBe(3)
    await waitFor(() => expect(existsSync(join(fixture.dataDir, 'postgres', 'postmaster.pid'))).toBe(false))
  })
})

describe('the supervisor', () => {
  /** Launches PostgreSQL on an existing cluster, with nothing watching it yet. */
  async function launchCluster() {
    await (await fixture.open()).stop()
    const location = await chooseClusterLocation(fixture.dataDir, await findPrograms())
    fixture.cleanups.push(async () => location.release())
    const { cluster } = location
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
    const args = settings.flatMap((setting) => ['-c', setting])
    const running = await launch(cluster, args)
    const watch = (supervision: Supervision) => {
      const stop = supervise(cluster, running, args, supervision)
      fixture.cleanups.push(stop)
      return stop
    }
    return { cluster, child: running.child, watch }
  }

  test('restarts a PostgreSQL that ended before it was watched', async () => {
    const { child, watch } = await launchCluster()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const onUp = vi.fn<() => void>()
    const stop = watch({ onUp })
    await waitFor(() => expect(onUp).toHaveBeenCalledOnce())
    await stop()
  })

  test('reports a PostgreSQL whose folder is gone as lost', async () => {
    const { cluster, child, watch } = await launchCluster()
    const onLost = vi.fn<(reason: Error) => void>()
    watch({ onLost, giveUpMs: 0 })
    await rename(cluster.folder, `${cluster.folder}.away`)
    child.kill('SIGKILL')
    await waitFor(() => expect(onLost).toHaveBeenCalledOnce())
  })

  test.runIf(isPosix)('does not report a PostgreSQL that ended as soon as it was ready as up', async () => {
    const { cluster, child, watch } = await launchCluster()
    const events: string[] = []
    watch({ onDown: () => events.push('down'), onUp: () => events.push('up') })
    const script = join(fixture.home, 'ready-once')
    // A pipe is read to its end only once its writer has ended. The second start never becomes ready.
    const lines = [
      '#!/bin/sh',
      'cd "$2"',
      'if [ -e started ]; then touch again; exec sleep 1000; fi',
      'touch started; rm postmaster.pid; mkfifo postmaster.pid',
      'exec 3> postmaster.pid; rm postmaster.pid',
      String.raw`printf '%s\n\n\n\n\n\n\nready\n' $$ >&3`,
    ]
    await writeFile(script, lines.join('\n'), { mode: 0o755 })
    cluster.programs = { ...cluster.programs, postgres: script }
    child.kill('SIGKILL')
    await waitFor(() => expect(existsSync(join(cluster.folder, 'again'))).toBe(true))
    expect(events.at(-1)).toBe('down')
  })

  test.runIf(isPosix)('ends a PostgreSQL that is still starting when told to stop', async () => {
    const { cluster, child, watch } = await launchCluster()
    const [onLost, onUp] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const stop = watch({ onLost, onUp })
    const script = join(fixture.home, 'never-ready')
    await writeFile(script, '#!/bin/sh\necho "starting as $$"\nexec sleep 1000\n', { mode: 0o755 })
    cluster.programs = { ...cluster.programs, postgres: script }
    child.kill('SIGKILL')
    const pid = await waitFor(async () => {
      const [, id] = /starting as (\d+)/.exec(await readFile(`${cluster.folder}.log`, 'utf8')) ?? []
      expect(id).toBeDefined()
      return Number(id)
    })
    await stop()
    expect(isAlive(pid)).toBe(false)
    expect([onLost.mock.calls, onUp.mock.calls]).toEqual([[], []])
  })
})

describe('a cluster that cannot be opened', () => {
  const damages: [string, (cluster: string) => Promise<unknown>, RegExp][] = [
    [
      'of another version',
      (cluster) => writeFile(join(cluster, 'PG_VERSION'), '17\n'),
      /was made by PostgreSQL 17, and this is PostgreSQL 18/,
    ],
    [
      'without its version file',
      (cluster) => rm(join(cluster, 'PG_VERSION')),
      /is damaged or not a database: PG_VERSION is missing/,
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
  test.for(damages)('%s is refused with a message, and nothing in it is deleted', async ([, damage, message]) => {
    const first = await fixture.open()
    await insertLine(first.url, 'a')
    await first.stop()
    const cluster = join(fixture.dataDir, 'postgres')
    const whole = join(fixture.home, 'whole')
    await cp(fixture.dataDir, whole, { recursive: true })
    await damage(cluster)
    await expect(fixture.open()).rejects.toThrow(message)
    await expect(fixture.open()).rejects.toThrow(message)
    for (const name of ['PG_VERSION', 'global/pg_control']) await cp(join(whole, 'postgres', name), join(cluster, name))
    await cp(join(whole, 'database-password'), join(fixture.dataDir, 'database-password'))
    if (isRoot) await restoreOwner(cluster)
    expect(await readLines((await fixture.open()).url)).toEqual(['a'])
  })

  test.runIf(canTrace)('B-05 a commit is flushed to the disk before it is acknowledged', async () => {
    const { url } = await fixture.open({ fsync: true })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const file = join(fixture.home, 'trace')
    const calls = 'fdatasync,fsync,sendto'
    const tracer = spawn('strace', ['-qq', '-e', `trace=${calls}`, '-o', file, '-p', String(rows[0]?.pid)])
    const ended = once(tracer, 'exit')
    // Nothing says when the tracer is attached, so ask until it sees an answer.
    await expect
      .poll(async () => {
        await client.query('select 1')
        return readFile(file, 'utf8').catch(() => '')
      })
      .toContain('sendto(')
    const seen = (await readFile(file, 'utf8')).length
    await client.query('create table flushed (line text)')
    await client.end()
    await ended
    const traced = (await readFile(file, 'utf8')).slice(seen)
    expect(traced).toMatch(/f(data)?sync\(\d+\)\s+= 0[^]*sendto\([^]*CREATE TABLE/)
  })

  test('B-05 a copy of a folder in use opens beside it, with everything that was committed before the copy', async () => {
    const { url } = await fixture.open()
    await insertLine(url, 'a')
    const copy = join(fixture.home, 'copy')
    await cp(fixture.dataDir, copy, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => basename(path) !== 'lock',
    })
    const other = await fixture.open({ dataDir: copy })
    expect(await readLines(other.url)).toEqual(['a'])
    expect(await readLines(url)).toEqual(['a'])
  })
})

/** Changes the owner of the copied files from root to the cluster's owner. */
async function restoreOwner(cluster: string): Promise<void> {
  const { uid, gid } = await stat(cluster)
  for (const name of ['PG_VERSION', 'global/pg_control']) await chown(join(cluster, name), uid, gid)
}
