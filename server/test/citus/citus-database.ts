// A distributed database on a real Citus.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { prepareDatabase } from '../../src/platform/database/prepare-database.ts'
import { createLog } from '../../src/platform/log.ts'
import { query } from '../system-postgres.ts'
import { startCluster } from './cluster.ts'

/** Starts a Citus whose database has all tables, still on the coordinator, and a role for the server. */
export async function startCitusDatabase() {
  const cluster = await startCluster()
  const ownerUrl = cluster.coordinatorUrl
  await query(ownerUrl, 'create role server login')
  const url = Object.assign(new URL(ownerUrl), { username: 'server' }).href
  await prepareDatabase({ url, sessionUrl: url, migrationUrl: ownerUrl }, createLog({ level: 'silent' }))
  /** Runs `npm run shard`, and returns what it says. */
  const shard = () =>
    promisify(execFile)(process.execPath, ['server/src/shard.ts', '--accept-limits'], {
      env: { ...process.env, NODE_ENV: undefined, DATABASE_URL: url, DATABASE_MIGRATION_URL: ownerUrl },
    }).then(({ stdout }) => stdout)
  return { url, ownerUrl, shard, stop: () => cluster.stop() }
}
