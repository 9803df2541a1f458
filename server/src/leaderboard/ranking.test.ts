// Compares a server's counts with the database, over real connections: late commits, failures, two servers.
import { randomUUID } from 'node:crypto'
import type { AgeCategory } from '@baobab/contract/age.ts'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { makeAdmin, makeQuiz, makeStudent } from '../../test/factories.ts'
import { quizCalls, quizRows } from '../../test/take-quiz.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { eraseAccount } from '../privacy/erase-account.ts'
import { resetAttempt } from '../quiz/admin/reset-attempt.ts'
import { removeFromLeaderboard } from './remove-from-leaderboard.ts'
import type { Ranking } from '../platform/app.ts'
import { openRanking } from './ranking.ts'
import { leaderboardEntries } from './tables.ts'
import { waitFor } from '../../test/wait-for.ts'

let t: TestApp
let own: Database
/** A ranking that reads the ledger only when a test calls `follow`. */
let ranking: Ranking
beforeAll(async () => {
  t = await startTestApp()
  own = openDatabase({ url: t.databaseUrl, poolSize: 1, onError: () => undefined })
})
beforeEach(async () => {
  ranking = await openRanking({ ...own, slowPool: own.pool, log: t.app.log, everyMs: 3_600_000 })
  return () => ranking.close()
})
afterAll(async () => {
  await own.close()
  await t.close()
})

const { answer, start } = quizCalls((token) => t.as(token))
const { loadAttempts } = quizRows(() => t)
const CATEGORY: AgeCategory = '11-20'

/** Opens a connection and begins a transaction on it. */
async function begin(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  await client.query('begin')
  return client
}
async function commit(client: pg.Client): Promise<void> {
  await client.query('commit')
  await client.end()
}

/** Writes the rows of a first answer in the caller's transaction. */
async function addEntry(client: pg.Client | pg.Pool, studentId: string, score: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `with made as (
       insert into standings (student_id, age_category, score, reached_at, leaves_on)
       values ($1, '${CATEGORY}', $2, now(), '2033-05-01') returning *
     ), line as (
       insert into standing_changes (standing_id, age_category, delta, score_after, stood, stands, reason, at)
       select id, age_category, score, score, false, true, 'first-answer', now() from made
     ) select id from made`,
    [studentId, score],
  )
  return rows[0]?.id ?? ''
}

/** Changes a score as an answer does. */
const addPoints = (client: pg.Client | pg.Pool, id: string, points: number) =>
  client.query(
    `with moved as (update standings set score = score + $2 where id = $1 returning *)
     insert into standing_changes (standing_id, age_category, delta, score_after, stood, stands, reason, at)
     select id, age_category, $2, score, stands, stands, 'answer', now() from moved`,
    [id, points],
  )

/** Expects ranks, totals and boards to equal a recount from the database. */
async function expectCorrect(actual: Ranking = ranking): Promise<void> {
  const { rows } = await own.pool.query<{ age_category: AgeCategory; score: number; above: number }>(`
    select age_category, score, (sum(count(*)) over higher - count(*))::int as above
    from standings where stands group by 1, 2 window higher as (partition by age_category order by score desc)`)
  for (const { age_category, score, above } of rows) expect(actual.rankOf(age_category, score)).toBe(above + 1)
  const total = await own.pool.query(`select count(*)::int as n from standings where stands`)
  expect(actual.total('5-10') + actual.total('11-20')).toBe(total.rows[0]?.n)
  const fresh = await openRanking({ ...own, slowPool: own.pool, log: t.app.log, everyMs: 3_600_000 })
  for (const category of ['5-10', '11-20'] as const)
    expect(actual.board(category).etag).toBe(fresh.board(category).etag)
  await fresh.close()
}

