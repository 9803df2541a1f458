// Starts one PostgreSQL for the whole test run, with a migrated template from which each test file's database is copied.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { unwatchedDisk } from '../src/platform/database/disk-space.ts'
import { createClock } from '../src/platform/clock.ts'
import { openJobs } from '../src/platform/jobs/jobs.ts'
import { createLog } from '../src/platform/log.ts'
import { prepareDatabase } from '../src/platform/database/prepare-database.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** For the role that owns the tables, which the app does not use. */
    ownerUrl: string
    /** For the role of the app. */
    serverUrl: string
  }
}

export const TEMPLATE = 'template_baobab'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'baobab-test-'))
  const embedded = await startEmbeddedPostgres({ dataDir, fsync: false, maxConnections: 300 })
  const client = new pg.Client({ connectionString: embedded.url })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const toTemplate = (url: string) => Object.assign(new URL(url), { pathname: `/${TEMPLATE}` }).href
  const serverUrl = toTemplate(embedded.serverUrl)
  const log = createLog({ level: 'error' })
  await prepareDatabase({ url: serverUrl, sessionUrl: serverUrl, migrationUrl: toTemplate(embedded.url) }, log)
  const jobs = await openJobs({ url: serverUrl, log, clock: createClock(), diskSpace: unwatchedDisk })
  await jobs.close()
  project.provide('ownerUrl', embedded.url)
  project.provide('serverUrl', embedded.serverUrl)
  return async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
