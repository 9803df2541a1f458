import type pg from 'pg'
import type { Logger } from 'pino'
import { withClient } from './prepare-database.ts'
import { UnsuitableDatabaseError } from './unsuitable-database-error.ts'

/**
 * Returns which of these settings are off. Without `synchronous_commit` or `fsync`, a commit can be lost after it has been acknowledged;
 * without `full_page_writes`, a power loss may damage pages.
 */
export async function findSettingsOff(client: pg.Client): Promise<{ losing: string[]; damaging: string[] }> {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_settings where name in ('synchronous_commit', 'fsync', 'full_page_writes') and setting = 'off'`,
  )
  const off = rows.map(({ name }) => name)
  const isDamaging = (name: string) => name === 'full_page_writes'
  return { losing: off.filter((name) => !isDamaging(name)), damaging: off.filter(isDamaging) }
}

/**
 * Throws if a commit can be lost after it has been acknowledged, because `synchronous_commit` or `fsync` is off. Reads the settings over
 * the server's own URL, because a role, a database and a URL can each override them.
 */
export async function requireDurability(url: string, log: Logger): Promise<void> {
  await withClient(url, async (client) => {
    const { losing, damaging } = await findSettingsOff(client)
    // This may be right on a file system that never writes half a page, such as ZFS. PostgreSQL cannot know that.
    if (damaging.length > 0)
      log.warn(
        'full_page_writes is off: unless the file system writes whole pages, a power loss may damage the database',
      )
    if (losing.length === 0) return
    throw new UnsuitableDatabaseError(
      `The database may lose what was acknowledged, because these settings are off: ${losing.join(', ')}. Turn them on, ` +
        'for the server, the database and the role (ALTER SYSTEM, ALTER DATABASE, ALTER ROLE).',
    )
  })
}
