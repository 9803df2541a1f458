// Migrates a database to the current schema. If several servers start at the same time, an advisory lock makes them
// migrate one after another.
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const folder = fileURLToPath(new URL('../../../migrations', import.meta.url))
const LOCK = 0x62616f62 // 'baob'

/** Applies all pending migrations in one transaction. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'baobab migration' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await applyMigrations(drizzle({ client }), { migrationsFolder: folder })
  } finally {
    await client.end()
  }
}
