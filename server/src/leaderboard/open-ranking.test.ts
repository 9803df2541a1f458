// Tests when the ranking reads, what it reads again, and what it announces, with a database but no server and no waiting.
import { randomUUID } from 'node:crypto'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { captureLog } from '../../test/capture-log.ts'
import { createDatabase, type TestDatabase } from '../../test/create-database.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { openRanking } from './ranking.ts'

const NEVER_MS = 3_600_000
const CUT = 500
const later = globalThis.setTimeout

let stored: TestDatabase
let database: Database
beforeAll(async () => {
  stored = await createDatabase()
  database = openDatabase({ url: stored.ownerUrl, waitMs: 20_000, onError: () => undefined })
})
afterAll(async () => {
  await database.close()
  await stored.drop()
})

/** Empties the leaderboard and creates students with these scores. @returns their entries' ids */
async function begin(scores: Record<AgeCategory, number[]>): Promise<Record<AgeCategory, string[]>> {
  await database.pool.query('delete from standings')
  const ids: Record<AgeCategory, string[]> = { '5-10': [], '11-20': [] }
  for (const category of ['5-10', '11-20'] as const) {
    ids[category] = scores[category].map(() => randomUUID())
    await database.pool.query(
      `with made as (
         insert into students (id, username, username_key, email, email_key, number, birth, gender, address, created_at,
           verified_at)
         select id, id::text, id::text, id::text, id::text, '', '2012-05-01', 'male', '', now(), now() from unnest($1::uuid[]) as id
       )
       insert into standings (id, student_id, age_category, score, reached_at, leaves_on)
       select id, id, $3, score, now(), '2033-05-01' from unnest($1::uuid[], $2::integer[]) as rows (id, score)`,
      [ids[category], scores[category], category],
    )
  }
  return ids
}

/** Changes a score the way an answer does. */
const addPoints = (id: string | undefined, points: number) =>
  database.pool.query(
    `with moved as (update standings set score = score + $2 where id = $1 returning *)
     insert into standing_changes (standing_id, age_category, delta, score_after, stood, stands, reason, at)
     select id, age_category, $2, score, stands, stands, 'answer', now() from moved`,
    [id, points],
  )
/** Changes what a board shows without adding a ledger row. */
const rename = (id: string | undefined) =>
  database.pool.query('update students set username = $2 where id = $1', [id, randomUUID()])

type Connections = Pick<pg.Pool, 'connect'>

/** One connection, kept until the file's tests are done, whose queries fail while `isAway` returns true. */
async function unreliable(isAway: () => boolean) {
  const client = await database.pool.connect()
  onTestFinished(() => client.release())
  const query = vi.fn<(...args: [string, unknown[]]) => Promise<unknown>>((...args) =>
    isAway() ? Promise.reject(new Error('The database is away.')) : client.query(...args),
  )
  const connection = { query, release: () => undefined } as unknown as pg.PoolClient
  return { query, pool: { connect: async () => connection } as Connections }
}

async function open({ pool = database.pool, everyMs = NEVER_MS }: { pool?: Connections; everyMs?: number } = {}) {
  const { log, lines } = captureLog()
  const ranking = await openRanking({ ...database, pool, log, everyMs })
  return { ranking, lines }
}

it('has the ranks, totals and boards of each category, as of the last read', async () => {
  const ids = await begin({ '5-10': [10], '11-20': [30, 20, 20] })
  const { ranking } = await open()
  const read = () => [30, 20, 10].map((score) => ranking.rankOf('11-20', score))
  expect([ranking.total('5-10'), ranking.total('11-20'), ...read()]).toEqual([1, 3, 1, 2, 4])
  expect(ranking.board('5-10').bytes.identity.toString()).toContain(ids['5-10'][0])
  await addPoints(ids['11-20'][2], 20)
  expect(read()).toEqual([1, 2, 4])
  await ranking.follow()
  expect([ranking.total('11-20'), ...read()]).toEqual([3, 2, 3, 4])
  await ranking.close()
})

