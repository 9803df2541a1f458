// Starts one PostgreSQL for the whole test run, with a migrated template from which each test file's database is copied.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openJobs } from '../src/platform/jobs/jobs.ts'
import { createLog } from '../src/platform/log.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
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
  const templateUrl = Object.assign(new URL(embedded.url), { pathname: `/${TEMPLATE}` }).href
  await migrate(templateUrl)
  const jobs = await openJobs({ url: templateUrl, log: createLog({ level: 'error' }) })
  await jobs.close()
  project.provide('databaseUrl', embedded.url)
  return async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
