// Connects to the PostgreSQL of the product: the one that DATABASE_URL names, or the embedded one.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export type Db = NodePgDatabase<Record<string, never>>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** Connections of one server. Ten keep two cores busy; with more, queries would only queue inside PostgreSQL. */
export const POOL_SIZE = 10

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

/**
 * Caches a prepared query, so that it is built once for each database and planned once for each connection. Use it for
 * queries that every request runs.
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

/** A query that takes longer than this fails, so that callers get a 503 instead of hanging when the database is lost. */
const QUERY_MS = 10_000

/** Runs transactions on a connection that is always released: Drizzle's own method leaks it when `begin` fails. */
function createTransaction(pool: pg.Pool): Db['transaction'] {
  return async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle({ client, casing: 'snake_case' }).transaction(work, config)
    } finally {
      // The pool discards the connection if it was lost.
      client.release()
    }
  }
}

/**
 * Connects to a PostgreSQL.
 * @param options.onError called when a connection is lost; without a listener, that would end the process
 */
export function openDatabase(options: {
  url: string
  poolSize?: number
  queryMs?: number
  onError: (error: Error) => void
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? POOL_SIZE,
    // If the database cannot be reached, callers get a 503 within 2 s.
    connectionTimeoutMillis: 1_500,
    query_timeout: options.queryMs ?? QUERY_MS,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    application_name: 'baobab',
  })
  pool.on('error', options.onError)
  // The pool handles errors of idle clients only; an unhandled 'error' event of another client would end the process.
  pool.on('connect', (client) => void client.on('error', options.onError))
  const db = drizzle({ client: pool, casing: 'snake_case' })
  db.transaction = createTransaction(pool)
  let closed: Promise<void> | undefined
  return { db, pool, close: () => (closed ??= pool.end()) }
}
