import type { Database } from './database.ts'
import { UnsuitableDatabaseError } from './unsuitable-database-error.ts'

/**
 * Throws if a commit can be lost after it was acknowledged: `synchronous_commit`, `fsync` or `full_page_writes` is off.
 * Reads the settings over the server's own connections, because a role and a database may have their own.
 */
export async function requireDurability(databases: readonly Pick<Database, 'pool'>[]): Promise<void> {
  for (const { pool } of databases) {
    const { rows } = await pool.query<{ name: string }>(
      `select name from pg_settings where name in ('synchronous_commit', 'fsync', 'full_page_writes') and setting = 'off'`,
    )
    if (rows.length === 0) continue
    const names = rows.map(({ name }) => name).join(', ')
    throw new UnsuitableDatabaseError(
      `The database may lose what was acknowledged, because these settings are off: ${names}. Turn them on, for the ` +
        'server, the database and the role (ALTER SYSTEM, ALTER DATABASE, ALTER ROLE).',
    )
  }
}
