// Tests what a start requires of the database and of the connection to it.
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { prepareDatabase } from '../../src/platform/database/prepare-database.ts'
import { requireDurability } from '../../src/platform/database/require-durability.ts'
import { UnsuitableDatabaseError } from '../../src/platform/database/unsuitable-database-error.ts'
import { captureLog } from '../capture-log.ts'
import { openDatabaseProxy } from '../database-proxy.ts'
import { createDatabase, type TestDatabase } from '../create-database.ts'
import { feignDurability } from '../feign-durability.ts'
import { startMain } from '../main-process.ts'
import { canPrepare, hasPgbouncer, startPgbouncer } from '../pgbouncer.ts'
import { waitFor } from '../wait-for.ts'

const LOCK = 0x62616f62

let database: TestDatabase
beforeEach(async () => {
  database = await createDatabase()
})
afterEach(() => database.drop())

/** Opens a connection that is closed after the test. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // The database is dropped together with connections that are still open.
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

type Ways = { url?: string; sessionUrl?: string; log?: ReturnType<typeof captureLog>['log'] }

/** Prepares the database as a start does, over different routes if given. */
function prepare({ url = database.url, sessionUrl = database.url, log = captureLog().log }: Ways = {}): Promise<void> {
  return prepareDatabase({ url, sessionUrl, migrationUrl: database.ownerUrl }, log)
}

async function expectRefusal(outcome: Promise<void>, message: RegExp): Promise<void> {
  await expect(outcome).rejects.toThrow(UnsuitableDatabaseError)
  await expect(outcome).rejects.toThrow(message)
}

