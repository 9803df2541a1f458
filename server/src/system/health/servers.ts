// Each server regularly records that it is running, with its versions and what only it can see: its clock and its connection to the
// files.
import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { gt, lt, sql } from 'drizzle-orm'
import packageJson from '../../../../package.json' with { type: 'json' }
import type { App } from '../../platform/app.ts'
import { readDifferenceMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { FileStoreUnavailableError } from '../../platform/http/errors.ts'
import { servers } from '../tables.ts'

export const NOTE_EVERY_MS = 20_000
/** A server that has recorded nothing for this long is no longer running. */
const RUNNING = sql`interval '70 seconds'`
const KEPT = sql`interval '1 day'`

/** No file has this key. Only a store that can be reached can answer whether it exists. */
const PROBE = 'system/probe.txt'

type Storage = Pick<typeof servers.$inferInsert, 'storage' | 'reachesStorage' | 'freeBytes'>

async function probeStorage({ config, files }: Pick<App, 'config' | 'files'>): Promise<Storage> {
  if (config.s3) {
    const reachesStorage = await files.size(PROBE).then(
      () => true,
      (error: unknown) => !(error instanceof FileStoreUnavailableError),
    )
    return { storage: 'object-store', reachesStorage, freeBytes: null }
  }
  const disk = await statfs(config.filesDir).catch(() => undefined)
  return {
    storage: 'folder',
    reachesStorage: disk !== undefined,
    freeBytes: disk ? disk.bavail * disk.bsize : null,
  }
}

/** Returns a function that records that this server is running. */
export function createServerNote(app: App): () => Promise<void> {
  const id = randomUUID()
  // The database's own time, even in tests: whether a server is running does not depend on a time set by a test.
  const now = sql`clock_timestamp()`
  return async () => {
    const facts = {
      version: packageJson.version,
      nodeVersion: process.versions.node,
      clockDifferenceMs: Math.round(readDifferenceMs(app.clock)),
      isDatabaseFull: app.diskSpace.isFull(),
      ...(await probeStorage(app)),
    }
    await app.db
      .insert(servers)
      .values({ id, startedAt: now, lastSeenAt: now, ...facts })
      .onConflictDoUpdate({ target: servers.id, set: { lastSeenAt: now, ...facts } })
    await app.db.delete(servers).where(lt(servers.lastSeenAt, sql`${now} - ${KEPT}`))
  }
}

/** Lists the running servers, oldest first. */
export function listServers(db: Db) {
  return db
    .select()
    .from(servers)
    .where(gt(servers.lastSeenAt, sql`clock_timestamp() - ${RUNNING}`))
    .orderBy(servers.startedAt)
}
