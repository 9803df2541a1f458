// A distributed database on a real Citus.
import pg from 'pg'
import { features } from '../../src/features.ts'
import { distributeTables } from '../../src/platform/database/distribute.ts'
import { listDistribution, platformDistribution } from '../../src/platform/database/distribution.ts'
import { prepareDatabase } from '../../src/platform/database/prepare-database.ts'
import { createLog } from '../../src/platform/log.ts'
import { startCluster } from './cluster.ts'

/**
 * Starts a Citus whose database has all tables, on the coordinator alone.
 * @returns `distribute` moves the tables to the workers, as `npm run shard` does, and returns whether it did
 */
export async function startCitusDatabase() {
  const { coordinatorUrl: url, stop } = await startCluster()
  await prepareDatabase({ url, sessionUrl: url, migrationUrl: url }, createLog({ level: 'silent' }))
  const names = listDistribution([platformDistribution, ...features.map(({ distribution }) => distribution ?? {})])
  async function distribute(): Promise<boolean> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await distributeTables(client, names)
    } finally {
      await client.end()
    }
  }
  return { url, distribute, stop }
}
