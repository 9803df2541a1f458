// Opens the one database of the product: the PostgreSQL that DATABASE_URL names, or the embedded one.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export type Db = NodePgDatabase<Record<string, never>>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** Connections of one server. Ten keep two cores busy; more only queue inside PostgreSQL. */
export const POOL_SIZE = 10

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

/**
 * A query that is built once for each database and planned once for each connection: for what every request reads.
 * @param build makes it with `.prepare(name)`; what varies is a `sql.placeholder`
 */
export function preparedQuery<Q>(build: (db: Db | Tx) => Q): (db: Db | Tx) => Q {
  const made = new WeakMap<Db | Tx, Q>()
  return (db) => {
    const query = made.get(db) ?? build(db)
    made.set(db, query)
    return query
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text can be the id of a row; one that cannot is simply not found, and never compared by the database. */
export const isId = (text: string): boolean => uuid.test(text)

/** A query that takes longer has lost its database (reliability.md B-07): the caller is told, and comes again. */
const QUERY_MS = 10_000

/** Transactions that give their connection back even where it was dead before they began: drizzle's own keep it then. */
function withConnection(pool: pg.Pool): Db['transaction'] {
  return async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle({ client, casing: 'snake_case' }).transaction(work, config)
    } finally {
      // A dead one is not used again.
      client.release()
    }
  }
}

/**
 * Connects to a PostgreSQL.
 * @param onError told of connections that die while idle, which must not end the process
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
    // A caller hears within 2 s that the database is away.
    connectionTimeoutMillis: 1_500,
    query_timeout: options.queryMs ?? QUERY_MS,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    application_name: 'baobab',
  })
  pool.on('error', options.onError)
  // One that dies in the middle of a transaction fails its query; told to nobody, it would end the process as well.
  pool.on('connect', (client) => void client.on('error', options.onError))
  const db = drizzle({ client: pool, casing: 'snake_case' })
  db.transaction = withConnection(pool)
  let closing: Promise<void> | undefined
  return { db, pool, close: () => (closing ??= pool.end()) }
}
