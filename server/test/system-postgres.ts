// A PostgreSQL from the system's packages, for what the embedded one lacks: a log archive, and replicas.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '../src/platform/free-port.ts'
import { findUser } from '../src/platform/database/embedded/unprivileged-user.ts'
import { waitFor } from './wait-for.ts'

/** The folders with programs of each PostgreSQL on this machine, the newest last. */
export const programFolders = globSync('/usr/lib/postgresql/*/bin')
  .filter((folder) => existsSync(join(folder, 'pg_basebackup')))
  .toSorted()

/** Whether this machine has such a PostgreSQL. */
export const hasSystemPostgres = programFolders.length > 0

/** PostgreSQL does not run as root. */
const user = process.getuid?.() === 0 ? await findUser('nobody') : undefined
const ids = user ? { uid: user.uid, gid: user.gid } : {}

/** Opens a connection for one statement. */
export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  // A stopping server ends the connection; without a listener, that event would crash the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const OWNER = 'owner'

/**
 * Creates a folder for clusters, and beside them a log archive.
 * @param programs the folder with the programs to use
 */
export function makePlace(programs = programFolders.at(-1) ?? '') {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-system-postgres-'))
  chmodSync(folder, 0o755)
  const archive = join(folder, 'archive')
  mkdirSync(archive)
  if (user) for (const path of [folder, archive]) chownSync(path, user.uid, user.gid)
  const stops: (() => Promise<void>)[] = []
  const run = (program: string, args: string[]) =>
    execFileSync(join(programs, program), args, { ...ids, stdio: ['ignore', 'ignore', 'inherit'], cwd: '/' })

  /**
   * Starts one of this place's clusters, and waits until it accepts changes, or as a replica until it can be read.
   * @returns the URL for its database's owner
   */
  async function start(name: string, settings: Record<string, string>, { isReplica = false } = {}) {
    const port = await findFreePort()
    const all = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      fsync: 'off',
      ...settings,
    }
    const args = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])
    const child = spawn(join(programs, 'postgres'), ['-D', join(folder, name), ...args], {
      ...ids,
      stdio: 'ignore',
      cwd: '/',
    })
    const stop = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGINT')
      await exited
    }
    stops.push(stop)
    const url = `postgres://${OWNER}@127.0.0.1:${port}/postgres`
    await waitFor(async () => {
      const [state] = await query<{ recovering: boolean }>(url, 'select pg_is_in_recovery() as recovering')
      if (state?.recovering !== isReplica) throw new Error('It has not recovered yet.')
    })
    return { url, stop }
  }

  return {
    archive,
    start,
    /** Creates a cluster whose owner is a superuser and needs no password: any local user may connect. */
    create: (name: string) =>
      run('initdb', ['-D', join(folder, name), '-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']),
    /** Copies a running cluster; changes made in the meantime are in the archive. */
    copy: (name: string, url: string) =>
      run('pg_basebackup', ['-d', url, '-D', join(folder, name), '-X', 'none', '-c', 'fast', '--no-sync']),
    /** Copies a running cluster as a replica, which follows it once it is started. */
    copyAsReplica: (name: string, url: string) =>
      run('pg_basebackup', ['-d', url, '-D', join(folder, name), '-R', '-X', 'stream', '-c', 'fast', '--no-sync']),
    /** Tells a copy to recover when it starts. */
    prepareRecovery: (name: string) => writeFileSync(join(folder, name, 'recovery.signal'), ''),
    async close() {
      for (const stop of stops) await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