describe('following the ledger', () => {
  it('reads a row even if it is committed after one with a higher number', async () => {
    const [late, early] = [await makeStudent(t), await makeStudent(t)]
    const slow = await begin()
    await addEntry(slow, late.id, 30)
    await addEntry(t.app.pool, early.id, 20)
    await ranking.follow()
    expect(ranking.total(CATEGORY)).toBe(1)
    await ranking.follow()
    await commit(slow)
    await ranking.follow()
    expect(ranking.total(CATEGORY)).toBe(2)
    expect(ranking.rankOf(CATEGORY, 20)).toBe(2)
    await ranking.follow()
    await expectCorrect()
  })

  it('does not wait for other transactions, however long they stay open', async () => {
    const before = ranking.total(CATEGORY)
    const long = await begin()
    await long.query(`insert into rate_limits (key, points) values ($1, 1)`, [randomUUID()])
    for (let n = 1; n <= 3; n += 1) {
      await addEntry(t.app.pool, (await makeStudent(t)).id, 10)
      await ranking.follow()
      expect(ranking.total(CATEGORY)).toBe(before + n)
    }
    await commit(long)
    await ranking.follow()
    await expectCorrect()
  })

  it('does not count changes that are rolled back', async () => {
    const before = ranking.total(CATEGORY)
    const undone = await begin()
    await addEntry(undone, (await makeStudent(t)).id, 500)
    await ranking.follow()
    await undone.query('rollback')
    await undone.end()
    await ranking.follow()
    expect(ranking.total(CATEGORY)).toBe(before)
    await expectCorrect()
  })

  it('shows a new order even if the number of students at each score is unchanged', async () => {
    const [up, down] = [
      await addEntry(t.app.pool, (await makeStudent(t)).id, 5_010),
      await addEntry(t.app.pool, (await makeStudent(t)).id, 5_000),
    ]
    await ranking.follow()
    const before = ranking.board(CATEGORY).etag
    const swap = await begin()
    await addPoints(swap, up, -10)
    await addPoints(swap, down, 10)
    await commit(swap)
    await ranking.follow()
    expect(ranking.board(CATEGORY).etag).not.toBe(before)
    await expectCorrect()
  })

  it('counts each row once across thousands of changes that overlap in any order', async () => {
    const ids = await Promise.all(
      Array.from({ length: 24 }, async () => addEntry(t.app.pool, (await makeStudent(t)).id, 1_000)),
    )
    const writers = ids.map(async (id, w) => {
      const client = new pg.Client({ connectionString: t.ownerUrl })
      await client.connect()
      for (let n = 0; n < 100; n += 1) {
        await client.query('begin')
        await addPoints(client, id, Math.random() < 0.5 ? 10 : -10)
        // Some transactions stay open during a read, and some of those are rolled back.
        if ((n + w) % 7 === 0) await ranking.follow()
        await client.query(Math.random() < 0.8 ? 'commit' : 'rollback')
      }
      await client.end()
    })
    let isOver = false
    const done = Promise.all(writers).then(() => (isOver = true))
    while (!isOver) await ranking.follow()
    await done
    await ranking.follow()
    await expectCorrect()
  })

  it('rebuilds a board at most once per read, and notifies listeners only if it differs', async () => {
    await ranking.follow()
    const notified: AgeCategory[] = []
    const unsubscribe = ranking.onBoard((category) => notified.push(category))
    const id = await addEntry(t.app.pool, (await makeStudent(t)).id, 6_000)
    for (let n = 0; n < 5; n += 1) await addPoints(t.app.pool, id, 10)
    await ranking.follow()
    expect(notified).toEqual([CATEGORY])
    await ranking.follow()
    expect(notified).toHaveLength(1)
    unsubscribe()
    await addPoints(t.app.pool, id, 10)
    await ranking.follow()
    expect(notified).toHaveLength(1)
  })
})

describe('a lost database connection', () => {
  it('B-16 fails one read, and the next one loads everything again', async () => {
    const backend = await own.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    const id = await addEntry(t.app.pool, (await makeStudent(t)).id, 40)
    const blocker = await begin()
    await blocker.query('lock table standing_changes in access exclusive mode')
    const outcome = ranking.follow().catch((error: Error) => error.message)
    await waitFor(async () => {
      const waiting = await t.app.pool.query('select from pg_locks where pid = $1 and not granted', [
        backend.rows[0]?.pid,
      ])
      expect(waiting.rowCount).toBe(1)
    })
    await t.app.pool.query('select pg_terminate_backend($1)', [backend.rows[0]?.pid])
    expect(await outcome).toMatch(/terminating connection|Connection terminated/)
    await commit(blocker)
    await addPoints(t.app.pool, id, 10)
    await ranking.follow()
    await expectCorrect()
    await addPoints(t.app.pool, id, 10)
    await ranking.follow()
    await expectCorrect()
  })

  it('is loaded again over the connections for slow work, because that may take longer than a request may', async () => {
    const [quick, slow] = [false, true].map((isSlow) =>
      openDatabase({ url: t.databaseUrl, poolSize: 1, isSlow, onError: () => undefined }),
    )
    if (!quick || !slow) throw new Error('no database')
    const loads = vi.spyOn(slow.pool, 'connect')
    const opened = await openRanking({ ...quick, slowPool: slow.pool, log: t.app.log, everyMs: 3_600_000 })
    expect(loads).toHaveBeenCalledOnce()
    await opened.follow()
    expect(loads).toHaveBeenCalledOnce()
    await opened.close()
    await quick.close()
    await slow.close()
  })

  it('is replaced when the read is retried', async () => {
    const other = openDatabase({ url: t.databaseUrl, poolSize: 1, onError: () => undefined })
    const busy = await openRanking({ ...other, slowPool: other.pool, log: t.app.log, everyMs: 10 })
    const { rows } = await other.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    await t.app.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    const before = busy.total(CATEGORY)
    await addEntry(t.app.pool, (await makeStudent(t)).id, 40)
    await waitFor(() => expect(busy.total(CATEGORY)).toBe(before + 1))
    await busy.close()
    await other.close()
  })
})

