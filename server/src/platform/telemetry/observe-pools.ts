// Measures how full the database connection pools are, and traces the statements of traced requests and jobs.
import type pg from 'pg'
import { observe } from './observe.ts'
import type { Telemetry } from './telemetry.ts'
import type { Tracing } from './tracing.ts'

type Statement = { text: string; name?: string | undefined }

/**
 * Names a statement by its first word and its first table, or by its own name. Values are parameters, so they are not in the text;
 * other words are left out, because somebody might have written a value into the text.
 */
export function nameStatement({ text, name }: Statement): string {
  if (name) return name
  const [verb = ''] = /^\s*\w+/.exec(text) ?? []
  const [, table = ''] = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_]+)"?/i.exec(text) ?? []
  return `${verb.trim().toLowerCase()} ${table}`.trim()
}

type Query = pg.Client['query']

/** Traces the statements of a connection, including those that a pool or a transaction runs. */
function traceStatements(client: pg.ClientBase, tracing: Tracing): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const traced = (...args: unknown[]) => {
    if (!tracing.isActive()) return query(...args)
    const [statement, ...rest] = args
    // COPY and cursors are streams, which end long after this call.
    const isStream = typeof statement === 'object' && statement !== null && 'submit' in statement
    if (isStream) return query(...args)
    const name = nameStatement(typeof statement === 'string' ? { text: statement } : (statement as Statement))
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name }
    const done = rest.at(-1)
    const values = typeof done === 'function' ? rest.slice(0, -1) : rest
    const result = tracing.call(name, attributes, () => query(statement, ...values) as Promise<unknown>)
    if (typeof done !== 'function') return result
    // The pool passes null to its callback if there is no error.
    result.then(
      (rows) => void Reflect.apply(done, undefined, [null, rows]),
      (error: unknown) => void Reflect.apply(done, undefined, [error]),
    )
    return undefined
  }
  client.query = traced as Query
}

/** Traces the statements of a pool. After a request waited for a connection, its statements still belong to that request. */
function tracePool(pool: pg.Pool, tracing: Tracing): void {
  const connect = pool.connect.bind(pool)
  type Callback = Parameters<typeof connect>[0]
  const inContext = (callback?: Callback) => (callback ? connect(tracing.bind(callback)) : connect())
  pool.connect = inContext as typeof pool.connect
  pool.on('connect', (client) => traceStatements(client, tracing))
}

/** Measures pools, labelled by their purpose. */
export function observePools(telemetry: Telemetry, pools: Readonly<Record<string, pg.Pool>>): void {
  const { meter, tracing } = telemetry
  if (tracing) for (const pool of Object.values(pools)) tracePool(pool, tracing)
  observe(
    meter,
    {
      baobab_pool_size: 'Connections that a pool may open',
      baobab_pool_in_use: 'Connections of a pool that are in use',
      baobab_pool_waiting: 'Requests or jobs waiting for a pool connection',
    },
    (set) => {
      for (const [pool, { options, totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        set('baobab_pool_size', options.max, { pool })
        set('baobab_pool_in_use', totalCount - idleCount, { pool })
        set('baobab_pool_waiting', waitingCount, { pool })
      }
    },
  )
}
