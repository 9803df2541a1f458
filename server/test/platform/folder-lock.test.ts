import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DataFolderInUseError, startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts'
import {
  isRoot,
  isPosix,
  IN_USE,
  useDataFolder,
  waitForUrl,
  query,
  insertLine,
  readLines,
  postmasterPid,
  isAlive,
} from './data-folder.ts'

const world = useDataFolder()

describe('one owner', () => {
  test('a second process is refused at once with the sentence and exit code, and the first goes on', async () => {
    const { url } = await world.open()
    await insertLine(url, 'a')
    const second = world.server()
    expect(await second.opening).toEqual({ refused: IN_USE })
    expect(await second.exited()).toBe(75)
    expect(await readLines(url)).toEqual(['a'])
  })

  test('a second opening in the same process is refused too, also by another path', async () => {
    await world.open()
    await expect(startEmbeddedPostgres({ dataDir: world.dataDir })).rejects.toBeInstanceOf(DataFolderInUseError)
    await symlink(world.dataDir, join(world.home, 'link'))
    await expect(startEmbeddedPostgres({ dataDir: join(world.home, 'link') })).rejects.toThrow(IN_USE)
  })

  test('of three first starts at the same moment exactly one wins', async () => {
    const openings = await Promise.all([world.server(), world.server(), world.server()].map(({ opening }) => opening))
    expect(openings.filter((said) => 'url' in said)).toHaveLength(1)
    expect(openings.filter((said) => 'refused' in said && said.refused === IN_USE)).toHaveLength(2)
  })

  test('of three starts at the same moment after a SIGKILL exactly one wins, and nothing is lost', async () => {
    const killed = world.server()
    await insertLine(await waitForUrl(killed), 'a')
    killed.signal('SIGKILL')
    await killed.exited()
    const openings = await Promise.all([world.server(), world.server(), world.server()].map(({ opening }) => opening))
    const urls = openings.flatMap((said) => ('url' in said ? [said.url] : []))
    expect(urls).toHaveLength(1)
    expect(await readLines(urls[0] ?? '')).toEqual(['a'])
  })
})

describe('a killed server', () => {
  test('leaves a PostgreSQL that the next start ends and starts anew, with every committed row', async () => {
    const pids: number[] = []
    for (const line of ['a', 'b', 'c']) {
      const victim = world.server()
      await insertLine(await waitForUrl(victim), line)
      pids.push(await postmasterPid(join(world.dataDir, 'postgres')))
      victim.signal('SIGKILL')
      await victim.exited()
    }
    const { url } = await world.open()
    expect(await readLines(url)).toEqual(['a', 'b', 'c'])
    pids.push(await postmasterPid(join(world.dataDir, 'postgres')))
    expect(new Set(pids).size).toBe(4)
  })

  test('leaves a PostgreSQL that is found again when the folder was moved meanwhile', async () => {
    const victim = world.server()
    await insertLine(await waitForUrl(victim), 'a')
    const pid = await postmasterPid(join(world.dataDir, 'postgres'))
    victim.signal('SIGKILL')
    await victim.exited()
    const moved = join(world.home, 'moved')
    await rename(world.dataDir, moved)
    const { url } = await world.open({ dataDir: moved })
    expect(await readLines(url)).toEqual(['a'])
    expect(await postmasterPid(join(moved, 'postgres'))).not.toBe(pid)
  })

  test('in the middle of the first start leaves nothing that hinders the next', async () => {
    for (const stage of [/^lock$/, /^postgres\.new-/, /^postgres$/]) {
      const victim = world.server()
      await vi.waitFor(async () => expect((await readdir(world.dataDir)).some((name) => stage.test(name))).toBe(true), {
        interval: 1,
        timeout: 10_000,
      })
      victim.signal('SIGKILL')
      await victim.exited()
    }
    const { url } = await world.open()
    expect(await query(url, 'select 1 as one')).toEqual([1])
    expect((await readdir(world.dataDir)).toSorted()).toEqual(['database-password', 'lock', 'postgres', 'postgres.log'])
  })

  test.runIf(isPosix)(
    'whose process id another program has by now does not hinder, and that program is left alone',
    async () => {
      await world.open().then((database) => database.stop())
      const cluster = join(world.dataDir, 'postgres')
      const { uid, gid } = await stat(cluster)
      // Of the same user, so that PostgreSQL itself would take it for a postmaster.
      const stranger = spawn('sleep', ['600'], { ...(isRoot ? { uid, gid } : {}), cwd: '/' })
      onTestFinished(() => void stranger.kill())
      await once(stranger, 'spawn')
      await writeFile(
        join(cluster, 'postmaster.pid'),
        `${stranger.pid}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n\nready   \n`,
      )
      const { url } = await world.open()
      expect(await query(url, 'select 1 as one')).toEqual([1])
      expect(stranger.exitCode).toBeNull()
      expect(stranger.signalCode).toBeNull()
    },
  )

  test.runIf(isPosix)(
    'and a killed PostgreSQL, of which a process lingers, start again once that one is gone',
    async () => {
      const victim = world.server()
      const url = await waitForUrl(victim)
      await insertLine(url, 'a')
      const lingering = new pg.Client({ connectionString: url })
      lingering.on('error', () => {})
      await lingering.connect()
      const { rows } = await lingering.query<{ pid: number }>('select pg_backend_pid() as pid')
      const backend = rows[0]?.pid ?? 0
      const postmaster = await postmasterPid(join(world.dataDir, 'postgres'))
      process.kill(backend, 'SIGSTOP')
      onTestFinished(() => void (isAlive(backend) && process.kill(backend, 'SIGCONT')))
      victim.signal('SIGKILL')
      process.kill(postmaster, 'SIGKILL')
      await victim.exited()
      const next = world.open()
      const log = () => readFile(join(world.dataDir, 'postgres.log'), 'utf8')
      await vi.waitFor(async () => expect(await log()).toMatch(/FATAL: .*(shared memory|lock file)/), {
        timeout: 10_000,
      })
      process.kill(backend, 'SIGCONT')
      expect(await readLines((await next).url)).toEqual(['a'])
    },
  )
})
