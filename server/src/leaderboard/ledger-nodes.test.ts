// Tests a ledger on two nodes, with tables that look like the catalog of Citus. Both are the same database by two addresses, and
// differ only in the shards that they are asked for. server/test/citus/ledger-nodes.citus.test.ts does the same on Citus.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { captureLog } from '../../test/capture-log.ts'
import { createDatabase } from '../../test/create-database.ts'
import { openDatabaseProxy, type DatabaseProxy } from '../../test/database-proxy.ts'
import { CATEGORY, NEVER_MS } from '../../test/ranking.ts'
import type { Ranking } from '../platform/app.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { openRanking } from './ranking.ts'

let database: Database
let proxy: DatabaseProxy
let closing: (() => Promise<void>)[]
beforeEach(async () => {
  const stored = await createDatabase()
  database = openDatabase({ url: stored.ownerUrl, waitMs: 20_000, onError: () => undefined })
  proxy = await openDatabaseProxy(stored.ownerUrl)
  closing = [() => proxy.close(), () => database.close(), () => stored.drop()]
  await database.pool.query(`
    create table pg_dist_partition (logicalrelid regclass, partmethod "char");
    create table pg_dist_shard (logicalrelid regclass, shardid bigint);
    create table pg_dist_placement (shardid bigint, groupid integer);
    create table pg_dist_node (groupid integer, nodename text, nodeport integer, noderole text);
    create function shard_name(regclass, bigint) returns text language sql as $$ select $1 || '_' || $2 $$;
    insert into pg_dist_partition values ('standings', 'h'), ('standing_changes', 'h')`)
  const direct = new URL(stored.ownerUrl)
  await database.pool.query(`insert into pg_dist_node values (1, $1, $2, 'primary'), (2, '127.0.0.1', $3, 'primary')`, [
    direct.hostname,
    direct.port,
    new URL(proxy.url).port,
  ])
  await addShard(1, 1)
  await addShard(2, 2)
})
afterEach(async () => {
  for (const close of closing) await close()
})

/** Creates a shard of both tables; the tables themselves show the rows of all shards, as on a coordinator. */
async function addShard(shard: number, group: number): Promise<void> {
  for (const [table, id] of Object.entries({ standings: shard, standing_changes: 10 + shard })) {
    await database.pool.query(`
      create table ${table}_${id} (like ${table} including all) inherits (${table});
      insert into pg_dist_shard values ('${table}', ${id});
      insert into pg_dist_placement values (${id}, ${group})`)
  }
}

async function open(): Promise<Ranking> {
  const { log } = captureLog()
  const own = openDatabase({ url: database.url, poolSize: 1, onError: () => undefined })
  const ranking = await openRanking({ ...own, db: database.db, log, everyMs: NEVER_MS })
  closing.unshift(
    () => ranking.close(),
    () => own.close(),
  )
  return ranking
}

type Client = Pick<Database['pool'], 'query'>

/** Adds an entry to a shard, as a first answer does. */
async function addEntry(shard: number, score: number, client: Client = database.pool): Promise<string> {
  const id = randomUUID()
  await client.query(
    `with made as (
       insert into standings_${shard} (id, student_id, age_category, score, reached_at, leaves_on)
       values ($1, $1, '${CATEGORY}', $2, now(), '2033-05-01') returning *
     )
     insert into standing_changes_${10 + shard}
       (standing_id, student_id, age_category, delta, score_after, stood, stands, reason, at)
     select id, student_id, age_category, score, score, false, true, 'first-answer', now() from made`,
    [id, score],
  )
  return id
}

/** Changes a score, as an answer does. */
const addPoints = (shard: number, id: string, points: number, client: Client = database.pool) =>
  client.query(
    `with moved as (update standings_${shard} set score = score + $2 where id = $1 returning *)
     insert into standing_changes_${10 + shard}
       (standing_id, student_id, age_category, delta, score_after, stood, stands, reason, at)
     select id, student_id, age_category, $2, score, stands, stands, 'answer', now() from moved`,
    [id, points],
  )

/** Returns the number of students with a score, counted from the ranks. */
const countAt = (ranking: Ranking, score: number) =>
  ranking.rankOf(CATEGORY, score - 10) - ranking.rankOf(CATEGORY, score)

