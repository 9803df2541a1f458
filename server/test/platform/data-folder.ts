import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, vi } from 'vitest'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/embedded-postgres.ts'
import { type ServerProcess, spawnServer } from './server-process.ts'

export const isRoot = process.getuid?.() === 0
export const isPosix = process.platform !== 'win32'
export const IN_USE = 'Data folder is in use by another process.'

/** A home folder for each test with a data folder to be made in it; what a test opened is closed after it. */
export function useDataFolder() {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
  const world = { home: '', dataDir: '', closing: [] as (() => Promise<unknown>)[], open, server }

  beforeEach(async () => {
    world.home = await realpath(await mkdtemp(join(tmpdir(), 'baobab-postgres-')))
    await chmod(world.home, 0o755)
    world.dataDir = join(world.home, 'data')
    world.closing = []
  })

  afterEach(async () => {
    for (const close of world.closing.toReversed()) await close()
    await rm(world.home, { recursive: true, force: true, maxRetries: 5 })
  })

  /** Opens the data folder in this process. */
  async function open(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const database = await startEmbeddedPostgres({ dataDir: world.dataDir, fsync: false, ...options })
    world.closing.push(() => database.stop())
    return database
  }

  /** Opens the data folder in a process of its own. */
  function server(options?: Parameters<typeof spawnServer>[1]): ServerProcess {
    const process = spawnServer(world.dataDir, options)
    world.closing.push(async () => {
      if (!process.hasExited()) process.signal('SIGTERM')
      await process.exited()
    })
    return process
  }

  return world
}

/** Where a server process listens, once it is ready. */
export async function waitForUrl({ opening }: ServerProcess): Promise<string> {
  const said = await opening
  if ('refused' in said) throw new Error(said.refused)
  return said.url
}

/** The values of all columns of all rows of one statement, one after another. */
export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  // A killed server is part of these tests; the statement at work tells of it.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows.flatMap((row) => Object.values(row))
  } finally {
    await client.end()
  }
}

/** Commits a line, which `kept` must show whatever happens next. */
export async function insertLine(url: string, line: string): Promise<void> {
  await query(url, 'create table if not exists kept (line text)')
  await query(url, `insert into kept values ('${line}')`)
}

export const readLines = (url: string) => query(url, 'select line from kept order by line')

export async function postmasterPid(cluster: string): Promise<number> {
  return Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
