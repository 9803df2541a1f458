/**
 * Loads a backup's database into an empty one: first the backup's migrations, then all rows in one transaction. Works for a
 * database owner who is not a superuser, so foreign keys are dropped in the meantime and checked when they are created again,
 * and ledger triggers are off.
 */
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Logger } from 'pino'
import { createClock } from '../platform/clock.ts'
import { setTimeouts } from '../platform/database/database.ts'
import { unwatchedDisk } from '../platform/database/disk-space.ts'
import { grantPrivileges } from '../platform/database/grants.ts'
import { toConnection } from '../platform/database/hosts.ts'
import { lockSchema, migrateEmpty, migrationTimeouts } from '../platform/database/migrate.ts'
import { openJobs } from '../platform/jobs/jobs.ts'
import type { Erasure } from '../privacy/rules.ts'
import { BackupError } from './backup-folder.ts'
import { PLAIN_VALUES } from './copy-database.ts'
import { readPart, type Sealing } from './part-file.ts'
import type { Manifest } from './rules.ts'

type DatabaseTarget = {
  /** A session with the server's role. */
  sessionUrl: string
  /** A session with the role that owns the tables. */
  ownerUrl: string
}

type Loading = {
  manifest: Manifest
  /** The backup's folder. */
  folder: string
  sealing: (path: string) => Sealing
  erasures: AsyncIterable<Erasure>
  log: Logger
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...toConnection(url), application_name: 'baobab restore', keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Prepares an empty database and loads the backup into it: all rows or none. */
export async function restoreDatabase({ sessionUrl, ownerUrl }: DatabaseTarget, loading: Loading): Promise<void> {
  const { manifest, log } = loading
  const owner = await connect(ownerUrl)
  try {
    await setTimeouts(owner, migrationTimeouts)
    await owner.query(PLAIN_VALUES)
    await lockSchema(owner, log)
    await requireEmptyDatabase(owner)
    await migrateEmpty(owner, manifest.schema)
    const role = await readRole(sessionUrl)
    await grantPrivileges(owner, role, log)
    // Creates the tables of the job system.
    const jobs = await openJobs({ url: sessionUrl, log, clock: createClock(), diskSpace: unwatchedDisk })
    await jobs.close()
    await owner.query('begin')
    await load(owner, role, loading)
    await owner.query('commit')
    await owner.query('analyze')
  } finally {
    await owner.end()
  }
}

async function readRole(url: string): Promise<string> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    return rows[0]?.role ?? ''
  } finally {
    await client.end()
  }
}

/**
 * Throws unless no server has ever started on a database. An interrupted restore leaves tables without rows, which count as
 * empty too.
 */