/** Starts the product and waits until it exits. */
async function runMain(databaseUrl: string): Promise<{ code: number | null; output: string }> {
  const { exited, output } = startMain({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' })
  return { code: await exited(), output: output() }
}

describe('the schema', () => {
  const applied = 'drizzle.__drizzle_migrations'
  const TRIED_AGAIN = 'a table is in use, so the preparation of the database is tried again'

  /** Changes the schema as a newer release does: with a migration that this release does not know. */
  const LATER = 4_102_444_800_000 // 2100-01-01
  const migrateLater = (owner: pg.Client) =>
    owner.query(`insert into ${applied} (hash, created_at) values ('later', ${LATER}); create table later (id integer)`)

  it('B-19 from a newer version is refused with exit code 78 if it says so, and is not touched', async () => {
    const owner = await connect(database.ownerUrl)
    await migrateLater(owner)
    await owner.query(`update oldest_release set release = '9.0.0', migration = ${LATER}`)
    await feignDurability(owner)
    await expectRefusal(
      prepare(),
      /newer version of Baobab and needs 9\.0\.0 or newer \(.* 2100-01-01T00:00:00\.000Z\)/,
    )
    expect(await runMain(database.url)).toEqual({ code: 78, output: expect.stringMatching(/^The database belongs to/) })
    expect((await owner.query(`select from ${applied} where hash = 'later'`)).rowCount).toBe(1)
  })

  it('from a newer version that removed nothing is accepted, and neither the schema nor the rights are touched', async () => {
    const owner = await connect(database.ownerUrl)
    await migrateLater(owner)
    const { log, lines } = captureLog()
    await prepare({ log })
    expect(lines().map(({ msg }) => msg)).toEqual([
      'a newer release has migrated the database, and lets this one run on its schema',
    ])
    const server = await connect(database.url)
    await expect(server.query('select from later')).rejects.toMatchObject({ code: '42501' })
    expect((await server.query('select from students')).rowCount).toBe(0)
    expect((await owner.query(`select from ${applied} where hash = 'later'`)).rowCount).toBe(1)
  })

  it('with a migration that this version does not know is refused, even if it has the newest one', async () => {
    const owner = await connect(database.ownerUrl)
    await owner.query(`insert into ${applied} (hash, created_at) select 'other', max(created_at) - 1 from ${applied}`)
    await expectRefusal(prepare(), /belongs to a newer version/)
  })

  it('is migrated by one server at a time, and the log says which one the others are waiting for', async () => {
    const holder = await connect(database.ownerUrl)
    await holder.query("set application_name = 'first server'")
    await holder.query('select pg_advisory_lock($1)', [LOCK])
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
    const { log, lines } = captureLog()
    const prepared = prepare({ log })
    await waitFor(() =>
      expect(lines()).toContainEqual(
        expect.objectContaining({
          msg: 'waiting for another server, which is migrating the database',
          holder: expect.objectContaining({ pid: rows[0]?.pid, application: 'first server' }),
        }),
      ),
    )
    await holder.query('select pg_advisory_unlock($1)', [LOCK])
    await prepared
  })

  it('does not keep a server that is waiting for the migration from stopping', async () => {
    const holder = await connect(database.ownerUrl)
    await feignDurability(holder)
    await holder.query('select pg_advisory_lock($1)', [LOCK])
    const { output, stop, exited } = startMain({ DATABASE_URL: database.url })
    await waitFor(() => expect(output()).toContain('waiting for another server'))
    stop()
    expect(await exited()).toBe(0)
    expect(output()).not.toContain('Error')
  })

  it('is migrated later if a table is in use, without blocking others from it in the meantime', async () => {
    const owner = await connect(database.ownerUrl)
    // An empty database, so all migrations are pending. Each adds a row to this table.
    await owner.query(`drop schema public, pgboss cascade; create schema public; delete from ${applied}`)
    const reader = await connect(database.ownerUrl)
    await reader.query(`begin; lock table ${applied} in share mode`)
    const { log, lines } = captureLog()
    const prepared = prepare({ log })
    await waitFor(() => expect(lines()).toContainEqual(expect.objectContaining({ msg: TRIED_AGAIN, attempt: 1 })))
    await reader.query('commit')
    await prepared
    expect((await owner.query(`select 1 from ${applied}`)).rowCount).toBeGreaterThan(20)
    expect((await owner.query('select from students')).rowCount).toBe(0)
  })

  it('B-19 is unchanged if the server is killed while migrating, and the next start migrates it', async () => {
    const owner = await connect(database.ownerUrl)
    await owner.query(`drop schema public, pgboss cascade; create schema public; delete from ${applied}`)
    const reader = await connect(database.ownerUrl)
    await reader.query(`begin; lock table ${applied} in share mode`)
    const killed = prepare().catch((error: unknown) => error)
    // All tables have been created in its transaction when it waits here. Its connection ends as it does with its process.
    await waitFor(async () => {
      const { rows } = await owner.query<{ ended: boolean }>(
        `select pg_terminate_backend(pid) as ended from pg_stat_activity
         where datname = current_database() and application_name = 'baobab start' and wait_event_type = 'Lock'`,
      )
      expect(rows).toEqual([{ ended: true }])
    })
    expect(await killed).toBeInstanceOf(Error)
    await reader.query('commit')
    expect((await owner.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0)
    expect((await owner.query(`select from ${applied}`)).rowCount).toBe(0)
    await prepare()
    expect((await owner.query('select from students')).rowCount).toBe(0)
  })

  it('is migrated later if PostgreSQL aborted the migration because of a deadlock', async () => {
    const owner = await connect(database.ownerUrl)
    // Only the first migration fails, because rolling back a transaction does not reset a sequence.
    await owner.query(`
      drop schema public, pgboss cascade; create schema public; delete from ${applied};
      create sequence drizzle.tries;
      create function drizzle.fail_once() returns trigger language plpgsql as $$ begin
        if nextval('drizzle.tries') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger fail_once before insert on ${applied} for each row execute function drizzle.fail_once()`)
    const { log, lines } = captureLog()
    await prepare({ log })
    expect(lines().map(({ msg }) => msg)).toEqual([TRIED_AGAIN])
    expect((await owner.query('select from students')).rowCount).toBe(0)
  })
})

describe('a PostgreSQL', () => {
  it.each([
    ['before 15', 'server_version', '14.9', /^Baobab needs PostgreSQL 15 or newer, and this is 14\.9\.$/],
    [
      'that cannot store every character',
      'server_encoding',
      'LATIN1',
      /^Baobab needs a database with the encoding UTF8, and this one has LATIN1\.$/,
    ],
  ])('%s is refused', async (_what, setting, value, message) => {
    const owner = await connect(database.ownerUrl)
    // Makes the server appear to have other settings: this function is found before PostgreSQL's own.
    await owner.query(`create schema feigned;
      create function feigned.current_setting(name text) returns text language sql as
        $$ select case name when '${setting}' then '${value}' else pg_catalog.current_setting(name) end $$;
      grant usage on schema feigned to public;
      alter role baobab_app in database ${new URL(database.url).pathname.slice(1)} set search_path = feigned, pg_catalog, public`)
    await expectRefusal(prepare(), message)
  })

  it.each([
    ['the database', () => `alter database ${new URL(database.url).pathname.slice(1)} set synchronous_commit = off`],
    [
      'the role',
      () => `alter role baobab_app in database ${new URL(database.url).pathname.slice(1)} set synchronous_commit = off`,
    ],
  ])('B-05 that acknowledges before writing, due to a setting of %s, is refused', async (_what, statement) => {
    const owner = await connect(database.ownerUrl)
    await owner.query(statement())
    await expectRefusal(requireDurability(database.url, captureLog().log), /are off: .*synchronous_commit/)
  })

  it('B-05 without fsync is refused with exit code 78, before anything is written', async () => {
    const owner = await connect(database.ownerUrl)
    // An empty database, which a start would migrate.
    await owner.query('drop schema public, pgboss, drizzle cascade; create schema public')
    // The tests' own PostgreSQL runs without fsync.
    const { code, output } = await runMain(database.ownerUrl)
    expect({ code, output }).toEqual({ code: 78, output: expect.stringMatching(/are off: fsync\. /) })
    const { rows } = await owner.query("select nspname from pg_namespace where nspname in ('drizzle', 'pgboss')")
    expect(rows).toEqual([])
  })

  it('without full pages in its log is accepted with a line in ours, because some disks do not need them', async () => {
    await feignDurability(await connect(database.ownerUrl), { full_page_writes: 'off' })
    const { log, lines } = captureLog()
    await requireDurability(database.url, log)
    expect(lines().map(({ msg }) => msg)).toEqual([expect.stringMatching(/^full_page_writes is off: /)])
  })

  it('with none of these weaknesses is accepted without a line in the log', async () => {
    await feignDurability(await connect(database.ownerUrl))
    const { log, lines } = captureLog()
    await requireDurability(database.url, log)
    expect(lines()).toEqual([])
  })
})

it('a message between servers that is lost or late once does not abort a start', async () => {
  let notifications = 0
  const isNotification = (bytes: Buffer) => String.fromCharCode(bytes[0] ?? 0) === 'A'
  const proxy = await openDatabaseProxy(database.url, (bytes) => isNotification(bytes) && (notifications += 1) === 1)
  onTestFinished(() => proxy.close())
  await prepare({ sessionUrl: proxy.url })
  expect(notifications).toBe(2)
})

describe('the role', () => {
  it('has the request limits as settings in the database, whatever they were before', async () => {
    const name = new URL(database.url).pathname.slice(1)
    const owner = await connect(database.ownerUrl)
    await owner.query(`alter role baobab_app in database ${name} set lock_timeout = 0`)
    await prepare()
    const client = await connect(database.url)
    for (const [setting, value] of Object.entries({
      statement_timeout: '5s',
      lock_timeout: '2s',
      idle_in_transaction_session_timeout: '10s',
    }))
      expect((await client.query(`show ${setting}`)).rows).toEqual([{ [setting]: value }])
  })

  it('must be the same for requests and for sessions', async () => {
    await expectRefusal(prepare({ url: database.ownerUrl }), /have to open the same database with the same role/)
  })
})

describe.skipIf(!hasPgbouncer)('a pooler', () => {
  const start = async (...options: Parameters<typeof startPgbouncer>) => {
    const pooler = await startPgbouncer(...options)
    onTestFinished(() => pooler.stop())
    return pooler.url
  }

  it('in session mode serves everything, and requests have their limits there', async () => {
    await prepare()
    const url = await start(database.url, 'session')
    await prepare({ url, sessionUrl: url })
    const client = await connect(url)
    expect((await client.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '2s' }])
  })

  it('with connections older than the limits is logged, because those connections lack them', async () => {
    const owner = await connect(database.ownerUrl)
    await owner.query(`alter role baobab_app in database ${new URL(database.url).pathname.slice(1)} reset all`)
    const url = await start(database.url, 'session')
    const earlier = await connect(url)
    await earlier.query('select 1')
    await earlier.end()
    const { log, lines } = captureLog()
    await prepare({ url, log })
    expect(lines().map(({ msg }) => msg)).toEqual([expect.stringContaining("older than the role's timeouts")])
  })

  it('in transaction mode serves no sessions, and no lock is left behind', async () => {
    const url = await start(database.url, 'transaction')
    await expectRefusal(
      prepare({ url, sessionUrl: url }),
      /^Messages between servers \(LISTEN\) do not arrive over DATABASE_SESSION_URL/,
    )
    const owner = await connect(database.ownerUrl)
    const { rowCount } = await owner.query(
      `select from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(rowCount).toBe(0)
  })

  it('in transaction mode without prepared statements is not used for requests', async () => {
    const url = await start(database.url, 'transaction', 0)
    await expectRefusal(
      prepare({ url }),
      /^The pooler at DATABASE_URL does not support prepared statements: use PgBouncer 1\.21/,
    )
  })

  it('in transaction mode with prepared statements serves requests, if its version supports them', async () => {
    const outcome = prepare({ url: await start(database.url, 'transaction', 100) })
    await (canPrepare ? outcome : expectRefusal(outcome, /does not support prepared statements/))
  })
})
