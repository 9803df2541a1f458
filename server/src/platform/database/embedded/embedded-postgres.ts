/**
 * A real PostgreSQL of our own under DATA_DIR, for everyone who has not set DATABASE_URL.
 *
 *   DATA_DIR/lock               held while we run: one process for each data folder (data-lock.ts)
 *   DATA_DIR/postgres           the cluster, and postgres.log beside it; as root perhaps elsewhere (cluster-place.ts)
 *   DATA_DIR/database-password  mode 0600, made at random with the cluster
 *
 * It runs in a process group of its own, so that Ctrl-C lets requests drain first. It is ended by stop(), or when this
 * process exits in any way that lets it say so. After a SIGKILL it stays; the next start stops it in order and starts it
 * anew. Nothing here ever deletes or rewrites a cluster that it cannot open.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { type ClusterLocation, chooseClusterLocation } from './cluster-location.ts'
import { lockFolder } from './folder-lock.ts'
import { type Cluster, endLeftover, launch, type Running, stop } from './postgres-process.ts'
import { findPrograms } from './postgres-programs.ts'
import { runProgram } from './run-program.ts'
import { readText, writeDurably } from './small-files.ts'
import { giveTo } from './unprivileged-user.ts'

export { DataFolderInUseError } from './folder-lock.ts'

/** A running embedded PostgreSQL. `notes` are sentences for the banner; `stop` may be called twice. */
export type EmbeddedPostgres = { url: string; notes: string[]; stop(): Promise<void> }

/** `fsync` is off in tests only. `onLost` hears of a PostgreSQL that ended without being asked; call `stop` then too. */
export type EmbeddedPostgresOptions = {
  dataDir: string
  fsync?: boolean
  maxConnections?: number
  onLost?: (why: Error) => void
}

const NAME = 'baobab'

/**
 * Opens the cluster of a data folder, making both when they are not there yet.
 * @throws DataFolderInUseError at once when another process has the folder; else an Error whose sentence is for a person
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await privateFolder(options.dataDir)
  const unlock = lockFolder(dataDir)
  let place: ClusterLocation | undefined
  const release = () => {
    place?.release()
    unlock()
  }
  try {
    place = await chooseClusterLocation(dataDir, await findPrograms())
    const { cluster, notes } = place
    const password = await prepare(cluster, dataDir, options.fsync ?? true)
    await place.confirm()
    const running = await launch(cluster, settingsFor(options))
    const url = `postgres://${NAME}:${password}@127.0.0.1:${running.port}/${NAME}`
    const end = guard(cluster, running, options.onLost)
    await createDatabase(url, dataDir).catch(async (error: unknown) => {
      await end()
      throw error
    })
    let stopped: Promise<void> | undefined
    return { url, notes, stop: () => (stopped ??= end().finally(release)) }
  } catch (error) {
    release()
    throw error
  }
}

/** Private when we make it; the folders above it are as they usually are. */
async function privateFolder(path: string): Promise<string> {
  await mkdir(dirname(resolve(path)), { recursive: true })
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return realpath(path)
}

/** Leaves a cluster that may be started, and returns its password. */
async function prepare(cluster: Cluster, dataDir: string, fsync: boolean): Promise<string> {
  const file = join(dataDir, 'database-password')
  await removeHalfMade(cluster)
  if (await isEmpty(cluster.folder)) {
    const password = randomBytes(24).toString('base64url')
    await writeDurably(file, `${password}\n`)
    await initialise(cluster, password, fsync)
    return password
  }
  await refuseForeign(cluster)
  const password = await readText(file)
  if (password === undefined) {
    throw new Error(`The password of the database in ${cluster.folder} is missing: restore ${file} from a backup.`)
  }
  await endLeftover(cluster)
  return password
}

/** Makes the cluster beside its place and renames it in when it is whole, so that a killed first start leaves nothing half. */
async function initialise({ folder, programs, runAs }: Cluster, password: string, fsync: boolean): Promise<void> {
  const work = `${folder}.new-${randomBytes(4).toString('hex')}`
  const passwordFile = join(work, 'password')
  await mkdir(work, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  for (const path of [work, passwordFile]) await giveTo(runAs, path)
  // The builtin C.UTF-8 sorts and folds alike on every system.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['-U', NAME, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const extra = ['--no-instructions', ...(fsync ? [] : ['--no-sync'])]
  const { ok, output } = await runProgram(
    programs.initdb,
    ['-D', join(work, 'cluster'), ...locale, ...access, ...extra],
    runAs,
  )
  if (ok) {
    await rm(folder, { recursive: true, force: true })
    await rename(join(work, 'cluster'), folder)
  }
  await rm(work, { recursive: true, force: true })
  if (!ok) throw new Error(`PostgreSQL could not make its data folder ${folder}: ${output.split('\n').at(-1)}`)
}

/** What a killed first start left: never a database yet, or one that is in its place by now. */
async function removeHalfMade({ folder }: Cluster): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.new-`)) continue
    await rm(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function isEmpty(folder: string): Promise<boolean> {
  return readdir(folder).then(
    (names) => names.length === 0,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return true
      throw new Error(`The database in ${folder} cannot be opened by this user (${error.code}).`, { cause: error })
    },
  )
}

/** Refuses what this PostgreSQL would not open, in a sentence that says what to do. */
async function refuseForeign({ folder, programs }: Cluster): Promise<void> {
  const version = await readText(join(folder, 'PG_VERSION'))
  const major = programs.version.split('.')[0]
  const way = 'Nothing was changed. Restore a backup, or move the folder away to begin with an empty database.'
  if (version === undefined) throw new Error(`${folder} is damaged or no database: PG_VERSION is missing. ${way}`)
  if (version !== major)
    throw new Error(`${folder} was made by PostgreSQL ${version}, and this is PostgreSQL ${major}. ${way}`)
  const { uid } = await stat(folder)
  const we = process.getuid?.() ?? uid
  if (we !== 0 && we !== uid)
    throw new Error(`${folder} belongs to another user (id ${uid}). Start as that user or as root.`)
}

/** On the command line, so that they win over whatever the cluster's own files say. */
function settingsFor({ fsync = true, maxConnections = 100 }: EmbeddedPostgresOptions): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(maxConnections),
    shared_buffers: '128MB',
    jit: 'off',
    fsync: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Start, stop and what is fatal; never statements or values, which are personal.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Watches a running PostgreSQL and returns the way to end it. */
function guard(cluster: Cluster, { child }: Running, onLost: EmbeddedPostgresOptions['onLost']): () => Promise<void> {
  const lost = (code: number | null, signal: string | null) => {
    onLost?.(new Error(`PostgreSQL stopped unexpectedly (${signal ?? `code ${code}`}; log: ${cluster.folder}.log).`))
  }
  child.once('exit', lost)
  child.unref()
  return async () => {
    child.off('exit', lost)
    await stop(cluster, child)
  }
}

async function createDatabase(url: string, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/[^/]*$/, 'postgres') })
  // A connection cut in the middle is told twice: by the query, which counts, and here.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [NAME])
    if (rowCount === 0) await client.query(`create database ${NAME}`)
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || cause.code !== '28P01') throw cause
    throw new Error(`The password in ${join(dataDir, 'database-password')} does not open the database.`, { cause })
  } finally {
    await client.end()
  }
}
