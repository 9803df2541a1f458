// Tests how the server's database role gets its rights in a database created by an operator.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { prepareDatabase } from '../../src/platform/database/prepare-database.ts'
import { UnsuitableDatabaseError } from '../../src/platform/database/unsuitable-database-error.ts'
import { unwatchedDisk } from '../../src/platform/database/disk-space.ts'
import { createClock } from '../../src/platform/clock.ts'
import { defineQueue, openJobs } from '../../src/platform/jobs/jobs.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { captureLog } from '../capture-log.ts'
import { waitFor } from '../wait-for.ts'

const run = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ name: string }>(text)).rows
  } finally {
    await client.end()
  }
}

/** Creates an empty database owned by a role without special rights, as an operator does. */
async function createOutside(): Promise<{ server: string; owner: string; allow: () => Promise<unknown> }> {
  const name = `o_${randomUUID().replaceAll('-', '')}`
  const root = inject('ownerUrl')
  await run(root, `create role ${name} login password '${name}'`)
  await run(root, `create database ${name} owner ${name}`)
  onTestFinished(async () => {
    await run(root, `drop database ${name} with (force)`)
    await run(root, `drop role ${name}`)
  })
  return {
    server: Object.assign(new URL(inject('serverUrl')), { pathname: `/${name}` }).href,
    owner: Object.assign(new URL(root), { pathname: `/${name}`, username: name, password: name }).href,
    allow: () => run(root, `grant baobab_app to ${name}`),
  }
}

type Urls = { server: string; owner?: string }

/** Prepares a database as a start does. @returns the log messages */
async function prepare({ server, owner = server }: Urls): Promise<unknown[]> {
  const { log, lines } = captureLog()
  await prepareDatabase({ url: server, sessionUrl: server, migrationUrl: owner }, log)
  return lines().map(({ msg }) => msg)
}

const greetings = defineQueue<{ text: string }>('greetings')
const onError = (error: Error) => {
  throw error
}

/** Sends a job as a role. */
async function sendJob(url: string): Promise<void> {
  const jobs = await openJobs({ url, log: captureLog().log, clock: createClock(), diskSpace: unwatchedDisk })
  const database = openDatabase({ url, poolSize: 1, onError })
  await jobs.send(database.db, greetings, { text: 'hello' })
  await jobs.close()
  await database.close()
}

/** Waits until a role has processed the job. */
async function receiveJob(url: string): Promise<void> {
  const jobs = await openJobs({ url, log: captureLog().log, clock: createClock(), diskSpace: unwatchedDisk })
  const received: string[] = []
  await jobs.work(greetings, async ({ text }) => void received.push(text))
  await waitFor(() => expect(received).toEqual(['hello']))
  await jobs.close()
}

describe('a database owned by another role', () => {
  it('is migrated by that role and gives the server its rights, once the owner may hand over the queues', async () => {
    const { allow, ...urls } = await createOutside()
    const refused = prepare(urls)
    await expect(refused).rejects.toThrow(UnsuitableDatabaseError)
    await expect(refused).rejects.toThrow(/^The role "o_\w+" cannot hand .* Run: GRANT "baobab_app" TO "o_\w+"/)
    await allow()
    expect(await prepare(urls)).toEqual([])
    await sendJob(urls.server)
    await receiveJob(urls.server)
    await expect(run(urls.server, 'delete from audit_lines')).rejects.toMatchObject({ code: '42501' })
  })

  // Since PostgreSQL 16, a member of a role may lack the right to become it.
  it('is refused while its owner is only a member of the role, and accepted after following the advice', async () => {
    const { server, owner } = await createOutside()
    const name = new URL(owner).username
    await run(inject('ownerUrl'), `grant baobab_app to ${name} with set false`)
    const error: unknown = await prepare({ server, owner }).catch((refusal: unknown) => refusal)
    expect(error).toBeInstanceOf(UnsuitableDatabaseError)
    const [, advice = ''] = /Run: (.*)\.$/.exec(String(error)) ?? []
    expect(advice).toBe(`GRANT "baobab_app" TO "${name}" WITH SET TRUE`)
    await run(inject('ownerUrl'), advice)
    expect(await prepare({ server, owner })).toEqual([])
  })

  it('on PostgreSQL 15 asks only for membership, because there is nothing else', async () => {
    const { server, owner, allow } = await createOutside()
    await allow()
    await prepare({ server, owner })
    // Imitates an old server with functions that are found before the system's own.
    await run(
      owner,
      `create schema old;
       create function old.current_setting(text) returns text language sql as
         $$ select case $1 when 'server_version_num' then '150013' else pg_catalog.current_setting($1) end $$;
       create function old.pg_has_role(name, name, text) returns boolean language plpgsql as $$ begin
         if $3 <> 'member' then raise exception 'unrecognized privilege type: "%"', $3; end if;
         return pg_catalog.pg_has_role($1, $2, $3);
       end $$;
       alter role current_user set search_path = old, pg_catalog, public`,
    )
    expect(await prepare({ server, owner })).toEqual([])
  })

  it('gives the server rights to tables added since', async () => {
    const { allow, ...urls } = await createOutside()
    await allow()
    await prepare(urls)
    await run(urls.owner, 'create table later (id serial primary key)')
    await expect(run(urls.server, 'insert into later default values')).rejects.toMatchObject({ code: '42501' })
    await prepare(urls)
    await run(urls.server, 'insert into later default values')
  })

  it('needs that role only when there is something to migrate', async () => {
    const { allow, ...urls } = await createOutside()
    await allow()
    await expect(prepare({ server: urls.server })).rejects.toThrow(
      /the role "baobab_app" may not do that\. Set DATABASE_MIGRATION_URL/,
    )
    await prepare(urls)
    expect(await prepare({ server: urls.server })).toEqual([])
  })
})

describe('a database with one role for everything', () => {
  it('works, with one line in the log, and hands over its queues once there are two roles', async () => {
    const { allow, owner, server } = await createOutside()
    expect(await prepare({ server: owner })).toEqual([expect.stringContaining('DATABASE_MIGRATION_URL')])
    await sendJob(owner)
    await allow()
    expect(await prepare({ server, owner })).toEqual([])
    const left = `select relname as name from pg_class where relnamespace = 'pgboss'::regnamespace
        and relowner <> 'baobab_app'::regrole
      union all select proname from pg_proc where pronamespace = 'pgboss'::regnamespace
        and proowner <> 'baobab_app'::regrole
      union all select typname from pg_type where typnamespace = 'pgboss'::regnamespace
        and typowner <> 'baobab_app'::regrole`
    expect(await run(owner, left)).toEqual([])
    await receiveJob(server)
  })

  it('hands over its queues even if a job has one of them locked', async () => {
    const { allow, owner, server } = await createOutside()
    await prepare({ server: owner })
    await sendJob(owner)
    await allow()
    const worker = new pg.Client({ connectionString: owner })
    await worker.connect()
    await worker.query('set idle_in_transaction_session_timeout = 0')
    await worker.query('begin; lock table pgboss.job in access share mode')
    const { log, lines } = captureLog()
    const prepared = prepareDatabase({ url: server, sessionUrl: server, migrationUrl: owner }, log)
    await waitFor(() => expect(lines()).toContainEqual(expect.objectContaining({ attempt: 1 })))
    await worker.end()
    await prepared
    await receiveJob(server)
  })
})