it('renders and announces a board again if it differs at or above its last score', async () => {
  const full = Array.from({ length: LEADERBOARD_SIZE }, (_, n) => CUT + 10 * n)
  const ids = await begin({ '5-10': [10], '11-20': [...full, 100] })
  const { ranking } = await open()
  const told: [AgeCategory, boolean][] = []
  const unsubscribe = ranking.onBoard((category, board) => told.push([category, board === ranking.board(category)]))
  const low = ids['11-20'].at(-1)
  await rename(ids['11-20'][5])
  for (const points of [10, 380]) {
    await addPoints(low, points)
    await ranking.follow()
  }
  expect(told).toEqual([])
  // The student reaches the board's last score.
  await addPoints(low, 10)
  await ranking.follow()
  expect(told).toEqual([['11-20', true]])
  // The board stays the same.
  await addPoints(ids['5-10'][0], 0)
  await ranking.follow()
  expect(told).toHaveLength(1)
  unsubscribe()
  await addPoints(ids['5-10'][0], 10)
  await ranking.follow()
  expect(told).toHaveLength(1)
  expect(ranking.board('5-10').bytes.identity.toString()).toContain('"score":20')
  await ranking.close()
})

it('is as old as the start of its last successful read', async () => {
  let isAway = false
  const { ranking } = await open(await unreliable(() => isAway))
  const begun = performance.now()
  await ranking.follow()
  const age = ranking.ageMs()
  expect(age).toBeGreaterThan(0)
  expect(age).toBeLessThanOrEqual(performance.now() - begun)
  isAway = true
  await expect(ranking.follow()).rejects.toThrow('away')
  expect(ranking.ageMs()).toBeGreaterThan(age)
  await ranking.close()
})

it('reloads everything after a failed read, and only then', async () => {
  const ids = await begin({ '5-10': [10], '11-20': [30] })
  let isAway = false
  const { query, pool } = await unreliable(() => isAway)
  const { ranking } = await open({ pool })
  const etags = () => [ranking.board('5-10').etag, ranking.board('11-20').etag]
  const before = etags()
  for (const category of ['5-10', '11-20'] as const) await rename(ids[category][0])
  await ranking.follow()
  expect(etags()).toEqual(before)
  isAway = true
  await expect(ranking.follow()).rejects.toThrow('away')
  // A change that no ledger row records, as in a restored copy.
  await database.pool.query('update standings set score = 40 where id = $1', [ids['11-20'][0]])
  isAway = false
  await ranking.follow()
  for (const [index, etag] of etags().entries()) expect(etag).not.toBe(before[index])
  expect(ranking.rankOf('11-20', 30)).toBe(2)
  query.mockClear()
  await ranking.follow()
  expect(query).toHaveBeenCalledOnce()
  isAway = true
  await expect(ranking.follow()).rejects.toThrow('away')
  await ranking.close()
})

it('reads repeatedly: at once after a success, later after each failure, and never after it is closed', async () => {
  await begin({ '5-10': [], '11-20': [] })
  const EVERY_MS = 7_777
  const opening = true
  const outcomes = [opening, true, false, false, false, false, false, false, false, false, true, false, true]
  let release: (() => void) | undefined
  const delays: unknown[] = []
  const client = { query: async () => ({ rows: [] }), release: () => undefined } as unknown as pg.PoolClient
  const pool = {
    // The last read ends when the test resolves it.
    connect: () =>
      new Promise((resolve, reject) => {
        const outcome = outcomes.shift()
        if (outcome === undefined) release = () => resolve(client)
        else if (outcome) resolve(client)
        else reject(new Error('The database is away.'))
      }),
  } as Connections
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
    const callers = new Error().stack?.split('\n').filter((line) => !line.includes('at async')) ?? []
    const isRanking =
      callers.some((line) => line.includes('/ranking.ts')) && !callers.some((line) => line.includes('node_modules/pg'))
    if (isRanking) delays.push(ms)
    return later(run, isRanking ? 0 : ms)
  }) as typeof setTimeout)
  const { ranking, lines } = await open({ pool, everyMs: EVERY_MS })
  try {
    await expect.poll(() => release).toBeDefined()
    const failures = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
    expect(delays).toEqual([EVERY_MS, EVERY_MS, ...failures, EVERY_MS, 500, EVERY_MS])
    expect(lines().map(({ msg }) => msg)).toEqual(Array(9).fill('the ranking could not follow the points ledger'))
    const closed = ranking.close()
    release?.()
    await closed
    await new Promise((done) => setImmediate(done))
    expect(delays).toHaveLength(13)
  } finally {
    release?.()
    void ranking.close()
    timers.mockRestore()
  }
})

it('stops waiting for the next read when it is closed', async () => {
  await begin({ '5-10': [], '11-20': [] })
  const cleared = vi.spyOn(globalThis, 'clearTimeout')
  const { ranking } = await open()
  const before = cleared.mock.calls.length
  await ranking.close()
  expect(cleared.mock.calls.length).toBeGreaterThan(before)
  cleared.mockRestore()
})
