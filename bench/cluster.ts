// The bench's PostgreSQL: the one in DATABASE_URL, or the product's embedded one in this run's folder. Each bench creates a database there
// and drops it at the end; a role for the servers remains, and nothing else is touched.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { SERVER_ROLE, startServer } from './server.ts'

export type Cluster = {
  version: string
  /** Creates an empty database and returns its URL. */
  create(name: string): Promise<string>
  drop(name: string): Promise<void>
  /** PostgreSQL's log, or undefined if it cannot be read. */
  log(): Promise<string | undefined>
  stop(): Promise<void>
}

/** Runs one query on a separate connection. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

const read = (file: string) => readFile(file, 'utf8').catch(() => undefined)

/** The embedded PostgreSQL of a server that runs during the whole bench and receives no requests. */
async function openEmbedded(folder: string) {
  const dataDir = join(folder, 'cluster')
  const keeper = await startServer({ dataDir })
  // If root started it, the cluster may be in another folder, which this file names.
  const place = (await read(join(dataDir, 'database-place')))?.trim() ?? dataDir
  const password = (await readFile(join(dataDir, 'database-password'), 'utf8')).trim()
  const port = (await readFile(join(place, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3]
  return {
    url: `postgres://baobab:${password}@127.0.0.1:${port}/baobab`,
    logFile: join(place, 'postgres.log'),
    stop: keeper.stop,
  }
}

/** Opens the cluster chosen by the environment, in a temporary folder; closes and deletes both when the work is done. */
export async function withCluster(work: (cluster: Cluster, folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp('/tmp/baobab-bench-')
  try {
    // If started by root, PostgreSQL and nginx run as other users, who must be able to read their files in this folder.
    await chmod(folder, 0o711)
    const cluster = await openCluster({
      folder,
      databaseUrl: process.env['DATABASE_URL'],
      logFile: process.env['POSTGRES_LOG'],
    })
    try {
      await work(cluster, folder)
    } finally {
      await cluster.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Opens the cluster.
 * @param options.folder the folder of this run
 */
async function openCluster(options: {
  folder: string
  databaseUrl: string | undefined
  logFile: string | undefined
}): Promise<Cluster> {
  const { databaseUrl: given } = options
  const opened = given
    ? { url: given, logFile: options.logFile, stop: async () => {} }
    : await openEmbedded(options.folder)
  const [row] = await query<{ version: string }>(opened.url, "select current_setting('server_version') as version")
  const roles = await query(opened.url, 'select from pg_roles where rolname = $1', [SERVER_ROLE])
  if (roles.length === 0) await query(opened.url, `create role ${SERVER_ROLE} login password '${SERVER_ROLE}'`)
  const nameOf = (name: string) => `bench_${name}_${process.pid}`
  return {
    version: row?.version ?? 'unknown',
    async create(name) {
      await query(opened.url, `create database ${nameOf(name)}`)
      const url = new URL(opened.url)
      url.pathname = `/${nameOf(name)}`
      return url.href
    },
    async drop(name) {
      await query(opened.url, `drop database if exists ${nameOf(name)} with (force)`)
    },
    log: async () => (opened.logFile ? read(opened.logFile) : undefined),
    stop: opened.stop,
  }
}
