// Checks on a real Citus that the ranking follows the ledgers of all nodes, each by the transaction ids of its node.
import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { ledgerStatementsForNodes } from '../../src/leaderboard/ledger-nodes.ts'
import { openRanking } from '../../src/leaderboard/ranking.ts'
import type { Ranking } from '../../src/platform/app.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { captureLog } from '../capture-log.ts'
import { CATEGORY, NEVER_MS } from '../ranking.ts'
import { query } from '../system-postgres.ts'
import { waitFor } from '../wait-for.ts'
import { startCluster } from './cluster.ts'

/** What the ranking reads, with the keys that Citus requires. */
const tables = `
  create table students (id uuid primary key, username text, held_at timestamptz, avatar jsonb, is_avatar_public boolean);
  create table standings (id uuid not null, student_id uuid not null, age_category text not null, score integer not null,
    reached_at timestamptz not null default now(), stands boolean not null default true, primary key (student_id, id));
  create table standing_changes (seq bigserial, xid xid8 not null default pg_current_xact_id(), standing_id uuid not null,
    student_id uuid not null, age_category text not null, delta integer not null, score_after integer not null,
    stood boolean not null, stands boolean not null, primary key (seq, student_id));
  create index on standing_changes (xid);
  create role server login;
  grant select on students, standings, standing_changes to server`

const distribute = `
  select create_distributed_table('students', 'id');
  select create_distributed_table('standings', 'student_id', colocate_with => 'students');
  select create_distributed_table('standing_changes', 'student_id', colocate_with => 'students')`

let cluster: Awaited<ReturnType<typeof startCluster>>
const run = <Row extends pg.QueryResultRow>(text: string) => query<Row>(cluster.coordinatorUrl, text)

beforeAll(async () => {
  cluster = await startCluster()
  await run(tables)
  await withClient((client) => addEntry(client))
  for (const statement of ledgerStatementsForNodes) await run(statement)
  await run(distribute)
})
afterAll(() => cluster?.stop())

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: cluster.coordinatorUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Opens a ranking for the server's role, which may only read. */
async function open(everyMs = NEVER_MS): Promise<Ranking> {
  const url = Object.assign(new URL(cluster.coordinatorUrl), { username: 'server' }).href
  const own = openDatabase({ url, poolSize: 1, onError: () => undefined })
  const requests = openDatabase({ url, onError: () => undefined })
  const ranking = await openRanking({ ...own, db: requests.db, log: captureLog().log, everyMs })
  onTestFinished(async () => {
    await ranking.close()
    await own.close()
    await requests.close()
  })
  return ranking
}

type Entry = { id: string; score: number }

async function addChange(client: pg.Client, { id, score }: Entry, delta: number): Promise<void> {
  await client.query(
    `insert into standing_changes (standing_id, student_id, age_category, delta, score_after, stood, stands)
     values ($1, $1, '${CATEGORY}', $2, $3, $4, true)`,
    [id, delta, score, delta < score],
  )
}

/** Adds a student's entry with ten points, as a first answer does. */
async function addEntry(client: pg.Client): Promise<Entry> {
  const entry = { id: randomUUID(), score: 10 }
  await client.query(`insert into standings (id, student_id, age_category, score) values ($1, $1, '${CATEGORY}', $2)`, [
    entry.id,
    entry.score,
  ])
  await addChange(client, entry, 10)
  return entry
}

/** Adds ten points to an entry in a transaction, as an answer does, and waits before it ends. */
async function addPoints(client: pg.Client, entry: Entry, end: 'commit' | 'rollback', waitSeconds = 0): Promise<void> {
  await client.query('begin')
  const next = { ...entry, score: entry.score + 10 }
  await client.query('update standings set score = $2 where student_id = $1', [entry.id, next.score])
  await addChange(client, next, 10)
  if (waitSeconds > 0) await client.query('select pg_sleep($1)', [waitSeconds])
  await client.query(end)
  if (end === 'commit') entry.score = next.score
}

