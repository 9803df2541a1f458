// Gives each test file a database of its own.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './global-setup.ts'
import { waitFor } from './wait-for.ts'

export type TestDatabase = { url: string; ownerUrl: string; drop(): Promise<void> }

/** Creates an empty, migrated database by copying the template. */
export async function createDatabase(): Promise<TestDatabase> {
  const root = inject('ownerUrl')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: root })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  // Retries, because copying locks the template and other workers copy it too.
  await waitFor(() => run(`create database ${name} template ${TEMPLATE}`))
  const toUrl = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  return {
    url: toUrl(inject('serverUrl')),
    ownerUrl: toUrl(root),
    drop: () => run(`drop database ${name} with (force)`),
  }
}
