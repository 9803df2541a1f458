// Finds the nodes that store the points ledger, and connects to them. Without Citus, the only node is the database itself.
import type pg from 'pg'
import type { Logger } from 'pino'
import { openDatabase, poolSizes, type Database } from '../platform/database/database.ts'
import { toNodeUrl } from '../platform/database/hosts.ts'
import type { LedgerNode } from './follow-ledger.ts'

/**
 * Lets each node of Citus write its own transaction ids into the ledger, because the coordinator computes the column's default.
 * Run by the owner of the tables before they are distributed, so that rows copied to the nodes also get the nodes' ids. Citus
 * creates the trigger on each shard if `citus.enable_unsafe_triggers` is on.
 */
export const ledgerStatementsForNodes = [
  `create or replace function add_transaction_of_node() returns trigger language plpgsql as $$
begin
  new.xid := pg_current_xact_id();
  return new;
end
$$`,
  `create or replace trigger standing_changes_transaction before insert on standing_changes
  for each row execute function add_transaction_of_node()`,
] as const

type NodeTables = { host: string; port: number } & Pick<LedgerNode, 'entries' | 'ledger'>

const LIST_NODES = `
select nodename as host, nodeport as port,
  array_agg(shard_name(logicalrelid, shardid) order by shardid) filter (where logicalrelid = 'standings'::regclass) as entries,
  array_agg(shard_name(logicalrelid, shardid) order by shardid)
    filter (where logicalrelid = 'standing_changes'::regclass) as ledger
from pg_dist_partition
join pg_dist_shard using (logicalrelid)
join pg_dist_placement using (shardid)
join pg_dist_node using (groupid)
where partmethod = 'h' and noderole = 'primary' and logicalrelid in ('standings'::regclass, 'standing_changes'::regclass)
group by 1, 2 order by 1, 2`

/** Lists the nodes of Citus that have rows of the ledger; none if it is not distributed. */
async function listNodes(client: pg.ClientBase): Promise<NodeTables[]> {
  const { rows: known } = await client.query<{ has: boolean }>(
    "select to_regclass('pg_dist_partition') is not null as has",
  )
  return known[0]?.has === true ? (await client.query<NodeTables>(LIST_NODES)).rows : []
}

type LedgerNodesOptions = {
  /** A pool with one connection to the database, which is a session. */
  pool: Pick<pg.Pool, 'connect'>
  /** The URL of that database: its role, database and parameters are also those of the nodes. */
  url: string
  log: Logger
}

export type LedgerNodes = {
  /** Does work on a connection to each node, and closes all of them if the work fails. */
  use<T>(work: (nodes: LedgerNode[]) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens the connections over which a server follows the ledger: one to each node. */
export function openLedgerNodes({ pool, url, log }: LedgerNodesOptions): LedgerNodes {
  /**
   * Connections to a database that is not distributed. Each is asked only once, because no server runs while the database is
   * being distributed.
   */
  const undivided = new WeakSet<pg.ClientBase>()
  const databases = new Map<string, Database>()

  const onError = (error: Error) => log.warn({ err: error }, 'a connection to a node of the ledger was lost')
  const findPool = (nodeUrl: string) => {
    const database = databases.get(nodeUrl) ?? openDatabase({ url: nodeUrl, poolSize: poolSizes.ranking, onError })
    databases.set(nodeUrl, database)
    return database.pool
  }
  const closeExcept = async (nodeUrls: readonly string[]) => {
    for (const [nodeUrl, database] of databases) {
      if (nodeUrls.includes(nodeUrl)) continue
      databases.delete(nodeUrl)
      await database.close()
    }
  }

  return {
    use: (work) =>
      withConnection(pool, async (client) => {
        // Checked at every read, because a moved shard stays readable in its old place for a while, but no longer changes there.
        const listed = undivided.has(client) ? [] : await listNodes(client)
        if (listed.length === 0) {
          undivided.add(client)
          return work([{ client, entries: ['standings'], ledger: ['standing_changes'] }])
        }
        const nodes = listed.map((node) => ({ ...node, url: toNodeUrl(url, node) }))
        await closeExcept(nodes.map((node) => node.url))
        return withNodes(
          nodes.map(({ entries, ledger, url: nodeUrl }) => ({ entries, ledger, pool: findPool(nodeUrl) })),
          work,
        )
      }),
    close: () => closeExcept([]),
  }
}

type UnconnectedNode = Omit<LedgerNode, 'client'> & { pool: pg.Pool }

/** Does work on a connection to each node, and closes all of them if it fails. */
function withNodes<T>(
  [next, ...others]: readonly UnconnectedNode[],
  work: (nodes: LedgerNode[]) => Promise<T>,
  connected: readonly LedgerNode[] = [],
): Promise<T> {
  if (!next) return work([...connected])
  const { pool, ...tables } = next
  return withConnection(pool, (client) => withNodes(others, work, [...connected, { ...tables, client }]))
}

/** Does work on a connection of a pool, and closes the connection if the work fails. */
async function withConnection<T>(
  pool: Pick<pg.Pool, 'connect'>,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let hasFailed = true
  try {
    const result = await work(client)
    hasFailed = false
    return result
  } finally {
    client.release(hasFailed)
  }
}