/** Answers for new students over many connections, whose transactions overlap and are sometimes undone, until it is told to stop. */
function answerUntil(isOver: () => boolean): Promise<unknown> {
  const answerRepeatedly = () =>
    withClient(async (client) => {
      const entries: Entry[] = []
      for (let n = 0; n < 10; n += 1) entries.push(await addEntry(client))
      while (!isOver()) {
        const entry = entries[randomInt(entries.length)]
        if (entry) await addPoints(client, entry, randomInt(5) === 0 ? 'rollback' : 'commit', randomInt(3) / 100)
      }
    })
  return Promise.all(Array.from({ length: 16 }, answerRepeatedly))
}

/** Expects the ranking to equal a recount. */
async function expectCorrect(ranking: Ranking): Promise<void> {
  const rows = await run<{ score: number; students: number }>(
    'select score, count(*)::integer as students from standings where stands group by 1 order by 1',
  )
  const countAt = (score: number) => ranking.rankOf(CATEGORY, score - 10) - ranking.rankOf(CATEGORY, score)
  expect(rows.map(({ score }) => ({ score, students: countAt(score) }))).toEqual(rows)
  expect(ranking.total(CATEGORY)).toBe(rows.reduce((sum, { students }) => sum + students, 0))
}

const countChanges = async () =>
  (await run<{ count: number }>('select count(*)::integer from standing_changes'))[0]?.count ?? 0

it('stores the transaction of the node with each change, also with those that were distributed', async () => {
  await withClient(async (client) => {
    for (let n = 0; n < 20; n += 1) await addPoints(client, await addEntry(client), 'commit')
  })
  const shards = await run<{ result: string }>(
    `select result from run_command_on_shards('standing_changes', 'select count(*) from %s where xid::text <> xmin::text')`,
  )
  expect(new Set(shards.map(({ result }) => result))).toEqual(new Set(['0']))
  expect(await countChanges()).toBe(41)
})

it('counts each change once while many connections write', async () => {
  const ranking = await open()
  const before = await countChanges()
  let isOver = false
  const answering = answerUntil(() => isOver)
  while ((await countChanges()) < before + 2_000) await ranking.follow()
  isOver = true
  await answering
  await ranking.follow()
  await expectCorrect(ranking)
})

it('shows each change once while a shard is moved to the other node and back', async () => {
  const ranking = await open(20)
  let isOver = false
  const answering = answerUntil(() => isOver)
  const placements = `select shardid, nodeport from pg_dist_shard join pg_dist_placement using (shardid)
    join pg_dist_node using (groupid) where logicalrelid = 'standing_changes'::regclass order by shardid limit 1`
  const workers = await run<{ nodeport: number }>('select nodeport from pg_dist_node where groupid > 0')
  for (let n = 0; n < 2; n += 1) {
    const [{ shardid, nodeport } = { shardid: '', nodeport: 0 }] = await run<{ shardid: string; nodeport: number }>(
      placements,
    )
    const target = workers.find((worker) => worker.nodeport !== nodeport)?.nodeport
    await run(
      `select citus_move_shard_placement(${shardid}, '127.0.0.1', ${nodeport}, '127.0.0.1', ${target}, 'force_logical')`,
    )
  }
  isOver = true
  await answering
  await waitFor(() => expectCorrect(ranking))
})

it('loads all nodes again after the connection to one of them is lost', async () => {
  const ranking = await open()
  const [worker] = await run<{ nodeport: number }>('select nodeport from pg_dist_node where groupid = 1')
  const workerUrl = Object.assign(new URL(cluster.coordinatorUrl), { port: String(worker?.nodeport) }).href
  const ended = await query(
    workerUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'server' and application_name = 'baobab'`,
  )
  expect(ended).toHaveLength(1)
  // A change, also on the other node, that no row of the ledger records: only loading finds it.
  await run('update standings set score = score + 1000')
  await waitFor(async () => {
    await ranking.follow()
    await expectCorrect(ranking)
  })
})
