// A real Citus of three servers on this machine, for tests of what is different on several nodes.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makePlace, programFolders, query } from '../system-postgres.ts'

const hasExtension = (programs: string) => {
  const shared = execFileSync(join(programs, 'pg_config'), ['--sharedir'], { encoding: 'utf8' }).trim()
  return existsSync(join(shared, 'extension/citus.control'))
}

/**
 * Returns the programs of the newest PostgreSQL on this machine that has Citus.
 * @throws Error if there is none, which says what to install
 */
export function findCitus(): string {
  const programs = programFolders.filter(hasExtension).at(-1)
  if (programs === undefined)
    throw new Error(
      'Install Citus for a PostgreSQL in /usr/lib/postgresql, from the packages that docs.citusdata.com names.',
    )
  return programs
}

const settings = {
  shared_preload_libraries: 'citus',
  max_connections: '200',
  // Changes on several nodes are committed in two phases.
  max_prepared_transactions: '200',
  // Shards are moved by logical replication, while they are written.
  wal_level: 'logical',
  'citus.local_hostname': '127.0.0.1',
  // With TLS, each node looks for a certificate in the home folder of the user who started it.
  'citus.node_conninfo': 'sslmode=disable',
  // Allows triggers on distributed tables, which are created on each shard.
  'citus.enable_unsafe_triggers': 'on',
  // Fewer than the default of 32, so that a table is distributed sooner.
  'citus.shard_count': '8',
}

const DATABASE = 'baobab'

/**
 * Starts a coordinator, which stores no shards, and two workers, each with an empty database in the same cluster of Citus.
 * @returns the URL for the owner of the coordinator's database
 */
export async function startCluster(): Promise<{ coordinatorUrl: string; stop(): Promise<void> }> {
  const place = makePlace(findCitus())
  const startNode = async (name: string) => {
    place.create(name)
    const { url } = await place.start(name, settings)
    await query(url, `create database ${DATABASE}`)
    const node = new URL(url)
    node.pathname = DATABASE
    await query(node.href, 'create extension citus')
    return node
  }
  try {
    const coordinator = await startNode('coordinator')
    await query(coordinator.href, `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
    for (const name of ['worker-1', 'worker-2']) {
      const { port } = await startNode(name)
      await query(coordinator.href, `select citus_add_node('127.0.0.1', ${port})`)
    }
    return { coordinatorUrl: coordinator.href, stop: () => place.close() }
  } catch (error) {
    await place.close()
    throw error
  }
}
