// Starts one PostgreSQL for the whole test run, with a migrated template that is copied for each test file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createApp } from '../src/app.ts'
import { startJobs } from '../src/jobs.ts'
import { createClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { unwatchedDisk } from '../src/platform/database/disk-space.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts'
import { prepareDatabase, withClient } from '../src/platform/database/prepare-database.ts'
import { openJobs } from '../src/platform/jobs/jobs.ts'
import { createLog } from '../src/platform/log.ts'
import { unreachablePaystack, unreachableSmtpUrl } from './unreachable-services.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connects as the role that owns the tables, which the app does not use. */
    ownerUrl: string
    /** Connects as the app's role. */
    serverUrl: string
  }
}

export const TEMPLATE = 'template_baobab'
const STARTED_ONCE = 'started_once'

/** Switches off what tests do not need: parallel workers, statistics, and protection of files against crashes. */
const settings = { max_parallel_workers_per_gather: 0, autovacuum: 'off', full_page_writes: 'off' }

type Urls = { server: string; owner: string }

const inDatabase = ({ server, owner }: Urls, name: string): Urls => ({
  server: Object.assign(new URL(server), { pathname: `/${name}` }).href,
  owner: Object.assign(new URL(owner), { pathname: `/${name}` }).href,
})

/** Prepares a database for a server, with the job system's tables. */
async function prepare({ server, owner }: Urls): Promise<void> {
  const log = createLog({ level: 'error' })
  await prepareDatabase({ url: server, sessionUrl: server, migrationUrl: owner }, log)
  const jobs = await openJobs({ url: server, log, clock: createClock(), diskSpace: unwatchedDisk })
  await jobs.close()
}

/** Starts and closes an app. */
async function startOnce({ server }: Urls, dataDir: string): Promise<void> {
  const app = await createApp({
    config: readConfig({ DATA_DIR: dataDir }),
    databaseUrl: server,
    smtpUrl: unreachableSmtpUrl,
    paystack: unreachablePaystack,
    log: createLog({ level: 'error' }),
  })
  await startJobs(app)
  await app.close()
}

/** Copies the queues that an app has created, because creating them is the longest part of a start. */
async function copyQueues(from: Urls, to: Urls): Promise<void> {
  for (const table of ['queue', 'schedule']) {
    let all: unknown
    await withClient(from.owner, async (client) => {
      const { rows } = await client.query<{ all: unknown }>(`select jsonb_agg(t)::text as all from pgboss.${table} t`)
      all = rows[0]?.all
    })
    await withClient(to.owner, async (client) => {
      await client.query(
        `insert into pgboss.${table} select * from jsonb_populate_recordset(null::pgboss.${table}, $1) on conflict do nothing`,
        [all],
      )
    })
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'baobab-test-'))
  const embedded = await startEmbeddedPostgres({ dataDir, fsync: false, maxConnections: 300 })
  const urls: Urls = { server: embedded.serverUrl, owner: embedded.url }
  const [template, startedOnce] = [inDatabase(urls, TEMPLATE), inDatabase(urls, STARTED_ONCE)]
  await withClient(urls.owner, async (client) => {
    for (const [name, value] of Object.entries(settings)) await client.query(`alter system set ${name} = ${value}`)
    await client.query('select pg_reload_conf()')
    await client.query(`create database ${TEMPLATE}`)
    await prepare(template)
    await client.query(`create database ${STARTED_ONCE} template ${TEMPLATE}`)
    await startOnce(startedOnce, join(dataDir, 'app'))
    await copyQueues(startedOnce, template)
    await client.query(`drop database ${STARTED_ONCE}`)
  })
  project.provide('ownerUrl', urls.owner)
  project.provide('serverUrl', urls.server)
  return async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
