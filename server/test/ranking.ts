import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Ranking } from '../src/platform/app.ts'
import { openRanking } from '../src/leaderboard/ranking.ts'
import { openDatabase, type Database } from '../src/platform/database/database.ts'
import { startTestApp, type TestApp } from './harness.ts'

/** The age category of the entries that `addEntry` writes. */
export const CATEGORY: AgeCategory = '11-20'
/** Longer than any test, so that the ranking reads the ledger only when a test calls `follow`. */
export const NEVER_MS = 3_600_000

type Fixture = { t: TestApp; own: Database; ranking: Ranking }

/** Starts an app for a file's tests and, for each test, a ranking that reads the ledger only when the test calls `follow`. */
export function useRanking() {
  const opened: Partial<Fixture> = {}
  const read = <Name extends keyof Fixture>(name: Name) => {
    const value = opened[name]
    if (!value) throw new Error('not opened yet')
    return value
  }
  beforeAll(async () => {
    opened.t = await startTestApp()
    opened.own = openDatabase({ url: opened.t.databaseUrl, poolSize: 1, onError: () => undefined })
  })
  beforeEach(async () => {
    opened.ranking = await open()
    return () => fixture.ranking.close()
  })
  afterAll(async () => {
    await fixture.own.close()
    await fixture.t.close()
  })

  const open = () => openRanking({ ...fixture.own, log: fixture.t.app.log, everyMs: NEVER_MS })

  /** Expects ranks, totals and boards to equal a recount from the database. */
  async function expectCorrect(actual: Ranking = fixture.ranking): Promise<void> {
    const { pool } = fixture.own
    const { rows } = await pool.query<{ age_category: AgeCategory; score: number; above: number }>(`
      select age_category, score, (sum(count(*)) over higher - count(*))::int as above
      from standings where stands group by 1, 2 window higher as (partition by age_category order by score desc)`)
    for (const { age_category, score, above } of rows) expect(actual.rankOf(age_category, score)).toBe(above + 1)
    const total = await pool.query(`select count(*)::int as n from standings where stands`)
    expect(actual.total('5-10') + actual.total('11-20')).toBe(total.rows[0]?.n)
    const fresh = await open()
    for (const category of ['5-10', '11-20'] as const)
      expect(actual.board(category).etag).toBe(fresh.board(category).etag)
    await fresh.close()
  }

  const fixture = {
    get t() {
      return read('t')
    },
    /** A pool with one connection, which the ranking also uses. */
    get own() {
      return read('own')
    },
    get ranking() {
      return read('ranking')
    },
    expectCorrect,
  }
  return fixture
}

/** Writes a first answer's rows in the caller's transaction. */
export async function addEntry(client: pg.Client | pg.Pool, studentId: string, score: number): Promise<string> {
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

/** Changes a score the way an answer does. */
export const addPoints = (client: pg.Client | pg.Pool, id: string, points: number) =>
  client.query(
    `with moved as (update standings set score = score + $2 where id = $1 returning *)
     insert into standing_changes (standing_id, age_category, delta, score_after, stood, stands, reason, at)
     select id, age_category, $2, score, stands, stands, 'answer', now() from moved`,
    [id, points],
  )