export async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tables: number; isPrepared: boolean }>(
    `select count(*)::integer as tables, to_regclass('public.server_keys') is not null as "isPrepared"
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const { tables = 0, isPrepared = false } = rows[0] ?? {}
  if (tables === 0) return
  const { rowCount } = isPrepared
    ? await client.query('select from server_keys union all select from students union all select from admins limit 1')
    : { rowCount: 1 }
  if (rowCount !== 0)
    throw new BackupError('The database is not empty. A backup can only be restored into an empty one.')
}

/** Loads all rows in the open transaction. */
async function load(client: pg.Client, role: string, loading: Loading): Promise<void> {
  const { tables, sequences, queues, jobs } = loading.manifest
  const restoreRules = await suspendRules(client)
  await client.query(`truncate ${tables.map(({ table }) => quote(table)).join(', ')}`)
  for (const part of tables) {
    const columns = part.columns.map((name) => pg.escapeIdentifier(name)).join(', ')
    await loadPart(client, `${quote(part.table)} (${columns})`, part, loading)
  }
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2::bigint)', [quote(name), value])
  await client.query(`create temporary table restored_queues (line jsonb) on commit drop;
    create temporary table restored_jobs (line jsonb) on commit drop;
    grant select on restored_queues, restored_jobs to ${pg.escapeIdentifier(role)}`)
  await loadPart(client, 'restored_queues', queues, loading)
  await loadPart(client, 'restored_jobs', jobs, loading)
  await loadJobs(client, role)
  // Otherwise an invitation revoked since would be open again.
  await client.query('update admin_invitations set revoked_at = now() where used_at is null and revoked_at is null')
  await restoreRules()
  await noteErasuresToRepeat(client, loading.erasures)
}

const quote = (table: string) => `public.${pg.escapeIdentifier(table)}`

type Part = Manifest['queues']

async function loadPart(client: pg.Client, target: string, part: Part, { folder, sealing }: Loading): Promise<void> {
  const copy = client.query(copyFrom(`copy ${target} from stdin`))
  await pipeline(readPart(`${folder}/${part.path}`, sealing(part.path)), createGunzip(), copy)
  if (copy.rowCount !== part.rows)
    throw new BackupError(`${part.path} has ${copy.rowCount} rows, but the manifest says ${part.rows}.`)
}

/**
 * Drops foreign keys, and disables the triggers that would refuse what a restore does.
 * @returns a function that restores them and checks every reference
 */
async function suspendRules(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const { rows: triggers } = await client.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as table from pg_trigger join pg_class on pg_class.oid = tgrelid
     where not tgisinternal and relnamespace = 'public'::regnamespace`,
  )
  const run = async (statements: string[]) => {
    if (statements.length > 0) await client.query(statements.join('; '))
  }
  const nameOf = (key: { name: string }) => pg.escapeIdentifier(key.name)
  await run(keys.map((key) => `alter table ${key.table} drop constraint ${nameOf(key)}`))
  await run(triggers.map(({ table }) => `alter table ${table} disable trigger user`))
  return async () => {
    await run(keys.map((key) => `alter table ${key.table} add constraint ${nameOf(key)} ${key.definition}`))
    await run(triggers.map(({ table }) => `alter table ${table} enable trigger user`))
  }
}

/**
 * Fills the job system's tables, which may have different columns than when the backup was made. Running jobs run again, and no
 * job counts as expired while there was no server.
 */
async function loadJobs(client: pg.Client, role: string): Promise<void> {
  await client.query(`set local role ${pg.escapeIdentifier(role)}`)
  for (const [table, source] of [
    ['queue', 'restored_queues'],
    ['job', 'restored_jobs'],
  ] as const) {
    const { rows } = await client.query<{ columns: string | null }>(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
       where attrelid = 'pgboss.${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
         and attname in (select jsonb_object_keys(line) from (select line from ${source} limit 1) as first)`,
    )
    const columns = rows[0]?.columns
    if (!columns) continue
    await client.query(
      `insert into pgboss.${table} (${columns}) select ${columns}
       from ${source}, jsonb_populate_record(null::pgboss.${table}, line) on conflict do nothing`,
    )
  }
  await client.query(
    `update pgboss.job set keep_until = greatest(keep_until, now() + interval '14 days'),
       state = case when state = 'active' then 'created' else state end,
       started_on = case when state = 'active' then null else started_on end,
       heartbeat_on = null
     where state < 'completed'`,
  )
  await client.query('reset role')
}

const BATCH_SIZE = 1_000

/** Records what was erased after the backup, so that it is erased again before anybody uses the database. */
export async function noteErasuresToRepeat(client: pg.ClientBase, erasures: AsyncIterable<Erasure>): Promise<void> {
  let batch: Erasure[] = []
  const write = async () => {
    if (batch.length === 0) return
    await client.query(
      `insert into erasures (kind, id, recorded_at)
       select kind, id, now() from unnest($1::text[], $2::uuid[]) as known (kind, id) on conflict do nothing`,
      [batch.map(({ kind }) => kind), batch.map(({ id }) => id)],
    )
    batch = []
  }
  for await (const erasure of erasures) {
    batch.push(erasure)
    if (batch.length === BATCH_SIZE) await write()
  }
  await write()
}
