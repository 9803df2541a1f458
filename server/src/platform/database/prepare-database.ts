// Prepares a database for the server: checks that it is suitable, migrates it, and grants and limits the server's role.
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { findCode } from '../http/errors.ts'
import { requestTimeouts, setTimeouts } from './database.ts'
import { grantPrivileges } from './grants.ts'
import { toConnection } from './hosts.ts'
import { fillRows, lockSchema, migrate, migrationTimeouts, retryWhileLocked } from './migrate.ts'
import { UnsuitableDatabaseError } from './unsuitable-database-error.ts'

/** The URLs of one database. They differ if there is a pooler, or if another role owns the tables. */
type DatabaseUrls = {
  /** For requests; may go through a pooler in transaction mode. */
  url: string
  /** For jobs, LISTEN, and everything else that needs its own session; the same role. */
  sessionUrl: string
  /** For migrations and grants: a session of the role that owns the tables. */
  migrationUrl: string
}

export const OLDEST_MAJOR = 15
const CONNECT_MS = 10_000
/** How long to wait for a notification, and how many to send: on a busy machine, delivery may take seconds. */
const NOTIFICATION_MS = 5_000
const NOTIFICATIONS = 3
/** How many times to try prepared statements: by chance, a pooler may give a client the same connection again. */
const PREPARE_ROUNDS = 4
/** The statement already exists, or does not exist. */
const isPreparedElsewhere = (error: unknown) => /^(42P05|26000)$/.test(findCode(error))

/**
 * Prepares a database. Every start calls this, and repeating it changes nothing.
 * @throws UnsuitableDatabaseError that says what the operator has to change
 */
export async function prepareDatabase({ url, sessionUrl, migrationUrl }: DatabaseUrls, log: Logger): Promise<void> {
  await withClient(sessionUrl, async (session) => {
    const role = await readRole(session)
    await requireVersion(session)
    await requireUtf8(session)
    await requireSession(session, sessionUrl, 'DATABASE_SESSION_URL, which is DATABASE_URL unless it is set')
    await withClient(migrationUrl, async (owner) => {
      if (migrationUrl !== sessionUrl) await requireSession(owner, migrationUrl, 'DATABASE_MIGRATION_URL')
      await setTimeouts(owner, migrationTimeouts)
      await lockSchema(owner, log)
      await retryWhileLocked(log, async () => {
        const { isNewer } = await migrate(owner)
        // A newer release has granted what its schema needs, by rules that this one may not know.
        if (isNewer) log.warn('a newer release has migrated the database, and lets this one run on its schema')
        else await grantPrivileges(owner, role.name, log)
        await limitRole(session)
      })
    })
    await withClient(migrationUrl, async (owner) => {
      await setTimeouts(owner, migrationTimeouts)
      await retryWhileLocked(log, () => fillRows(owner, log))
    })
    // Only now, so that connections opened for this by a pooler have the role's limits.
    await withClient(url, async (one) => {
      const { name, database } = await readRole(one)
      if (name !== role.name || database !== role.database) {
        throw new UnsuitableDatabaseError(
          'DATABASE_URL and DATABASE_SESSION_URL have to open the same database with the same role.',
        )
      }
      await warnOfOldConnection(one, log)
      await withClient(url, (other) => requirePreparedStatements(one, other))
    })
  })
}

/** Connects, does the work, and disconnects. */
export async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({
    ...toConnection(url),
    application_name: 'baobab start',
    connectionTimeoutMillis: CONNECT_MS,
  })
  // A lost connection fails the running query too; without a listener, this event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

async function readRole(client: pg.Client): Promise<{ name: string; database: string }> {
  const { rows } = await client.query<{ name: string; database: string }>(
    'select current_user as name, current_database() as database',
  )
  return rows[0] ?? { name: '', database: '' }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
  const version = rows[0]?.version ?? ''
  if (Number.parseInt(version) >= OLDEST_MAJOR) return
  throw new UnsuitableDatabaseError(`Baobab needs PostgreSQL ${OLDEST_MAJOR} or newer, and this is ${version}.`)
}

/** Throws unless the database can store every character, because a name may need any of them. */
async function requireUtf8(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>("select current_setting('server_encoding') as encoding")
  const encoding = rows[0]?.encoding
  if (encoding === 'UTF8') return
  throw new UnsuitableDatabaseError(`Baobab needs a database with the encoding UTF8, and this one has ${encoding}.`)
}

/** Throws unless a notification reaches the client: behind a pooler in transaction mode it has no session. */
async function requireSession(client: pg.Client, url: string, setting: string): Promise<void> {
  const channel = `baobab_start_${randomBytes(8).toString('hex')}`
  await client.query(`listen ${channel}`)
  const arrival = new Promise<boolean>((resolve) => {
    client.once('notification', () => resolve(true))
  })
  for (let sent = 1; sent <= NOTIFICATIONS; sent += 1) {
    await withClient(url, async (other) => void (await other.query('select pg_notify($1, $2)', [channel, ''])))
    if (await Promise.race([arrival, delay(NOTIFICATION_MS, false, { ref: false })]))
      return void (await client.query(`unlisten ${channel}`))
  }
  throw new UnsuitableDatabaseError(
    `Messages between servers (LISTEN) do not arrive over ${setting}. ` +
      'It has to lead to PostgreSQL itself, or to a pooler in session mode.',
  )
}

async function warnOfOldConnection(client: pg.Client, log: Logger): Promise<void> {
  const { rowCount } = await client.query("select from pg_settings where name = 'lock_timeout' and setting = $1", [
    requestTimeouts.lock_timeout,
  ])
  if (rowCount === 0)
    log.warn("the pooler has connections that are older than the role's timeouts: reconnect it (RECONNECT)")
}

/** Throws if a pooler mixes up the prepared statements of its clients. */
async function requirePreparedStatements(one: pg.Client, other: pg.Client): Promise<void> {
  const run = async (client: pg.Client, name: string, value: number) => {
    const { rows } = await client.query<{ value: number }>({ name, text: `select ${value} as value` })
    return rows[0]?.value === value
  }
  for (let round = 0; round < PREPARE_ROUNDS; round += 1) {
    for (const [client, value] of [
      [one, 1],
      [other, 2],
      [one, 1],
    ] as const) {
      const isRight = await run(client, `baobab-start-${round}`, value).catch((error: unknown) => {
        if (isPreparedElsewhere(error)) return false
        throw error
      })
      if (isRight) continue
      throw new UnsuitableDatabaseError(
        'The pooler at DATABASE_URL does not support prepared statements: use PgBouncer 1.21 or newer with ' +
          'max_prepared_statements, or a pooler in session mode.',
      )
    }
  }
}

/** Returns the statement that stores the request limits as settings of a role in a database. */
export function limitRequests(role: string, database: string): string {
  return Object.entries(requestTimeouts)
    .map(([name, ms]) => `alter role ${role} in database ${pg.escapeIdentifier(database)} set ${name} = ${ms}`)
    .join('; ')
}

/** Stores the request limits as settings of the server's role in this database, unless they are already set. */
async function limitRole(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ database: string; isSet: boolean }>(
    `select datname as database, coalesce(setconfig @> $1, false) as "isSet"
     from pg_database left join pg_db_role_setting on setdatabase = pg_database.oid and setrole = current_user::regrole
     where datname = current_database()`,
    [Object.entries(requestTimeouts).map(([name, ms]) => `${name}=${ms}`)],
  )
  if (!rows[0]?.isSet) await session.query(limitRequests('current_user', rows[0]?.database ?? ''))
}
