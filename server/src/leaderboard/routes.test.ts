import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { lagosDate, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import * as contract from '@baobab/contract/leaderboard/endpoints.ts'
import { updateProfile } from '@baobab/contract/profile/endpoints.ts'
import { defaultAvatar } from '@baobab/contract/profile/text.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { openTestApp } from '../../test/harness.ts'
import { makeAdmin, makeQuiz, makeStudent, type MadeStudent } from '../../test/factories.ts'
import { expectScoresToAddUp } from '../../test/expect-scores.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { students } from '../accounts/tables.ts'
import { removeFromLeaderboard } from './remove-from-leaderboard.ts'
import { restoreToLeaderboard } from './restore-to-leaderboard.ts'
import { removeOutgrownEntries } from './remove-outgrown-entries.ts'
import { leaderboardEntries } from './tables.ts'
import { waitFor } from '../../test/wait-for.ts'

const t = await openTestApp()
const quiz = await makeQuiz(t)
beforeEach(async () => {
  t.app.clock.set(new Date())
  // Each test starts with an empty board; scores and their history are kept.
  await removeFromLeaderboard(t.app, t.app.db, { reason: 'disqualified', condition: sql`true` })
})
afterAll(() => expectScoresToAddUp(t))

const { answer } = quizCalls((token) => t.as(token))
const board = (ageCategory?: AgeCategory) => t.as()(contract.leaderboard, { query: ageCategory ? { ageCategory } : {} })
const rank = (student: MadeStudent, ageCategory?: AgeCategory) =>
  t.as(student.token)(contract.myRank, { query: ageCategory ? { ageCategory } : {} })

/** Answers a quiz as a student: first `right` questions correctly, then `wrong` questions incorrectly. */
async function play(student: MadeStudent, right: number, wrong = 0, of = quiz): Promise<void> {
  for (let n = 0; n < right + wrong; n += 1) await answer(student, of, n, n < right ? 'right' : 'wrong one')
}

describe('the board', () => {
  it('orders by score, then by who reached it first, with competition ranks', async () => {
    const [zainab, bola, chidi, dayo, efe] = [
      await makeStudent(t),
      await makeStudent(t),
      await makeStudent(t),
      await makeStudent(t),
      await makeStudent(t),
    ]
    await play(dayo, 1)
    await play(efe, 0, 1)
    await play(bola, 2, 1)
    await play(chidi, 2)
    await play(zainab, 3)
    const shown = await board()
    expect(shown.map(({ username, score, rank }) => [username, score, rank])).toEqual([
      [zainab.username, 30, 1],
      [bola.username, 20, 2],
      [chidi.username, 20, 2],
      [dayo.username, 10, 4],
      [efe.username, 0, 5],
    ])
    const ranks = await Promise.all([zainab, bola, chidi, dayo, efe].map((student) => rank(student)))
    expect(ranks).toEqual([
      { rank: 1, score: 30, total: 5 },
      { rank: 2, score: 20, total: 5 },
      { rank: 2, score: 20, total: 5 },
      { rank: 4, score: 10, total: 5 },
      { rank: 5, score: 0, total: 5 },
    ])
  })

  it('uses the time of an answer rather than of its commit, if an earlier answer is committed later', async () => {
    const [first, second] = [await makeStudent(t), await makeStudent(t)]
    const [quizA, quizB] = [await makeQuiz(t, { count: 2 }), await makeQuiz(t, { count: 2 })]
    const early = t.app.clock.now()
    for (const of of [quizA, quizB]) await answer(first, of, 1, 'wrong one')
    await answer(second, quizA, 1, 'wrong one')
    t.app.clock.advance(20_000)
    const late = t.app.clock.now()
    await answer(second, quizA, 0, 'right')
    await answer(second, quizB, 0, 'right')
    await answer(first, quizA, 0, 'right')
    t.app.clock.set(early)
    await answer(first, quizB, 0, 'right')
    const reachedAt = async ({ id }: MadeStudent) => {
      const [entry] = await t.app.db.select().from(leaderboardEntries).where(eq(leaderboardEntries.studentId, id))
      return entry?.reachedAt.getTime()
    }
    // The last right answer counts, not the answer that was committed last.
    expect(await reachedAt(first)).toBeGreaterThanOrEqual(late.getTime())
    const earliest = await makeStudent(t)
    await play(earliest, 2)
    const names = (await board()).map(({ username, rank }) => [username, rank])
    expect(names).toEqual([earliest, second, first].map(({ username }) => [username, 1]))
  })

  it('shows a drawn picture as soon as it is chosen, and none that was chosen when others could not see it', async () => {
    const student = await makeStudent(t, { avatar: 'high-bun' })
    await play(student, 1)
    const { username, id } = student
    const picture = async () => (await board()).find((entry) => entry.username === username)?.avatar
    expect(await picture()).toBe('high-bun')
    await t.app.db.update(students).set({ isAvatarPublic: false }).where(eq(students.id, id))
    t.app.ranking.renderAgain()
    expect(await picture()).toBeUndefined()
    const body = { avatar: 'red-cap' as const }
    const { updatedData } = await t.as(student.token)(updateProfile, { params: { username }, body })
    expect(updatedData.isAvatarHidden).toBe(false)
    await t.app.pubSub.catchUp()
    expect(await picture()).toBe('red-cap')
    const near = await t.as(student.token)(contract.neighbours, { query: {} })
    expect(near.me?.avatar).toBe('red-cap')
    await t.app.db.update(students).set({ avatar: null }).where(eq(students.id, id))
    t.app.ranking.renderAgain()
    expect(await picture()).toBe(defaultAvatar(username))
  })

  it('changes immediately after an answer, and a wrong answer does not lower the rank', async () => {
    const [first, second] = [await makeStudent(t), await makeStudent(t)]
    await play(first, 1)
    await play(second, 1)
    const names = async () => (await board()).map((entry) => entry.username)
    await answer(first, quiz, 1, 'wrong one')
    expect(await names()).toEqual([first.username, second.username])
    await answer(second, quiz, 1, 'right')
    expect(await names()).toEqual([second.username, first.username])
  })

  it("C-02 shows username, drawn picture, score and rank under an id that is not the student's", async () => {
    const student = await makeStudent(t)
    await play(student, 1)
    await t.app.ranking.follow()
    const reply = await t.http.inject('/api/leaderboard')
    const [entry] = reply.json<Record<string, unknown>[]>()
    expect(Object.keys(entry ?? {}).toSorted()).toEqual(['_id', 'avatar', 'rank', 'score', 'username'])
    expect(reply.body).not.toContain(student.id)
    expect(reply.body).not.toContain(student.email)
    const [row] = await t.app.db.select().from(leaderboardEntries).where(eq(leaderboardEntries.studentId, student.id))
    expect(entry?.['_id']).toBe(row?.id)
  })

  it('exists for each category, and the default is 11-20', async () => {
    const young = await makeStudent(t, { birth: `${Number(lagosDate(t.app.clock.now()).slice(0, 4)) - 8}-01-01` })
    const teen = await makeStudent(t)
    await play(young, 2, 0, await makeQuiz(t, { ageCategory: '5-10' }))
    await play(teen, 1)
    expect((await board('5-10')).map((entry) => entry.username)).toEqual([young.username])
    expect((await board('11-20')).map((entry) => entry.username)).toEqual([teen.username])
    expect(await board()).toEqual(await board('11-20'))
    expect(await rank(young, '5-10')).toEqual({ rank: 1, score: 20, total: 1 })
    expect(await rank(young)).toEqual({ rank: null, score: 0, total: 1 })
  })

  it.each(['21-30', '', '5-10,11-20'])('refuses the unknown category %j', async (category) => {
    const reply = await t.http.inject(`/api/leaderboard?ageCategory=${encodeURIComponent(category)}`)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'invalid', errors: [{ path: 'ageCategory' }] })
  })

  it('does not list or count disqualified students', async () => {
    const [out, stays] = [await makeStudent(t), await makeStudent(t)]
    await t.app.db.update(students).set({ disqualifiedAt: new Date() }).where(eq(students.id, out.id))
    await play(out, 3)
    await play(stays, 1)
    expect((await board()).map(({ username, rank }) => [username, rank])).toEqual([[stays.username, 1]])
    expect(await rank(stays)).toEqual({ rank: 1, score: 10, total: 1 })
    expect(await rank(out)).toEqual({ rank: null, score: 30, total: 1 })
  })

  it.each(['disqualified_at', 'erased_at'])(
    'does not list a student whose answer races with the commit of %s',
    async (column) => {
      const student = await makeStudent(t)
      const other = await t.app.pool.connect()
      await other.query('begin')
      await other.query(`update students set ${column} = now() where id = $1`, [student.id])
      const answered = answer(student, quiz, 0, 'right')
      await waitFor(async () => {
        // Uses another connection, because within a transaction, PostgreSQL keeps showing the activity as first read.
        const { rows } = await t.app.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows).toHaveLength(1)
      })
      await other.query('commit')
      other.release()
      expect((await answered).points).toBe(10)
      expect(await board()).toEqual([])
      expect(await rank(student)).toEqual({ rank: null, score: 10, total: 0 })
    },
  )

  it('Q-19 removes an entry on the birthday on which the student outgrows the category, but keeps the score', async () => {
    t.app.clock.set(new Date('2026-06-14T22:58:00.000Z'))
    const eleven = await makeStudent(t, { birth: '2015-06-15' })
    const ten = await makeStudent(t, { birth: '2015-06-16' })
    const young = await makeQuiz(t, { ageCategory: '5-10' })
    await play(eleven, 2, 0, young)
    await play(ten, 1, 0, young)
    expect(await removeOutgrownEntries(t.app)).toBe(0)
    t.app.clock.set(new Date('2026-06-14T23:00:00.000Z'))
    expect(await removeOutgrownEntries(t.app)).toBe(1)
    expect(await removeOutgrownEntries(t.app)).toBe(0)
    expect((await board('5-10')).map((entry) => entry.username)).toEqual([ten.username])
    expect(await rank(eleven, '5-10')).toEqual({ rank: null, score: 20, total: 1 })
    await play(eleven, 1)
    expect((await board('11-20')).map((entry) => [entry.username, entry.score])).toEqual([[eleven.username, 10]])
  })

  it('lists a thousand students, but all others have a rank too', async () => {
    await t.app.pool.query(`
      with class as (
        insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address,
          verified_at, created_at)
        select 'c' || n, 'c' || n, 'c' || n, 'c' || n, '', '', '2012-05-01', 'female', '', now(), now()
        from generate_series(1, 1001) n returning id, username
      ), made as (
        insert into standings (student_id, age_category, score, reached_at, leaves_on)
        select id, '11-20', 0, now() - substr(username, 2)::int * interval '1 minute', '2033-05-01' from class returning id
      )
      insert into standing_changes (standing_id, age_category, delta, score_after, stood, stands, reason, at)
      select id, '11-20', 0, 0, false, true, 'first-answer', now() - interval '1 day' from made`)
    const [best, last] = [await makeStudent(t), await makeStudent(t)]
    await play(best, 1)
    await play(last, 0, 1)
    const shown = await board()
    expect(shown).toHaveLength(1_000)
    expect(shown[0]).toMatchObject({ username: best.username, score: 10, rank: 1 })
    expect(shown[1]).toMatchObject({ username: 'c1001', score: 0, rank: 2 })
    expect(shown[999]).toMatchObject({ username: 'c3', rank: 2 })
    expect(await rank(last)).toEqual({ rank: 2, score: 0, total: 1_003 })

    // Among those tied for place 1,000, the first student to reach the score is listed, even if that becomes known later.
    const [tied] = await t.app.db.select().from(leaderboardEntries).where(eq(leaderboardEntries.studentId, last.id))
    await removeFromLeaderboard(t.app, t.app.db, { reason: 'disqualified', condition: sql`id = ${tied?.id}::uuid` })
    await t.app.db
      .update(leaderboardEntries)
      .set({ reachedAt: new Date(0) })
      .where(eq(leaderboardEntries.studentId, last.id))
    expect((await board()).map(({ username }) => username)).not.toContain(last.username)
    await t.app.db.transaction((tx) => restoreToLeaderboard(t.app, tx, last.id))
    const after = await board()
    expect(after).toHaveLength(1_000)
    expect(after[1]).toMatchObject({ username: last.username, score: 0, rank: 2 })
    expect(after[999]).toMatchObject({ username: 'c4', rank: 2 })
    // Restores the answer's time, for the check of all scores at the end.
    await t.app.db
      .update(leaderboardEntries)
      .set({ reachedAt: tied?.reachedAt })
      .where(eq(leaderboardEntries.studentId, last.id))
  })
})

