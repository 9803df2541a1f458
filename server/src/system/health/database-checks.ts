// Checks of the database: reachable, new enough, durable, migrated, with enough connections, and with the right clock.
import type pg from 'pg'
import { CONNECTIONS_PER_SERVER } from '../../platform/database/database.ts'
import { findCluster } from '../../platform/database/embedded/cluster-location.ts'
import { openExistingDatabase } from '../../platform/database/existing-database.ts'
import { findOwnedLedgers } from '../../platform/database/grants.ts'
import { sayHosts } from '../../platform/database/hosts.ts'
import { readSchemaState } from '../../platform/database/migrate.ts'
import { OLDEST_MAJOR, withClient } from '../../platform/database/prepare-database.ts'
import { findSettingsOff } from '../../platform/database/require-durability.ts'
import { findCode } from '../../platform/http/errors.ts'
import { ok, sayClock, warning, wrong, type Outcome } from './findings.ts'
import { check, type Installation } from './installation.ts'

async function judgeVersion(client: pg.Client): Promise<Outcome> {
  const { rows } = await client.query<{ version: string; role: string }>(
    "select current_setting('server_version') as version, current_user as role",
  )
  const { version = '', role } = rows[0] ?? {}
  const text = `Connected to PostgreSQL ${version} as "${role}".`
  if (Number.parseInt(version) >= OLDEST_MAJOR) return ok(text)
  return wrong(text, `Baobab needs PostgreSQL ${OLDEST_MAJOR} or newer.`)
}

async function judgeDurability(client: pg.Client): Promise<Outcome[]> {
  const { losing, damaging } = await findSettingsOff(client)
  const faults = [
    ...losing.map((name) =>
      wrong(
        `${name} is off: acknowledged data can be lost.`,
        `Turn it on for server, database and role: ALTER SYSTEM, ALTER DATABASE, ALTER ROLE ... SET ${name} = on.`,
      ),
    ),
    ...damaging.map((name) =>
      warning(
        `${name} is off: a power loss may damage the database.`,
        'Turn it on, unless the file system writes whole pages, such as ZFS.',
      ),
    ),
  ]
  return faults.length > 0 ? faults : [ok('What the database acknowledges survives a power loss.')]
}

async function judgeSchema(client: pg.Client): Promise<Outcome> {
  const { pending, isNewer, refusal } = await readSchemaState(client)
  if (refusal !== undefined)
    return wrong(
      'The schema is from a newer version. This version does not start on it.',
      'Install the newer version again, or restore a backup from before the update.',
    )
  if (isNewer)
    return warning(
      'The schema is from a newer version, but this version may run on it.',
      'This is how an update is rolled back. Update again once the newer version is fixed.',
    )
  if (pending === 0) return ok('The schema matches this version.')
  return warning(`The schema is older: ${pending} migrations are pending.`, 'The next start applies them.')
}

async function judgeRights(client: pg.Client, { config }: Installation): Promise<Outcome[]> {
  const { rows } = await client.query<{ role: string; isMigrated: boolean }>(
    `select current_user as role, to_regprocedure('public.refuse_change()') is not null as "isMigrated"`,
  )
  const owned = rows[0]?.isMigrated ? await findOwnedLedgers(client, rows[0].role) : []
  if (owned.length === 0) return [ok("The server's role cannot rewrite the ledgers.")]
  if (!config.isProduction) return []
  return [
    warning(
      `The server's role owns ${owned.join(', ')} and could rewrite them.`,
      'Give the tables to another role and set DATABASE_MIGRATION_URL (docs/operations.md).',
    ),
  ]
}

async function judgeConnections(client: pg.Client): Promise<Outcome> {
  const { rows } = await client.query<{ limit: number; used: number }>(
    `select (current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
         - coalesce(current_setting('reserved_connections', true), '0')::integer) as limit,
       (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as used`,
  )
  const { limit = 0, used = 0 } = rows[0] ?? {}
  const text = `${used} of ${limit} connections are in use; a server opens up to ${CONNECTIONS_PER_SERVER}.`
  if (limit >= 2 * CONNECTIONS_PER_SERVER) return ok(text)
  return warning(text, 'Raise max_connections, or put PgBouncer in front (docs/operations.md).')
}

async function judgeDatabaseClock(client: pg.Client): Promise<Outcome> {
  const before = Date.now()
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
  const here = (before + Date.now()) / 2
  return sayClock('the database', here - (rows[0]?.at.getTime() ?? Number.NaN))
}

/** Connects, and runs all checks even if one of them fails. */
async function examine(url: string, installation: Installation): Promise<Outcome[]> {
  const found: Outcome[] = []
  const note = async (judge: (client: pg.Client) => Promise<Outcome | Outcome[]>, client: pg.Client) => {
    try {
      found.push(...[await judge(client)].flat())
    } catch (error) {
      found.push(wrong(`A check failed (${findCode(error) || 'no code'}).`, 'Check the PostgreSQL log.'))
    }
  }
  await withClient(url, async (client) => {
    for (const judge of [judgeVersion, judgeDurability, judgeSchema, judgeConnections, judgeDatabaseClock])
      await note(judge, client)
    await note((same) => judgeRights(same, installation), client)
  })
  return found
}

/** Tries the other URLs of the same database. */
async function tryOtherUrls({ config }: Installation): Promise<Outcome[]> {
  const { databaseUrl, databaseSessionUrl, databaseMigrationUrl } = config
  const others = [
    ['DATABASE_URL', databaseSessionUrl === undefined ? undefined : databaseUrl],
    ['DATABASE_MIGRATION_URL', databaseMigrationUrl],
  ] as const
  const tried = others.map(async ([name, url]) =>
    url === undefined
      ? []
      : withClient(url, async () => {}).then(
          () => [],
          (error) => [notReached(name, url, error)],
        ),
  )
  return (await Promise.all(tried)).flat()
}

function notReached(setting: string, url: string, error: unknown): Outcome {
  const code = findCode(error)
  const isRefused = /^(28\w{3}|3D000)$/.test(code)
  return wrong(
    `The database of ${setting} at ${sayHosts(url)} ${isRefused ? 'refuses the login' : 'cannot be reached'} (${code || 'no reply'}).`,
    isRefused
      ? `Check the role, its password and the name of the database in ${setting}.`
      : `Check host and port of ${setting}, and that PostgreSQL runs and listens there.`,
  )
}

/** Rates each fact as soon as it is read, so that a failed query does not stop the others. */
export const databaseCheck = check({
  name: 'database',
  async read(installation): Promise<Outcome[]> {
    const { config } = installation
    const { databaseUrl, databaseSessionUrl, dataDir } = config
    if (databaseUrl === undefined) {
      // The settings check already says what is missing.
      if (config.isProduction) return []
      if ((await findCluster(dataDir)) === undefined)
        return [ok(`${dataDir} has no database yet: the first start creates it.`)]
    }
    const opened = await openExistingDatabase(config)
    try {
      const examined = examine(opened.url, installation).catch((error: unknown) => [
        notReached(databaseSessionUrl ? 'DATABASE_SESSION_URL' : 'DATABASE_URL', opened.url, error),
      ])
      return [...(await examined), ...(await tryOtherUrls(installation))]
    } finally {
      await opened.close()
    }
  },
  judge: (outcomes) => outcomes,
})
