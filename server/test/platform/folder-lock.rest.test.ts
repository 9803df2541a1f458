import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
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
import { waitFor } from '../wait-for.ts'

const fixture = useDataFolder()

describe('a locked folder', () => {
  test('refuses to be opened twice in the same process, even through a different path', async () => {
    await fixture.open()
    await expect(startEmbeddedPostgres({ dataDir: fixture.dataDir })).rejects.toBeInstanceOf(DataFolderInUseError)
    await symlink(fixture.dataDir, join(fixture.home, 'link'))
    await expect(startEmbeddedPostgres({ dataDir: join(fixture.home, 'link') })).rejects.toThrow(IN_USE)
  })

  test('B-15 refuses a second process at once with a message and exit code, and the first keeps running', async () => {
    const { url } = await fixture.open()
    await insertLine(url, 'a')
    const second = fixture.server()
    expect(await second.opening).toEqual({
      refused: `The data folder ${fixture.dataDir} is in use by the process ${process.pid}. Stop it first, or set DATA_DIR to another folder.`,
    })
    expect(await second.exited()).toBe(75)
    expect(await readLines(url)).toEqual(['a'])
  })

  test('lets exactly one of three simultaneous first starts win', async () => {
    const openings = await Promise.all(
      [fixture.server(), fixture.server(), fixture.server()].map(({ opening }) => opening),
    )
    expect(openings.filter((outcome) => 'url' in outcome)).toHaveLength(1)
    expect(openings.filter((outcome) => 'refused' in outcome && IN_USE.test(outcome.refused))).toHaveLength(2)
  })

  test('B-15 lets exactly one of three simultaneous starts after a SIGKILL win, and nothing is lost', async () => {
    const killed = fixture.server()
    await insertLine(await waitForUrl(killed), 'a')
    killed.signal('SIGKILL')
    await killed.exited()
    const openings = await Promise.all(
      [fixture.server(), fixture.server(), fixture.server()].map(({ opening }) => opening),
    )
    const urls = openings.flatMap((outcome) => ('url' in outcome ? [outcome.url] : []))
    expect(urls).toHaveLength(1)
    expect(await readLines(urls[0] ?? '')).toEqual(['a'])
  })
})

describe('a killed server', () => {
  test('leaves a PostgreSQL that the next start stops and replaces, with every committed row', async () => {
    const pids: number[] = []
    for (const line of ['a', 'b', 'c']) {
      const victim = fixture.server()
      await insertLine(await waitForUrl(victim), line)
      pids.push(await postmasterPid(join(fixture.dataDir, 'postgres')))
      victim.signal('SIGKILL')
      await victim.exited()
    }
    const { url } = await fixture.open()
    expect(await readLines(url)).toEqual(['a', 'b', 'c'])
    pids.push(await postmasterPid(join(fixture.dataDir, 'postgres')))
    expect(new Set(pids).size).toBe(4)
  })

  test('leaves a PostgreSQL that is found even if the folder was moved in the meantime', async () => {
    const victim = fixture.server()
    await insertLine(await waitForUrl(victim), 'a')
    const pid = await postmasterPid(join(fixture.dataDir, 'postgres'))
    victim.signal('SIGKILL')
    await victim.exited()
    const moved = join(fixture.home, 'moved')
    await rename(fixture.dataDir, moved)
    const { url } = await fixture.open({ dataDir: moved })
    expect(await readLines(url)).toEqual(['a'])
    expect(await postmasterPid(join(moved, 'postgres'))).not.toBe(pid)
  })

  test('leaves nothing that blocks the next start if killed in the middle of its first one', async () => {
    for (const stage of [/^lock$/, /^postgres\.new-/, /^postgres$/]) {
      const victim = fixture.server()
      await waitFor(async () => expect((await readdir(fixture.dataDir)).some((name) => stage.test(name))).toBe(true))
      victim.signal('SIGKILL')
      await victim.exited()
    }
    const { url } = await fixture.open()
    expect(await query(url, 'select 1 as one')).toEqual([1])
    expect((await readdir(fixture.dataDir)).toSorted()).toEqual([
      'database-password',
      'database-server-password',
      'lock',
      'lock-holder',
      'postgres',
      'postgres.log',
    ])
  })

  test.runIf(isPosix)(
    'whose process id was reused does not block the start, and the program with that id is left alone',
    async () => {
      await fixture.open().then((database) => database.stop())
      const cluster = join(fixture.dataDir, 'postgres')
      const { uid, gid } = await stat(cluster)
      // Runs as the same user, so that PostgreSQL could mistake it for a postmaster.
      const stranger = spawn('sleep', ['600'], { ...(isRoot ? { uid, gid } : {}), cwd: '/' })
      onTestFinished(() => void stranger.kill())
      await once(stranger, 'spawn')
      await writeFile(
        join(cluster, 'postmaster.pid'),
        `${stranger.pid}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n\nready   \n`,
      )
      const { url } = await fixture.open()
      expect(await query(url, 'select 1 as one')).toEqual([1])
      expect(stranger.exitCode).toBeNull()
      expect(stranger.signalCode).toBeNull()
    },
  )

  test.runIf(isPosix)(
    'B-24 and a killed PostgreSQL start again once a lingering backend process has ended',
    async () => {
      const victim = fixture.server()
      const url = await waitForUrl(victim)
      await insertLine(url, 'a')
      const lingering = new pg.Client({ connectionString: url })
      lingering.on('error', () => {})
      await lingering.connect()
      const { rows } = await lingering.query<{ pid: number }>('select pg_backend_pid() as pid')
      const backend = rows[0]?.pid ?? 0
      const postmaster = await postmasterPid(join(fixture.dataDir, 'postgres'))
      process.kill(backend, 'SIGSTOP')
      onTestFinished(() => void (isAlive(backend) && process.kill(backend, 'SIGCONT')))
      victim.signal('SIGKILL')
      process.kill(postmaster, 'SIGKILL')
      await victim.exited()
      const next = fixture.open()
      const log = () => readFile(join(fixture.dataDir, 'postgres.log'), 'utf8')
      await waitFor(async () => expect(await log()).toMatch(/FATAL: .*(shared memory|lock file)/))
      process.kill(backend, 'SIGCONT')
      expect(await readLines((await next).url)).toEqual(['a'])
    },
  )
})
