import type { Logger } from 'pino'
import { withClient } from './prepare-database.ts'
import { UnsuitableDatabaseError } from './unsuitable-database-error.ts'

/**
 * Throws if a commit can be lost after it was acknowledged: `synchronous_commit` or `fsync` is off. Reads the settings over
 * the server's own URL, because a role, a database and a URL may have their own.
 */
export async function requireDurability(url: string, log: Logger): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select name from pg_settings where name in ('synchronous_commit', 'fsync', 'full_page_writes') and setting = 'off'`,
    )
    const off = rows.map(({ name }) => name)
    // Right on a file system that never writes half a page, such as ZFS, which PostgreSQL cannot know.
    if (off.includes('full_page_writes'))
      log.warn(
        'full_page_writes is off: unless the file system writes whole pages, a power loss may damage the database',
      )
    const losing = off.filter((name) => name !== 'full_page_writes')
    if (losing.length === 0) return
    throw new UnsuitableDatabaseError(
      `The database may lose what was acknowledged, because these settings are off: ${losing.join(', ')}. Turn them on, ` +
        'for the server, the database and the role (ALTER SYSTEM, ALTER DATABASE, ALTER ROLE).',
    )
  })
}
