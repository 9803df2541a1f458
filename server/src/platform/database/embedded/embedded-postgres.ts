/**
 * The embedded PostgreSQL: a real server under DATA_DIR, used when DATABASE_URL is not set.
 *
 * DATA_DIR/lock               locked while the server runs: one process per data folder (folder-lock.ts)
 * DATA_DIR/lock-holder        the id of that process, and the port that it serves
 * DATA_DIR/postgres           the cluster, next to its postgres.log; may be elsewhere for root (cluster-location.ts)
 * DATA_DIR/database-password  mode 0600, a random password created with the cluster, for the role that owns the tables
 * DATA_DIR/database-server-password  likewise, for the server's own role (grants.ts)
 *
 * A PostgreSQL that exits unexpectedly is restarted (postgres-supervisor.ts).
 * PostgreSQL runs in its own process group, so that after Ctrl-C it keeps running until requests have drained. It is stopped by
 * stop(), and by every exit of this process except SIGKILL. After a SIGKILL, the next start shuts down the old PostgreSQL cleanly
 * and starts a new one. A cluster that cannot be opened is never deleted or changed.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { DiskFullError, isTooFullToStart, makeRoomToStart } from '../disk-space.ts'
import { chooseClusterLocation, findCluster, type ClusterLocation } from './cluster-location.ts'
import { lockFolder } from './folder-lock.ts'
import { type Cluster, launch, stopLeftover } from './postgres-process.ts'
import { findPrograms } from './postgres-programs.ts'
import { supervise, type Supervision } from './postgres-supervisor.ts'
import { runProgram } from './run-program.ts'
import { readText, writeDurably } from './small-files.ts'
import { changeOwner } from './unprivileged-user.ts'

export { DataFolderInUseError } from './folder-lock.ts'

/** A running embedded PostgreSQL. */
export type EmbeddedPostgres = {
  /** For the role that owns the tables: migrations and backups. */
  url: string
  /** For the server's own role. */
  serverUrl: string
  /** Where the cluster is stored. */
  folder: string
  /** Sentences for the operator. */
  notes: string[]
  /** May be called more than once, and must be called after `onLost` too. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = Supervision & {
  dataDir: string
  /** The port that this process serves, for the message to a second process. */
  servedPort?: number
  /** Aborts the start. */
  signal?: AbortSignal
  /** Called before a new cluster is made, which takes seconds. */
  onCreate?: () => void
  /** Called, perhaps more than once, while a PostgreSQL program is busy and this process only waits for it. */
  onWait?: () => void
  /** Only switched off in tests. */
  fsync?: boolean
  maxConnections?: number
}

/** The name of the database and of the role that owns it. */
const NAME = 'baobab'
const SERVER_ROLE = 'baobab_app'
const SERVER_PASSWORD_FILE = 'database-server-password'

/**
 * Opens the cluster of a data folder and creates both if they do not exist.
 * @throws DataFolderInUseError if another process uses the folder; DiskFullError; the reason of the signal, once nothing is running
 * any more; or an Error with a message for the operator
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await createPrivateFolder(options.dataDir)
  const unlock = lockFolder(dataDir, options)
  let location: ClusterLocation | undefined
  const release = () => {
    location?.release()
    unlock()
  }
  try {
    location = await chooseClusterLocation(dataDir, await findPrograms())
    const { cluster, notes } = location
    const password = await prepare(cluster, dataDir, options)
    await location.confirm()
    const settings = toArguments(options)
    await makeRoomToStart(cluster.folder)
    const running = await launch(cluster, settings, options)
    const serverPassword = await readOrMakePassword(join(dataDir, SERVER_PASSWORD_FILE))
    const url = toUrl(NAME, password, running.port)
    const stopServer = supervise(cluster, running, settings, options)
    await createDatabase(url, serverPassword, dataDir).catch(async (error: unknown) => {
      await stopServer()
      throw error
    })
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= stopServer().finally(release))
    return { url, serverUrl: toUrl(SERVER_ROLE, serverPassword, running.port), folder: cluster.folder, notes, stop }
  } catch (error) {
    release()
    throw (await isForLackOfSpace(error, dataDir)) ? new DiskFullError(describeFullDisk(dataDir)) : error
  }
}

const describeFullDisk = (folder: string) =>
  `The disk of ${folder} is full, so its database cannot start. Nothing is lost: free some space, and start again.`

/** Whether a start failed because the disk is full. What it wrote may be deleted by now, so the error's text counts too. */
async function isForLackOfSpace(error: unknown, dataDir: string): Promise<boolean> {
  const text = error instanceof Error ? error.message : ''
  return /no space left on device/i.test(text) || isTooFullToStart(dataDir)
}