/** Expects the ranking to equal a recount. */
async function expectCorrect(ranking: Ranking): Promise<void> {
  const { rows } = await database.pool.query<{ score: number; students: number }>(
    'select score, count(*)::integer as students from standings where stands group by 1 order by 1',
  )
  expect(rows.map(({ score }) => ({ score, students: countAt(ranking, score) }))).toEqual(rows)
  expect(ranking.total(CATEGORY)).toBe(rows.reduce((sum, { students }) => sum + students, 0))
}

async function begin() {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  closing.unshift(() => client.end())
  await client.query('begin')
  return client
}

it('adds up the students of all nodes', async () => {
  await addEntry(1, 10)
  await addEntry(2, 10)
  const second = await addEntry(2, 30)
  const ranking = await open()
  await expectCorrect(ranking)
  expect(ranking.rankOf(CATEGORY, 10)).toBe(2)
  await addPoints(2, second, 10)
  await addEntry(1, 50)
  await ranking.follow()
  await expectCorrect(ranking)
})

it('applies each change of each node once, in whatever order they are committed', async () => {
  const [one, two] = [await addEntry(1, 10), await addEntry(2, 10)]
  const open1 = await begin()
  await addPoints(1, one, 10, open1)
  const ranking = await open()
  const open2 = await begin()
  await addPoints(2, two, 20, open2)
  await addEntry(1, 70)
  for (const client of [open2, open1]) {
    await ranking.follow()
    await expectCorrect(ranking)
    await client.query('commit')
  }
  for (let n = 0; n < 3; n += 1) {
    await ranking.follow()
    await expectCorrect(ranking)
  }
})

it('B-16 keeps its ranks while one node is away, and then loads all of them again', async () => {
  const [one, two] = [await addEntry(1, 20), await addEntry(2, 20)]
  const ranking = await open()
  proxy.disconnect()
  await addPoints(1, one, 10)
  await addPoints(2, two, 30)
  for (let n = 0; n < 2; n += 1) {
    await expect(ranking.follow()).rejects.toThrow(/terminated|ECONNRESET/)
    expect(countAt(ranking, 20)).toBe(2)
  }
  proxy.reconnect()
  await ranking.follow()
  await expectCorrect(ranking)
  await addPoints(2, two, 10)
  await ranking.follow()
  await expectCorrect(ranking)
})

it('reads a shard that was moved where it is now, and none of its copied rows twice', async () => {
  await addShard(4, 2)
  const [one, two] = [await addEntry(1, 10), await addEntry(2, 10)]
  const ranking = await open()
  // The row of this open transaction has a lower number than the rows that are copied.
  const open1 = await begin()
  await addPoints(1, one, 10, open1)
  await addPoints(2, two, 10)
  await ranking.follow()
  await addShard(3, 1)
  // The other node was ahead in transactions. The rows that were copied from it stay there for a while.
  await database.pool.query(`
    alter table standings_2 no inherit standings;
    alter table standing_changes_12 no inherit standing_changes;
    insert into standings_3 select * from standings_2;
    insert into standing_changes_13 (seq, xid, standing_id, student_id, age_category, delta, score_after, stood, stands, reason, at)
    select seq, (pg_current_xact_id()::text::bigint + 5)::text::xid8, standing_id, student_id, age_category, delta, score_after,
      stood, stands, reason, at from standing_changes_12;
    delete from pg_dist_placement where shardid in (2, 12)`)
  await addPoints(3, two, 10)
  await ranking.follow()
  await expectCorrect(ranking)
  await open1.query('commit')
  for (let n = 0; n < 10; n += 1) {
    await addPoints(3, two, 10)
    await ranking.follow()
    await expectCorrect(ranking)
  }
})

it('reads the database itself while its ledger is not distributed', async () => {
  await database.pool.query(`update pg_dist_partition set partmethod = 'n'`)
  proxy.disconnect()
  const ranking = await open()
  await addEntry(2, 40)
  expect(ranking.total(CATEGORY)).toBe(0)
  await ranking.follow()
  await expectCorrect(ranking)
})