describe('the board’s bytes', () => {
  const ask = (headers: Record<string, string> = {}) =>
    t.http.inject({ url: contract.leaderboard.path, headers: { 'accept-encoding': 'br', ...headers } })

  it('have the same content in each encoding, and may be cached for a second', async () => {
    await play(await makeStudent(t), 2)
    const entries = await board()
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
    for (const encoding of ['br', 'gzip', 'identity'] as const) {
      const { headers, rawPayload } = await ask({ 'accept-encoding': encoding })
      expect(headers).toMatchObject({
        etag: t.app.ranking.board('11-20').etag,
        vary: 'Accept-Encoding',
        'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(rawPayload.length),
      })
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
      expect(JSON.parse(unpack[encoding](rawPayload).toString())).toEqual(entries)
    }
  })

  it('W-21 are not sent again to a caller that already has them', async () => {
    const student = await makeStudent(t)
    await play(student, 1)
    await t.app.ranking.follow()
    const etag = String((await ask()).headers.etag)
    const same = await ask({ 'if-none-match': `"other", ${etag}` })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    expect(same.headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'cache-control': expect.any(String) })
    expect(same.headers['content-encoding']).toBeUndefined()
    await answer(student, quiz, 1, 'right')
    await t.app.ranking.follow()
    const changed = await ask({ 'if-none-match': etag })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
  })

  it('W-21 need no database query and do not count towards any rate limit', async () => {
    const { token } = await makeStudent(t)
    const queries = vi.spyOn(t.app.pool, 'query')
    for (let n = 0; n < 20; n += 1) await ask({ authorization: `Bearer ${token}` })
    expect(queries).not.toHaveBeenCalled()
    queries.mockRestore()
  })
})

