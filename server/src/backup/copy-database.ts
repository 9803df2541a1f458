/**
 * Copies the contents of a database: each table with COPY in one snapshot, and the unfinished jobs. The schema is not copied,
 * because the migrations create it. Works with the server's permissions.
 */
import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { toConnection } from '../platform/database/hosts.ts'
import type { Manifest } from './rules.ts'
import { writePart, type Sealing, type Written } from './part-file.ts'

/**
 * Tables that are in no backup, and why nothing is lost: a login, code or link revoked after the backup must not work again,
 * and the rest belongs to files that are in no backup. Unlogged tables are left out too: PostgreSQL itself drops their rows.
 */
export const leftOut: Readonly<Record<string, string>> = {
  sessions: 'anyone who was logged out since would be logged in again',
  push_subscriptions: 'each belongs to a session',
  push_messages: 'each belongs to a subscription',
  sign_in_flows: 'a sign-in in progress has to start again',
  password_resets: 'a link that was used since would work again',
  proof_codes: 'a code that was used since would work again',
  email_codes: 'a code that was used since would work again; another one is mailed on request',
  resumables: 'the pieces of unfinished uploads are in no backup',
  export_files: 'exported lists are deleted after a day and made again',
}

/** A table and its copied columns. */
type Table = { table: string; columns: string[] }

/** The format of values, which must not depend on a database's settings. */
export const PLAIN_VALUES = `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'`

/**
 * Connects, and starts a transaction that sees a single state of the database and may take hours.
 * @param url opens a separate session
 */
export async function openSnapshot(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...toConnection(url), application_name: 'baobab backup', keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`set statement_timeout = 0; set lock_timeout = '60s'; set idle_in_transaction_session_timeout = 0;
    ${PLAIN_VALUES}`)
  return client
}

/** Starts a snapshot of the database. @returns its time by the database's clock */
export async function beginSnapshot(client: pg.Client): Promise<string> {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
  return rows[0]?.at.toISOString() ?? ''
}

/**
 * Lists the tables by name. Transaction ids are left out: they mean nothing in another cluster, and each row gets the id of the
 * transaction that restores it.
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
  /** The backup's folder. */
  folder: string
  sealing: (path: string) => Sealing
  signal?: AbortSignal | undefined
}

/** Writes the compressed result of a COPY. @returns also the number of rows */
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

/** What the manifest says about the database. */
type CopiedDatabase = Pick<Manifest, 'schema' | 'tables' | 'sequences' | 'queues' | 'jobs'>

/** Copies a database as its open snapshot sees it. */
export async function copyDatabase(client: pg.Client, target: Target): Promise<CopiedDatabase> {
  const { rows: migrations } = await client.query<{ at: string }>(
    'select max(created_at) as at from drizzle.__drizzle_migrations',
  )
  const tables: Manifest['tables'] = []
  for (const { table, columns } of await listTables(client)) {
    const select = `public.${pg.escapeIdentifier(table)} (${columns.map((name) => pg.escapeIdentifier(name)).join(', ')})`
    tables.push({ table, columns, ...(await writeCopy(client, select, `tables/${table}.gz`, target)) })
  }
  // As JSON, because the job system owns its tables and may change them. Finished jobs are not needed, and a running one will
  // run again.
  const queues = await writeCopy(client, `(${QUEUES})`, 'queues.gz', target)
  const jobs = await writeCopy(client, `(${JOBS})`, 'jobs.gz', target)
  // Last, because sequences are not part of the snapshot, and only a later number is safe.
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  const sequences = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  return { schema: Number(migrations[0]?.at), tables, sequences, queues, jobs }
}

/** The backup's own queue is left out: a restored installation should not continue the backup it was restored from. */
const isKept = (name: string) =>
  `not starts_with(${name}, '__pgboss__') and ${name} not in ('backups', 'backups-failed')`
const QUEUES = `select row_to_json(queue) from pgboss.queue where ${isKept('name')}`
const JOBS = `select row_to_json(job) from pgboss.job where ${isKept('name')} and state not in ('completed', 'cancelled')`
