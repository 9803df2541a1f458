// Migrates a database to the current schema. If several servers start at the same time, an advisory lock makes them take turns.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { findCode } from '../http/errors.ts'
import type { Timeouts } from './database.ts'
import { compareSchemas, type OldestRelease, type SchemaState } from './schema-rules.ts'
import { UnsuitableDatabaseError } from './unsuitable-database-error.ts'

const folder = fileURLToPath(new URL('../../../migrations', import.meta.url))
/** The list of migrations that drizzle-kit keeps. */
const Journal = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) })
const LOCK = 0x62616f62 // 'baob'
const FILL_LOCK = LOCK + 1
const POLL_MS = 200
const REPORT_MS = 5_000

/**
 * A migration may take as long as it needs, but only waits briefly for a locked table and is then retried: while it waits, every
 * query on that table waits behind it.
 */
export const migrationTimeouts: Timeouts = {
  statement_timeout: 0,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 0,
}
const MAX_TRIES = 100
const RETRY_MS = 1_000
/** The wait for a lock timed out, or PostgreSQL ended it because of a deadlock. */
const isLocked = (error: unknown) => /^(55P03|40P01)$/.test(findCode(error))

/** Repeats work that changes the schema until none of the tables it needs is locked. The work must be safe to repeat. */
export async function retryWhileLocked(log: Logger, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || attempt === MAX_TRIES) throw error
      log.warn({ err: error, attempt }, 'a table is in use, so the preparation of the database is tried again')
      await delay(RETRY_MS)
    }
  }
}

/**
 * Takes the lock that lets one server at a time change the schema. It is released when the connection ends. While another
 * connection holds it, logs every few seconds which one.
 */
export const lockSchema = (client: pg.Client, log: Logger): Promise<void> => takeLock(client, LOCK, log)

async function takeLock(client: pg.Client, lock: number, log: Logger): Promise<void> {
  let nextReport = 0
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock])
    if (rows[0]?.taken) return
    if (performance.now() >= nextReport) {
      log.warn(
        { holder: await findHolder(client, lock) },
        'waiting for another server, which is migrating the database',
      )
      nextReport = performance.now() + REPORT_MS
    }
    await delay(POLL_MS)
  }
}

/** Describes the connection that holds the lock; undefined if it has just been released. */
async function findHolder(client: pg.Client, lock: number): Promise<Record<string, unknown> | undefined> {
  const { rows } = await client.query<Record<string, unknown>>(
    `select pid, usename as role, application_name as application, client_addr as address, backend_start as since, state
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted
       and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    [lock],
  )
  return rows[0]
}

/** Compares the database's schema with the migrations of this release. */
export async function readSchemaState(client: pg.Client): Promise<SchemaState> {
  const applied = await readApplied(client)
  return compareSchemas({ known: readKnown(), applied, oldest: await readOldestRelease(client) })
}

/**
 * Applies all pending migrations in one transaction. The caller holds the lock of `lockSchema`.
 * @returns whether a newer release has migrated the database and lets this one run on it; in that case nothing was changed
 * @throws UnsuitableDatabaseError if this release must not run on the schema, or this role may not migrate it
 */
export async function migrate(client: pg.Client): Promise<{ isNewer: boolean }> {
  const { pending, isNewer, refusal } = await readSchemaState(client)
  if (refusal !== undefined) throw new UnsuitableDatabaseError(refusal)
  if (pending > 0) {
    await requireOwner(client)
    await applyMigrations(drizzle({ client }), { migrationsFolder: folder })
  }
  return { isNewer }
}

/** Procedures that are run after the migrations, because they commit in batches. */
const FILLS = ['fill_students_of_rows', 'fill_sign_in_names']

/** Returns the names of the procedures that still have to fill rows. */
export async function listFills(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc
     where proname = any($1) and prokind = 'p' and pronamespace = 'public'::regnamespace order by array_position($1, proname::text)`,
    [FILLS],
  )
  return rows.map(({ name }) => name)
}

/**
 * Fills the new columns of existing rows while servers of the previous release keep running. They may even start, because this
 * does not hold the lock of `lockSchema`. A procedure that was interrupted runs again.
 * @throws UnsuitableDatabaseError if the role may not change the tables
 */
export async function fillRows(client: pg.Client, log: Logger): Promise<void> {
  if ((await listFills(client)).length === 0) return
  await requireOwner(client)
  // Makes PostgreSQL stop soon after this process has ended. Not on Windows, which refuses the setting.
  await client.query("set client_connection_check_interval = '5s'").catch(() => undefined)
  await takeLock(client, FILL_LOCK, log)
  for (const name of await listFills(client)) {
    const report = setTimeout(() => log.info({ name }, 'filling new columns; running servers keep working'), REPORT_MS)
    await client.query(`call ${pg.escapeIdentifier(name)}()`).finally(() => clearTimeout(report))
    await client.query(`drop procedure ${pg.escapeIdentifier(name)}()`)
  }
}

/** Returns the times of the migrations of this version. */
function readKnown(): number[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis)
}

/**
 * Gives an empty database the schema of an earlier version, or of this one. The caller holds the lock of `lockSchema`.
 * @param last the time of the earlier version's last migration
 * @throws UnsuitableDatabaseError if that version is newer than this one, or the database already has a different schema
 */
export async function migrateEmpty(client: pg.Client, last: number): Promise<void> {
  if (!readKnown().includes(last))
    throw new UnsuitableDatabaseError(
      'The backup was made by a different or newer version of Baobab. Restore it with that version.',
    )
  const applied = await readApplied(client)
  if (applied.length > 0 && Math.max(...applied) !== last)
    throw new UnsuitableDatabaseError('The database is not empty: it has the schema of another version.')
  if (applied.length > 0) return
  await requireOwner(client)
  const earlier = await mkdtemp(join(tmpdir(), 'baobab-migrations-'))
  try {
    await cp(folder, earlier, { recursive: true })
    const journal = join(earlier, 'meta/_journal.json')
    const { entries, ...rest } = Journal.parse(JSON.parse(await readFile(journal, 'utf8')))
    await writeFile(journal, JSON.stringify({ ...rest, entries: entries.filter(({ when }) => when <= last) }))
    await applyMigrations(drizzle({ client }), { migrationsFolder: earlier })
  } finally {
    await rm(earlier, { recursive: true, force: true })
  }
}

/** Returns the times in the names of the applied migrations. */
async function readApplied(client: pg.Client): Promise<number[]> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations') as name",
  )
  if (!tables[0]?.name) return []
  const { rows } = await client.query<{ at: string }>('select created_at as at from drizzle.__drizzle_migrations')
  return rows.map(({ at }) => Number(at))
}

/** Returns what the schema says about older releases; undefined if it says nothing. */
async function readOldestRelease(client: pg.Client): Promise<OldestRelease | undefined> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    "select to_regclass('public.oldest_release') as name",
  )
  if (!tables[0]?.name) return undefined
  const { rows } = await client.query<{ release: string; migration: string }>(
    'select release, migration from oldest_release',
  )
  return rows[0] && { release: rows[0].release, migration: Number(rows[0].migration) }
}

async function requireOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; database: string; may: boolean }>(
    `select current_user as role, current_database() as database,
       has_database_privilege(current_database(), 'create') as may`,
  )
  if (rows[0]?.may) return
  throw new UnsuitableDatabaseError(
    `The database has to be migrated, and the role "${rows[0]?.role}" may not do that. Set DATABASE_MIGRATION_URL to the ` +
      `URL of the role that owns the tables, or for a new database: GRANT CREATE ON DATABASE "${rows[0]?.database}".`,
  )
}
