import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/embedded-postgres.ts'
import { type ServerProcess, spawnServer } from './server-process.ts'

export const isRoot = process.getuid?.() === 0
export const isPosix = process.platform !== 'win32'
/** The refusal of a second process. In the first moment it does not know the first one's id. */
export const IN_USE = /^The data folder \S+ is in use by (?:another process|the process \d+)\b.*\. Stop it first/

type ServerOptions = { dataDir?: string } & Parameters<typeof spawnServer>[1]

/** Creates a home folder for each test, in which the test creates its data folder, and closes what the test opened. */
export function useDataFolder() {
  const fixture = { home: '', dataDir: '', cleanups: [] as (() => Promise<unknown>)[], open, server }

  beforeEach(async () => {
    fixture.home = await realpath(await mkdtemp(join(tmpdir(), 'baobab-postgres-')))
    await chmod(fixture.home, 0o755)
    fixture.dataDir = join(fixture.home, 'data')
    fixture.cleanups = []
  })

  afterEach(async () => {
    for (const close of fixture.cleanups.toReversed()) await close()
    await rm(fixture.home, { recursive: true, force: true, maxRetries: 5 })
  })

  /** Opens the data folder in this process. */
  async function open(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const database = await startEmbeddedPostgres({ dataDir: fixture.dataDir, fsync: false, ...options })
    fixture.cleanups.push(() => database.stop())
    return database
  }

  /** Opens the data folder in a separate process. */
  function server({ dataDir = fixture.dataDir, ...options }: ServerOptions = {}): ServerProcess {
    const process = spawnServer(dataDir, options)
    fixture.cleanups.push(async () => {
      if (!process.hasExited()) process.signal('SIGTERM')
      await process.exited()
    })
    return process
  }

  return fixture
}

/** Waits until a server process is ready, and returns the URL of its database. */
export async function waitForUrl({ opening }: ServerProcess): Promise<string> {
  const outcome = await opening
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome.url
}

/** Runs one statement and returns the values of all columns of all rows in a single list. */
export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  // Some tests kill the server, which the running statement reports.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows.flatMap((row) => Object.values(row))
  } finally {
    await client.end()
  }
}

/** Commits a line, which `readLines` must return whatever happens next. */
export async function insertLine(url: string, line: string): Promise<void> {
  await query(url, 'create table if not exists lines (line text)')
  await query(url, `insert into lines values ('${line}')`)
}

export const readLines = (url: string) => query(url, 'select line from lines order by line')

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
