// Starts the PostgreSQL of the system, as an external database with a streaming replica.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '../src/platform/free-port.ts'
import { waitFor } from './wait-for.ts'

/** Where Debian installs each version. */
const PROGRAMS = '/usr/lib/postgresql'
const version = existsSync(PROGRAMS)
  ? readdirSync(PROGRAMS)
      .toSorted((a, b) => Number(a) - Number(b))
      .at(-1)
  : undefined
/** Whether this machine has a PostgreSQL of the system. */
export const hasPostgres = version !== undefined

const program = (name: string) => join(PROGRAMS, version ?? '', 'bin', name)

/** PostgreSQL does not run as root; Debian's package brings a user for it. */
function findUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: ask('-u'), gid: ask('-g') }
}

const SETTINGS = ['max_connections=300', 'max_wal_senders=4', 'wal_level=replica', 'listen_addresses=127.0.0.1']

export type Postgres = Awaited<ReturnType<typeof startPostgres>>

/** Starts an empty cluster with the roles of the product, durable as in production, and trusts connections of this machine. */
export async function startPostgres() {
  const user = findUser()
  const folder = mkdtempSync(join(tmpdir(), 'baobab-postgres-'))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? 0)
  const run = (name: string, args: string[]) => execFileSync(program(name), args, { ...user, cwd: folder })
  const servers: ChildProcess[] = []
  /** Starts a server on a data folder. */
  const start = async (data: string) => {
    const port = await findFreePort()
    const settings = [...SETTINGS, `unix_socket_directories=${folder}`].flatMap((setting) => ['-c', setting])
    const child = spawn(program('postgres'), ['-D', data, '-p', String(port), ...settings], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    })
    servers.push(child)
    const toUrl = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`
    await waitFor(async () => {
      if (child.exitCode !== null) throw new Error('PostgreSQL did not start.')
      await query(toUrl('root', 'postgres'), 'select 1')
    })
    return { child, port, ownerUrl: toUrl('root', 'baobab'), url: toUrl('baobab_app', 'baobab') }
  }
  const data = join(folder, 'primary')
  run('initdb', ['-D', data, '-U', 'root', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
  const primary = await start(data)
  await query(primary.ownerUrl.replace('/baobab', '/postgres'), 'create role baobab_app login')
  await query(primary.ownerUrl.replace('/baobab', '/postgres'), 'create database baobab')
  return {
    ...primary,
    /** Copies the cluster, and starts a replica that follows it. */
    async startReplica() {
      const copy = join(folder, 'replica')
      mkdirSync(copy, { mode: 0o700 })
      if (user.uid !== undefined) chownSync(copy, user.uid, user.gid ?? 0)
      const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'root']
      run('pg_basebackup', [...source, '-D', copy, '-R', '-c', 'fast', '-X', 'stream', '--no-sync'])
      return start(copy)
    },
    async stop() {
      for (const child of servers.toReversed()) await stopServer(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Stops a server at once, with its connections. */
export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  await exited
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
