// Gives each test file its own database.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { limitRequests } from '../src/platform/database/prepare-database.ts'
import { TEMPLATE } from './global-setup.ts'
import { waitFor } from './wait-for.ts'

export type TestDatabase = { name: string; url: string; ownerUrl: string; drop(): Promise<void> }

/** This worker's connection for creating and dropping databases. */
let connected: Promise<pg.Client> | undefined

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('ownerUrl') })
  // PostgreSQL ends it at the end of the run; without a listener, that event would crash the worker.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function run(statement: string): Promise<void> {
  connected ??= connect()
  await (await connected).query(statement)
}

/** Creates a database that is ready for a server by copying another one: by default the empty template. */
export async function createDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  // Retries, because copying locks the template and other workers copy it too. Copying files costs half as much as copying
  // through the log.
  await waitFor(() => run(`create database ${name} template ${template} strategy file_copy`))
  // A copy has none of the template's role settings.
  await run(limitRequests(new URL(inject('serverUrl')).username, name))
  const toUrl = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  return {
    name,
    url: toUrl(inject('serverUrl')),
    ownerUrl: toUrl(inject('ownerUrl')),
    drop: () => run(`drop database ${name} with (force)`),
  }
}
