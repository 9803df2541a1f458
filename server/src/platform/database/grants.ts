/**
 * The privileges of the server's role. A different role migrates and owns every table. The server's role reads and writes them,
 * cannot change the schema, and may only add lines to the ledgers, so that neither a bug nor an intruder in the server can rewrite
 * points, answers, payments or the audit log. It owns the schema of the job queues, which pg-boss creates and migrates.
 */
import pg from 'pg'
import type { Logger } from 'pino'
import { UnsuitableDatabaseError } from './unsuitable-database-error.ts'

/** A ledger is any table with the trigger that refuses changes. */
const LEDGERS = `select distinct tgrelid::regclass::text as name, relowner as owner
  from pg_trigger join pg_class on pg_class.oid = tgrelid where tgfoid = 'public.refuse_change()'::regprocedure`

/** The objects to alter so that $1 owns the queues, the schema first. Indexes, sequences and row types follow their tables. */
const QUEUE_OBJECTS = `
  select 'schema pgboss' as object, nspowner as owner from pg_namespace where nspname = 'pgboss'
  union all select 'table ' || oid::regclass, relowner from pg_class
    where relnamespace = to_regnamespace('pgboss') and relkind in ('r', 'p', 'v')
  union all select 'routine ' || oid::regprocedure, proowner from pg_proc where pronamespace = to_regnamespace('pgboss')
  union all select 'type ' || oid::regtype, typowner from pg_type
    where typnamespace = to_regnamespace('pgboss') and typtype in ('e', 'd')`

/** The option of a GRANT that lets members of a role become it: since PostgreSQL 16, a membership may not allow that. */
const SET_OPTION = `select case when current_setting('server_version_num')::integer >= 160000 then ' WITH SET TRUE'
  else '' end as option`

/**
 * Gives the server's role its privileges; called after each migration, so that new tables are covered. The caller holds the lock of
 * `lockSchema`.
 * @param client connected as the role that migrates, which may be the server's role itself
 */
export async function grantPrivileges(client: pg.Client, role: string, log: Logger): Promise<void> {
  const { rows } = await client.query<{ owner: string; queues: string | null; mayBecome: boolean; option: string }>(
    `select current_user as owner, to_regnamespace('pgboss') as queues, option,
       pg_has_role(current_user, $1, case option when '' then 'member' else 'set' end) as "mayBecome"
     from (${SET_OPTION}) as version`,
    [role],
  )
  const { owner = role, queues, mayBecome, option } = rows[0] ?? {}
  if (!mayBecome) {
    throw new UnsuitableDatabaseError(
      `The role "${owner}" cannot hand the job queues to "${role}". Run: GRANT "${role}" TO "${owner}"${option}.`,
    )
  }
  if (!queues) await client.query(`create schema pgboss authorization ${pg.escapeIdentifier(role)}`)
  if (owner !== role) {
    await grantTables(client, role)
    await handOverQueues(client, role)
  }
  await warnOfOwnership(client, role, log)
}

async function grantTables(client: pg.Client, role: string): Promise<void> {
  const { rows: ledgers } = await client.query<{ name: string }>(LEDGERS)
  const server = pg.escapeIdentifier(role)
  // PostgreSQL runs several statements in one string as a single transaction.
  await client.query(`
    grant usage on schema public, drizzle to ${server};
    grant select on all tables in schema drizzle to ${server};
    revoke all on all tables in schema public from ${server};
    grant select, insert, update, delete on all tables in schema public to ${server};
    revoke update, delete on ${ledgers.map(({ name }) => name).join(', ')} from ${server};
    grant usage on all sequences in schema public to ${server}`)
}

/** Makes the role the owner of queues that another role created. */
async function handOverQueues(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ object: string }>(
    `select object from (${QUEUE_OBJECTS}) as objects where owner <> $1::regrole`,
    [pg.escapeIdentifier(role)],
  )
  const server = pg.escapeIdentifier(role)
  if (rows.length > 0) await client.query(rows.map(({ object }) => `alter ${object} owner to ${server}`).join('; '))
}

/** Returns the ledgers that a role owns, and could therefore rewrite. */
export async function findOwnedLedgers(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from (${LEDGERS}) as ledgers where pg_has_role($1, owner, 'member')`,
    [role],
  )
  return rows.map(({ name }) => name)
}

async function warnOfOwnership(client: pg.Client, role: string, log: Logger): Promise<void> {
  const ledgers = await findOwnedLedgers(client, role)
  if (ledgers.length === 0) return
  log.warn(
    { role, ledgers },
    'the role of DATABASE_URL owns the ledgers and could rewrite them: see DATABASE_MIGRATION_URL in docs/operations.md',
  )
}
