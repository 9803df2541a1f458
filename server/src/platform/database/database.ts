// Connects to the product's PostgreSQL: the one in DATABASE_URL, or the embedded one.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isDatabaseUnavailable } from '../http/errors.ts'
import { toConnection } from './hosts.ts'

export type Db = NodePgDatabase<Record<string, never>>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/**
 * The connections of one server by purpose, so that no purpose can take another's. Ten for requests keep two cores busy; with more,
 * queries would only queue inside PostgreSQL. Three more belong to the job system, including its LISTEN, and one to pub/sub: 26 in
 * total. A replica gets as many as requests do.
 */
export const poolSizes = { requests: 10, sessions: 4, health: 1, slow: 6, ranking: 1 } as const
const CONNECTIONS_OF_JOBS = 3
const CONNECTIONS_OF_PUB_SUB = 1

/** The maximum number of connections that a server opens to the database itself, not counting a replica. */
export const CONNECTIONS_PER_SERVER =
  Object.values(poolSizes).reduce((total, size) => total + size, 0) + CONNECTIONS_OF_JOBS + CONNECTIONS_OF_PUB_SUB

export type Database = { db: Db; pool: pg.Pool; url: string; close(): Promise<void> }

/**
 * Caches a prepared query, so that it is built once for each database and planned once for each connection. Use it for queries that
 * every request runs.
 * @param build ends in `.prepare(name)` and uses `sql.placeholder` for its parameters
 */
export function preparedQuery<Q>(build: (db: Db | Tx) => Q): (db: Db | Tx) => Q {
  const built = new WeakMap<Db | Tx, Q>()
  return (db) => {
    const query = built.get(db) ?? build(db)
    built.set(db, query)
    return query
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text is a UUID. PostgreSQL throws when it compares a uuid column with any other text, so check first. */
export const isId = (text: string): boolean => uuid.test(text)

/** Limits that PostgreSQL enforces on a connection, in milliseconds. */
export type Timeouts = { statement_timeout: number; lock_timeout: number; idle_in_transaction_session_timeout: number }

/**
 * The limits for requests, so that a held lock or a slow query blocks a connection only for seconds. They are settings of the
 * server's role (prepare-database.ts): a pooler in transaction mode drops the options of a connection, and a SET would stay on a
 * connection that others use next.
 */
export const requestTimeouts: Timeouts = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
}

/** Returns timeouts with the same value for all limits. */
const toTimeouts = (ms: number): Timeouts => ({
  statement_timeout: ms,
  lock_timeout: ms,
  idle_in_transaction_session_timeout: ms,
})

/** The limits for jobs, exports, and everything else that may take minutes. */
const slowTimeouts = toTimeouts(600_000)

/** Sets the limits of a connection, which must have its own session (DATABASE_SESSION_URL). */
export async function setTimeouts(client: pg.ClientBase, timeouts: Timeouts): Promise<void> {
  const statements = Object.entries(timeouts).map(([name, ms]) => `set ${name} = ${ms}`)
  await client.query(statements.join('; '))
}

/** The `verify` option of a pool for slow work: sets the limits of a new connection before its first use. */
export function setSlowTimeouts(client: pg.ClientBase, done: (error?: Error) => void): void {
  // A pool only handles errors of idle connections; an unhandled 'error' event on another one would end the process.
  client.on('error', () => undefined)
  setTimeouts(client, slowTimeouts).then(() => done(), done)
}

/** How much later than PostgreSQL the client gives up on a query. This only matters if no reply arrives because the network is lost. */
const LOST_MS = 2_000
/** How long opening a connection may take: PostgreSQL starts a process for it, which takes seconds on a busy machine. */
const CONNECT_MS = 5_000
/** How long a request may wait for a free connection before it gets a 503. */
const WAIT_MS = 1_000
const SLOW_WAIT_MS = 60_000

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** A pool that refuses requests that wait too long for a connection, so that its queue stays short. */
class RequestPool extends pg.Pool {
  readonly #waitMs: number
  constructor({ waitMs, ...options }: pg.PoolConfig & { waitMs: number }) {
    super(options)
    this.#waitMs = waitMs
  }

  /** Whether a connection, idle or new, is left for the next request once those already waiting are served. */
  #hasRoom(): boolean {
    return this.totalCount - this.idleCount + this.waitingCount < this.options.max
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error ?? new Error('no connection'))))
      })
    }
    if (this.#hasRoom()) return super.connect(callback)
    let isRefused = false
    const timer = setTimeout(() => {
      isRefused = true
      callback(new Error('timeout exceeded when trying to connect'), undefined, () => undefined)
    }, this.#waitMs)
    super.connect((error, client, release) => {
      clearTimeout(timer)
      // There is no client if the pool's own timeout ended the wait.
      if (isRefused) client?.release()
      else callback(error, client, release)
    })
  }
}

/** Runs transactions on a connection that is always released: Drizzle's own method leaks it when `begin` fails. */
function createTransaction(pool: pg.Pool): Db['transaction'] {
  return async (work, config) => {
    const client = await pool.connect()
    let isLost = false
    try {
      return await drizzle({ client, casing: 'snake_case' }).transaction(work, config)
    } catch (error) {
      // A query that timed out on the client may still be running, so the connection cannot be reused.
      isLost = isDatabaseUnavailable(error)
      throw error
    } finally {
      client.release(isLost)
    }
  }
}

type DatabaseOptions = {
  url: string
  /** The maximum number of connections; defaults to the number for requests. */
  poolSize?: number
  /** For work that may take minutes: sets `slowTimeouts` on each connection, which must be a session. */
  isSlow?: boolean
  /** When the client gives up on a query. */
  queryMs?: number
  /** For tests on busy machines: how long a request may wait for a connection, a lock or a reply. */
  waitMs?: number | undefined
  /** Called when a connection is lost; without a listener, that would end the process. */
  onError: (error: Error) => void
}

/** Connects to a PostgreSQL. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, poolSize = poolSizes.requests, isSlow = false, queryMs, waitMs, onError } = options
  const statementMs = waitMs ?? (isSlow ? slowTimeouts : requestTimeouts).statement_timeout
  const common = {
    ...toConnection(url),
    max: poolSize,
    query_timeout: queryMs ?? statementMs + LOST_MS,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    application_name: 'baobab',
  }
  const pool = isSlow
    ? new pg.Pool({ ...common, connectionTimeoutMillis: SLOW_WAIT_MS, verify: setSlowTimeouts })
    : new RequestPool({
        ...common,
        ...(waitMs !== undefined && toTimeouts(waitMs)),
        connectionTimeoutMillis: Math.max(CONNECT_MS, waitMs ?? 0),
        waitMs: waitMs ?? WAIT_MS,
      })
  pool.on('error', onError)
  // The pool only handles errors of idle clients; an unhandled 'error' event on another client would end the process.
  pool.on('connect', (client) => void client.on('error', onError))
  // A column's SQL name comes from its property. A renamed property must state the old name: text('story').
  const db = drizzle({ client: pool, casing: 'snake_case' })
  db.transaction = createTransaction(pool)
  let closed: Promise<void> | undefined
  return { db, pool, url, close: () => (closed ??= pool.end()) }
}
