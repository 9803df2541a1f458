// Compares a server's counts with the database: thousands of changes, two servers, a ledger from another cluster.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { makeAdmin, makeQuiz, makeStudent } from '../../test/factories.ts'
import { addEntry, addPoints, CATEGORY, NEVER_MS, useRanking } from '../../test/ranking.ts'
import { quizCalls, quizRows } from '../../test/take-quiz.ts'
import { openDatabase } from '../platform/database/database.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts'
import { eraseAccount } from '../privacy/erase-account.ts'
import { resetAttempt } from '../quiz/admin/reset-attempt.ts'
import { removeFromLeaderboard } from './remove-from-leaderboard.ts'
import { openRanking } from './ranking.ts'
import { leaderboardEntries } from './tables.ts'
import { waitFor } from '../../test/wait-for.ts'

const fixture = useRanking()
const { answer, start } = quizCalls((token) => fixture.t.as(token))
const { loadAttempts } = quizRows(() => fixture.t)

describe('following the ledger', () => {
  it('counts each row once across thousands of changes that overlap in any order', async () => {
    const ids = await Promise.all(
      Array.from({ length: 24 }, async () => addEntry(fixture.t.app.pool, (await makeStudent(fixture.t)).id, 1_000)),
    )
    const writers = ids.map(async (id, w) => {
      const client = new pg.Client({ connectionString: fixture.t.ownerUrl })
      await client.connect()
      for (let n = 0; n < 100; n += 1) {
        await client.query('begin')
        await addPoints(client, id, Math.random() < 0.5 ? 10 : -10)
        // Some transactions stay open during a read, and some of those are rolled back.
        if ((n + w) % 7 === 0) await fixture.ranking.follow()
        await client.query(Math.random() < 0.8 ? 'commit' : 'rollback')
      }
      await client.end()
    })
    let isOver = false
    const done = Promise.all(writers).then(() => (isOver = true))
    while (!isOver) await fixture.ranking.follow()
    await done
    await fixture.ranking.follow()
    await fixture.expectCorrect()
  })
})

describe('two servers on one database', () => {
  it('B-14 B-16 agree after each commit, and also with a newly loaded ranking', async () => {
    const other = await startTestApp({}, fixture.t)
    const [quiz, admin] = [await makeQuiz(fixture.t, { count: 8 }), await makeAdmin(fixture.t)]
    const players = await Promise.all(Array.from({ length: 12 }, () => makeStudent(fixture.t)))
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
      roles: ['owner'],
      sessionId: '',
      confirmedAt: new Date(),
    } as const
    await resetAttempt(fixture.t.app, who, { attemptId: attempt?.id ?? '', reason: 'The power failed.' })
    await eraseAccount(
      fixture.t.app,
      { kind: 'student', id: erased.id, username: erased.username, sessionId: '', birth: '2012-05-01' },
      { password: 'Mango7tree' },
    )
    await removeFromLeaderboard(fixture.t.app, fixture.t.app.db, {
      reason: 'left-category',
      condition: sql`student_id = ${retired.id}`,
    })
    const listed = (
      await fixture.t.app.db.select().from(leaderboardEntries).where(eq(leaderboardEntries.isListed, true))
    ).length
    for (const app of [fixture.t.app, other.app])
      await waitFor(() => expect(app.ranking.total('5-10') + app.ranking.total('11-20')).toBe(listed))
    for (const { app } of [fixture.t, other]) await app.ranking.follow()
    const shown = other.app.ranking.board(CATEGORY).bytes.identity.toString()
    expect(shown).not.toContain(retired.username)
    expect(shown).not.toContain('deleted')
    await fixture.expectCorrect(fixture.t.app.ranking)
    await fixture.expectCorrect(other.app.ranking)

    for (let round = 0; round < 10; round += 1) {
      const student = await makeStudent(fixture.t)
      const before = other.app.ranking.total(CATEGORY)
      await answer(student, quiz, 0, 'right')
      // The servers follow the ledger on their own here. The delay is measured in bench/, because a busy machine must not fail
      // a test.
      await waitFor(() => expect(other.app.ranking.total(CATEGORY)).toBe(before + 1))
    }
    await other.close()
  })
})

it('B-16 after a crash of PostgreSQL, lines whose transactions were given ids of lost ones are counted', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'baobab-crash-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const embedded = await startEmbeddedPostgres({ dataDir, fsync: false })
  onTestFinished(() => embedded.stop())
  const t = await startTestApp({}, { databaseUrl: embedded.serverUrl, ownerUrl: embedded.url })
  onTestFinished(() => t.close())
  const own = openDatabase({ url: t.databaseUrl, poolSize: 1, onError: () => undefined })
  onTestFinished(() => own.close())
  const { id: studentId } = await makeStudent(t)
  const ranking = await openRanking({ ...own, log: t.app.log, everyMs: NEVER_MS })
  onTestFinished(() => ranking.close())

  // The log of these transactions stays in memory, and is lost with it: no commit of a background job writes it to disk.
  await t.owner.query('alter system set synchronous_commit = off')
  await t.owner.query('select pg_reload_conf()')
  const { rows: writers } = await t.owner.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'walwriter'",
  )
  const writer = writers[0]?.pid ?? 0
  process.kill(writer, 'SIGSTOP')
  const burner = await t.owner.connect()
  let lost = 0
  // More than the background jobs use after the crash.
  for (let n = 0; n < 500; n += 1) {
    await burner.query('begin')
    const { rows } = await burner.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
    lost = Number(rows[0]?.xid)
    await burner.query('rollback')
  }
  await ranking.follow()
  burner.on('error', () => undefined)
  // PostgreSQL ends every connection and recovers, as after a power loss.
  process.kill(writer, 'SIGKILL')
  await waitFor(() => expect(own.pool.totalCount).toBe(0))
  burner.release(true)
  await waitFor(() => t.owner.query('select'))

  await addEntry(t.app.pool, studentId, 70)
  const { rows } = await t.owner.query<{ xid: string }>(
    'select max(xid::text::bigint)::text as xid from standing_changes',
  )
  expect(Number(rows[0]?.xid)).toBeLessThanOrEqual(lost)
  await ranking.follow()
  expect(ranking.total(CATEGORY)).toBe(1)
})

it('ledger rows restored from another cluster’s backup are not counted again', async () => {
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
  const restored = await openRanking({ pool, url: copy.databaseUrl, db, log, everyMs: NEVER_MS })
  for (let n = 0; n < 20; n += 1) {
    await addPoints(pool, id, 10)
    await restored.follow()
  }
  expect(restored.total(CATEGORY)).toBe(1)
  expect([260, 270].map((score) => restored.rankOf(CATEGORY, score))).toEqual([2, 1])
  await restored.close()
  await copy.close()
})