describe('two servers on one database', () => {
  it('B-14 B-16 agree after each commit, and also with a newly loaded ranking', async () => {
    const other = await startTestApp({}, t)
    const [quiz, admin] = [await makeQuiz(t, { count: 8 }), await makeAdmin(t)]
    const players = await Promise.all(Array.from({ length: 12 }, () => makeStudent(t)))
    const there = quizCalls((token) => other.as(token))
    const history = players.map(async (student, s) => {
      await start(student, quiz)
      for (let n = 0; n < 8; n += 1)
        await (n % 2 ? there.answer : answer)(student, quiz, n, (n * s) % 3 ? 'right' : 'wrong one')
    })
    await Promise.all(history)
    const [reset, erased, retired] = players
    if (!reset || !erased || !retired) throw new Error('no players')
    const [attempt] = await loadAttempts(reset)
    const who = {
      kind: 'admin',
      id: admin.id,
      username: admin.username,
      role: 'owner',
      sessionId: '',
      confirmedAt: new Date(),
    } as const
    await resetAttempt(t.app, who, { attemptId: attempt?.id ?? '', reason: 'The power failed.' })
    await eraseAccount(
      t.app,
      { kind: 'student', id: erased.id, username: erased.username, sessionId: '', birth: '2012-05-01' },
      { password: 'Mango7tree' },
    )
    await removeFromLeaderboard(t.app, t.app.db, {
      reason: 'left-category',
      condition: sql`student_id = ${retired.id}`,
    })
    const listed = (await t.app.db.select().from(leaderboardEntries).where(eq(leaderboardEntries.isListed, true)))
      .length
    for (const app of [t.app, other.app])
      await waitFor(() => expect(app.ranking.total('5-10') + app.ranking.total('11-20')).toBe(listed))
    for (const { app } of [t, other]) await app.ranking.follow()
    const shown = other.app.ranking.board(CATEGORY).bytes.identity.toString()
    expect(shown).not.toContain(retired.username)
    expect(shown).not.toContain('deleted')
    await expectCorrect(t.app.ranking)
    await expectCorrect(other.app.ranking)

    for (let round = 0; round < 10; round += 1) {
      const student = await makeStudent(t)
      const before = other.app.ranking.total(CATEGORY)
      await answer(student, quiz, 0, 'right')
      // The servers follow the ledger by themselves here. The delay is measured in bench/, because a busy machine must
      // not fail a test.
      await waitFor(() => expect(other.app.ranking.total(CATEGORY)).toBe(before + 1))
    }
    await other.close()
  })
})

it('ledger rows that a restored backup brought from another cluster are not counted again', async () => {
  const copy = await startTestApp()
  await copy.app.ranking.close()
  const id = await addEntry(copy.app.pool, (await makeStudent(copy)).id, 70)
  await copy.app.pool.query(
    `insert into standing_changes (xid, standing_id, age_category, delta, score_after, stood, stands, reason, at)
     select (pg_current_xact_id()::text::bigint + n)::text::xid8, $1, '${CATEGORY}', 0, 70, false, true, 'answer', now()
     from generate_series(3, 5000) n`,
    [id],
  )
  const { pool, db, log } = copy.app
  const restored = await openRanking({ pool, db, slowPool: pool, log, everyMs: 3_600_000 })
  for (let n = 0; n < 20; n += 1) {
    await addPoints(pool, id, 10)
    await restored.follow()
  }
  expect(restored.total(CATEGORY)).toBe(1)
  expect([260, 270].map((score) => restored.rankOf(CATEGORY, score))).toEqual([2, 1])
  await restored.close()
  await copy.close()
})
