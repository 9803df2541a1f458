/**
 * Copies a database out: each table by COPY in one snapshot, and the jobs that are not done. The schema is not copied, because
 * the migrations make it. Works with the rights of the server.
 */
import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Manifest } from './rules.ts'
import { writePart, type Sealing, type Written } from './part-file.ts'

/**
 * Tables that no backup has, and why nothing is lost: a login, a code or a link that was ended after the backup must not work
 * again, and the rest belongs to files that no backup has. Unlogged tables are left out too: PostgreSQL itself drops them.
 */
export const leftOut: Readonly<Record<string, string>> = {
  sessions: 'anyone who was logged out since would be logged in again',
  push_subscriptions: 'each belongs to a session',
  push_messages: 'each belongs to a subscription',
  sign_in_flows: 'a sign-in that had begun is begun again',
  password_resets: 'a link that was used since would work again',
  proof_codes: 'a code that was used since would work again',
  email_codes: 'a code that was used since would work again; another one is mailed on request',
  resumables: 'the pieces of unfinished uploads are in no backup',
  export_files: 'exported lists are deleted after a day and made again',
}

/** A table and what is copied of it. */
type Table = { table: string; columns: string[] }

/** The form of values, which must not depend on the settings of a database. */
export const PLAIN_VALUES = `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'`

/**
 * Connects, and begins a transaction that sees one state of the database and may take hours.
 * @param url for a session of its own
 */
export async function openSnapshot(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'baobab backup', keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`set statement_timeout = 0; set lock_timeout = '60s'; set idle_in_transaction_session_timeout = 0;
    ${PLAIN_VALUES}`)
  return client
}

/** Begins to see one state of the database. @returns when that was, by the database's clock */
export async function beginSnapshot(client: pg.Client): Promise<string> {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
  return rows[0]?.at.toISOString() ?? ''
}

/**
 * Lists the tables, by name. Ids of transactions are left out: in another cluster they mean nothing, and each row gets that of
 * the transaction that restores it.
 */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname::text as table, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
       and attnum > 0 and not attisdropped and attgenerated = '' and atttypid <> 'xid8'::regtype
       and relname <> all ($1)
     group by 1 order by 1`,
    [Object.keys(leftOut)],
  )
  return rows
}

type Target = {
  /** The folder of the backup. */
  folder: string
  sealing: (path: string) => Sealing
  signal?: AbortSignal | undefined
}

/** Writes the result of a COPY, compressed. @returns the number of rows too */
async function writeCopy(client: pg.Client, select: string, path: string, target: Target) {
  const copy = client.query(copyTo(`copy ${select} to stdout`))
  const written = await writeCompressed(copy, path, target)
  return { ...written, rows: copy.rowCount }
}

/** Writes a stream as a compressed part of a backup. */
export async function writeCompressed(
  source: Readable,
  path: string,
  { folder, sealing, signal }: Target,
): Promise<Written & { path: string }> {
  const written = await writePart(`${folder}/${path}`, source, { ...sealing(path), isCompressed: true, signal })
  return { path, ...written }
}

/** What the manifest says of the database. */
type CopiedDatabase = Pick<Manifest, 'schema' | 'tables' | 'sequences' | 'queues' | 'jobs'>

/** Copies a database as its open snapshot shows it. */
export async function copyDatabase(client: pg.Client, target: Target): Promise<CopiedDatabase> {
  const { rows: migrations } = await client.query<{ at: string }>(
    'select max(created_at) as at from drizzle.__drizzle_migrations',
  )
  const tables: Manifest['tables'] = []
  for (const { table, columns } of await listTables(client)) {
    const select = `public.${pg.escapeIdentifier(table)} (${columns.map((name) => pg.escapeIdentifier(name)).join(', ')})`
    tables.push({ table, columns, ...(await writeCopy(client, select, `tables/${table}.gz`, target)) })
  }
  // As JSON, because the tables of the job system are its own and change with it. Jobs that are done are not needed, and one
  // that runs runs again.
  const queues = await writeCopy(client, `(${QUEUES})`, 'queues.gz', target)
  const jobs = await writeCopy(client, `(${JOBS})`, 'jobs.gz', target)
  // Last: sequences do not belong to the snapshot, and only a later number is safe.
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  const sequences = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  return { schema: Number(migrations[0]?.at), tables, sequences, queues, jobs }
}

/** Its own queue is left out: a restored installation does not continue with the backup from which it was restored. */
const isKept = (name: string) =>
  `not starts_with(${name}, '__pgboss__') and ${name} not in ('backups', 'backups-failed')`
const QUEUES = `select row_to_json(queue) from pgboss.queue where ${isKept('name')}`
const JOBS = `select row_to_json(job) from pgboss.job where ${isKept('name')} and state not in ('completed', 'cancelled')`