describe('the board’s fast path', () => {
  let address: string
  beforeAll(async () => {
    address = await t.http.listen({ port: 0, host: '127.0.0.1' })
  })
  const path = contract.leaderboard.path
  const requestBoth = async (url: string, headers: Record<string, string> = {}) => {
    const sent = { 'accept-encoding': 'gzip', ...headers }
    const [normal, fast] = [await t.http.inject({ url, headers: sent }), await fetch(address + url, { headers: sent })]
    const ofRequest = new Set(['date', 'connection', 'keep-alive', 'x-request-id', 'x-server-time'])
    const own = (all: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !ofRequest.has(name)))
    return {
      normal: { status: normal.statusCode, headers: own(normal.headers), bytes: normal.rawPayload },
      fast: {
        status: fast.status,
        headers: own(Object.fromEntries(fast.headers)),
        bytes: Buffer.from(await fast.arrayBuffer()),
      },
      id: fast.headers.get('x-request-id'),
    }
  }

  it.each([
    path,
    `${path}?ageCategory=5-10`,
    `${path}?ageCategory=11-20`,
    `${path}?ageCategorys=5-10`,
    `${path}?ageCategory=7`,
  ])('replies to %s with the same body and headers as the normal route', async (url) => {
    await play(await makeStudent(t), 1)
    await t.app.ranking.follow()
    const { normal, fast, id } = await requestBoth(url)
    expect(fast.status).toBe(normal.status)
    expect(fast.headers).toEqual(normal.headers)
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    if (normal.status !== 200) return
    expect(fast.bytes).toEqual(gunzipSync(normal.bytes))
    const again = await requestBoth(url, { 'if-none-match': String(normal.headers['etag']) })
    expect(again.fast).toEqual(again.normal)
    expect(again.fast.status).toBe(304)
  })

  it('leaves everything but a plain GET to the normal route', async () => {
    const body = await fetch(address + path, { method: 'POST', body: '{}' })
    expect(body.status).toBe(404)
    const { statusCode } = await t.http.inject({ url: path, payload: { x: 1 } })
    const withBody = await new Promise<number | undefined>((resolve) => {
      request(address + path, { headers: { 'content-type': 'application/json' } }, (reply) =>
        resolve(reply.resume().statusCode),
      ).end('{"x":1}')
    })
    expect(withBody).toBe(statusCode)
  })
})

describe('a student’s rank', () => {
  it('is null before the first answer', async () => {
    expect(await rank(await makeStudent(t))).toEqual({ rank: null, score: 0, total: 0 })
  })

  it('requires a logged-in student', async () => {
    expect(await refusal(t.as()(contract.myRank, { query: {} }))).toMatchObject({
      status: 401,
      message: 'You are not logged in.',
    })
    const admin = await makeAdmin(t)
    expect(await refusal(t.as(admin.token)(contract.myRank, { query: {} }))).toMatchObject({
      status: 403,
      message: 'You do not have permission to do this.',
    })
  })
})