const toUrl = (role: string, password: string, port: number | string) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${NAME}`

/**
 * Returns the URL, for the server's role, of a PostgreSQL that another process runs on a data folder; undefined if none is running
 * yet.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const folder = await findCluster(dataDir)
  const port = folder && (await readText(join(folder, 'postmaster.pid')))?.split('\n')[3]
  const password = await readText(join(dataDir, SERVER_PASSWORD_FILE))
  return port && password && toUrl(SERVER_ROLE, password, port)
}

/** Creates a folder with mode 0700 unless it exists, and its parents with the default mode. Returns its real path. */
async function createPrivateFolder(path: string): Promise<string> {
  await mkdir(dirname(resolve(path)), { recursive: true })
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return realpath(path)
}

/** Makes the cluster ready to start, and returns its password. */
async function prepare(cluster: Cluster, dataDir: string, options: EmbeddedPostgresOptions): Promise<string> {
  const file = join(dataDir, 'database-password')
  await removeUnfinished(cluster)
  if (await isEmpty(cluster.folder)) {
    options.onCreate?.()
    const password = await makePassword(file)
    await initialise(cluster, password, options)
    return password
  }
  await requireCompatible(cluster)
  const password = await readText(file)
  if (password === undefined) {
    throw new Error(`The password of the database in ${cluster.folder} is missing: restore ${file} from a backup.`)
  }
  await stopLeftover(cluster)
  return password
}

async function makePassword(file: string): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  await writeDurably(file, `${password}\n`)
  return password
}

/** Reads a password, or makes a new one: it may be lost, because each start sets it again. */
async function readOrMakePassword(file: string): Promise<string> {
  return (await readText(file)) ?? makePassword(file)
}

/** Creates the cluster in a temporary folder and renames it once complete, so that a kill leaves no partial cluster. */
async function initialise(
  { folder, programs, runAs }: Cluster,
  password: string,
  { fsync = true, onWait }: EmbeddedPostgresOptions,
): Promise<void> {
  const work = `${folder}.new-${randomBytes(4).toString('hex')}`
  const passwordFile = join(work, 'password')
  await mkdir(work, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  for (const path of [work, passwordFile]) await changeOwner(runAs, path)
  // The built-in C.UTF-8 locale sorts text and folds case identically on every system.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['-U', NAME, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const extra = ['--no-instructions', ...(fsync ? [] : ['--no-sync'])]
  const initialising = runProgram(programs.initdb, ['-D', join(work, 'cluster'), ...locale, ...access, ...extra], runAs)
  onWait?.()
  const { ok, output } = await initialising
  if (ok) {
    await rm(folder, { recursive: true, force: true })
    await rename(join(work, 'cluster'), folder)
  }
  await rm(work, { recursive: true, force: true })
  if (!ok) throw new Error(`PostgreSQL could not create its data folder ${folder}: ${output.split('\n').at(-1)}`)
}

/** Removes the temporary folder left behind if the first start was killed. */
async function removeUnfinished({ folder }: Cluster): Promise<void> {
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

/** Throws if this PostgreSQL cannot open the cluster, with a message that says what to do. */
async function requireCompatible({ folder, programs }: Cluster): Promise<void> {
  const version = await readText(join(folder, 'PG_VERSION'))
  const major = programs.version.split('.')[0]
  const remedy = 'Nothing was changed. Restore a backup, or move the folder away to begin with an empty database.'
  if (version === undefined) throw new Error(`${folder} is damaged or not a database: PG_VERSION is missing. ${remedy}`)
  if (version !== major)
    throw new Error(`${folder} was made by PostgreSQL ${version}, and this is PostgreSQL ${major}. ${remedy}`)
  const { uid } = await stat(folder)
  const ownUid = process.getuid?.() ?? uid
  if (ownUid !== 0 && ownUid !== uid)
    throw new Error(`${folder} belongs to another user (id ${uid}). Start as that user or as root.`)
}

/** Returns the settings as arguments, which override those in the cluster's own files. */
function toArguments({ fsync = true, maxConnections = 100 }: EmbeddedPostgresOptions): string[] {
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
    // Logs starts, stops and fatal errors, but never statements or values, because they contain personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Creates the database and the server's role unless they exist. Each start sets the role's password again. */
async function createDatabase(url: string, serverPassword: string, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/[^/]*$/, 'postgres') })
  // A broken connection fails the query and also emits 'error', which would end the process without a listener.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [NAME])
    if (rowCount === 0) await client.query(`create database ${NAME}`)
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [SERVER_ROLE])
    await client.query(
      `${roles.rowCount === 0 ? 'create' : 'alter'} role ${SERVER_ROLE} with login nosuperuser nocreatedb nocreaterole
       noreplication nobypassrls password ${pg.escapeLiteral(serverPassword)}`,
    )
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || cause.code !== '28P01') throw cause
    throw new Error(`The password in ${join(dataDir, 'database-password')} does not open the database.`, { cause })
  } finally {
    await client.end()
  }
}
