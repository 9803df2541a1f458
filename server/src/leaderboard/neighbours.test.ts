import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import * as contract from '@baobab/contract/leaderboard/endpoints.ts'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeQuiz, makeStudent, PASSWORD, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { logInStudent } from '../accounts/log-in.ts'
import { students } from '../accounts/tables.ts'
import { recordBoardWeek } from './board-weeks.ts'
import { removeFromLeaderboard } from './remove-from-leaderboard.ts'
import { boardWeeks } from './tables.ts'

/** The start of a week in Lagos. Each test has its own weeks, because time never goes back in a ledger. */
let monday = Date.parse('2027-05-02T23:00:00Z')
const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS

const t = await openTestApp()
const quiz = await makeQuiz(t, { count: 9 })
beforeEach(async () => {
  monday += 2 * WEEK_MS
  at(-50 * HOUR_MS)
  await removeFromLeaderboard(t.app, t.app.db, { reason: 'disqualified', condition: sql`true` })
  await t.owner.query('delete from board_weeks')
})

const { answer } = quizCalls((token) => t.as(token))
/** Logs in again, because the session from days ago has expired. */
async function logIn(student: MadeStudent): Promise<MadeStudent> {
  const origin = { address: '127.0.0.1', userAgent: 'test' }
  const { authToken } = await logInStudent(t.app, { email: student.email, password: PASSWORD }, origin)
  return { ...student, token: authToken }
}
/** Sets the clock to milliseconds after the test's Monday; the test starts two days before it. */
const at = (ms: number) => t.app.clock.set(new Date(monday + ms))

/** Answers a quiz as a student: first `right` questions correctly, then one incorrectly. */
async function play(student: MadeStudent, right: number, of = quiz): Promise<void> {
  for (let n = 0; n <= right && n < of.questions.length; n += 1)
    await answer(student, of, n, n < right ? 'right' : 'wrong one')
}

/** Creates students who reach these scores in this order. */
async function makeBoard(scores: readonly number[]): Promise<MadeStudent[]> {
  const made: MadeStudent[] = []
  for (const score of scores) {
    const student = await makeStudent(t)
    await play(student, score / 10)
    t.app.clock.advance(1_000)
    made.push(student)
  }
  return made
}

async function read(student: MadeStudent, ageCategory?: '5-10' | '11-20') {
  await t.app.ranking.follow()
  return t.as(student.token)(contract.neighbours, { query: ageCategory ? { ageCategory } : {} })
}

describe('a student’s neighbours', () => {
  it('are the entries around their own, exactly as on the board', async () => {
    const made = await makeBoard([50, 40, 40, 30, 30, 30, 20, 20, 10, 0])
    await t.app.ranking.follow()
    const board = await t.as()(contract.leaderboard, { query: {} })
    expect(board).toHaveLength(10)
    for (const [index, student] of made.entries()) {
      const { above, me, below } = await read(student)
      expect(above).toEqual(board.slice(Math.max(0, index - 3), index))
      expect(me).toEqual(board[index])
      expect(below).toEqual(board.slice(index + 1, index + 4))
    }
  })

  it('include the next student with more points, even if many have the same points', async () => {
    const [first, second, , , , , me] = await makeBoard([30, 20, 10, 10, 10, 10, 10])
    if (!first || !second || !me) throw new Error('no board')
    expect(await read(me)).toMatchObject({ above: [{ score: 10 }, { score: 10 }, { score: 10 }] })
    expect((await read(me)).next).toEqual((await read(second)).me)
    expect((await read(second)).next).toEqual((await read(first)).me)
    expect((await read(first)).next).toBeNull()
  })

  it('exclude disqualified students, and show who is being checked', async () => {
    const [first, out, me] = await makeBoard([30, 20, 10])
    if (!first || !out || !me) throw new Error('no board')
    await removeFromLeaderboard(t.app, t.app.db, { reason: 'disqualified', condition: sql`student_id = ${out.id}` })
    await t.app.db
      .update(students)
      .set({ heldAt: t.app.clock.now() })
      .where(sql`id = ${first.id}`)
    expect((await read(me)).above).toMatchObject([{ username: first.username, rank: 1, held: true }])
    expect(await read(out)).toEqual({ above: [], me: null, below: [], next: null, rankOnMonday: null, isHidden: false })
  })

  it('are empty before the first answer and in another category', async () => {
    const [me] = await makeBoard([10])
    const nothing = { above: [], me: null, below: [], next: null, rankOnMonday: null, isHidden: false }
    expect(await read(await makeStudent(t))).toEqual(nothing)
    expect(await read(me as MadeStudent, '5-10')).toEqual(nothing)
  })

  it('show no id except the entry’s', async () => {
    const [other, me] = await makeBoard([20, 10])
    const reply = JSON.stringify(await read(me as MadeStudent))
    expect(reply).not.toContain(other?.id)
    expect(reply).not.toContain(other?.email)
  })

  it('are hidden from a student who turns them off, and nothing else changes', async () => {
    const [, me] = await makeBoard([20, 10])
    if (!me) throw new Error('no student')
    const call = t.as(me.token)
    expect(await call(contract.readMovementSetting, {})).toEqual({ hidesMovement: false })
    expect(await call(contract.changeMovementSetting, { body: { hidesMovement: true } })).toEqual({
      hidesMovement: true,
    })
    expect(await call(contract.readMovementSetting, {})).toEqual({ hidesMovement: true })
    expect(await read(me)).toEqual({ above: [], me: null, below: [], next: null, rankOnMonday: null, isHidden: true })
    expect(await call(contract.myRank, { query: {} })).toEqual({ rank: 2, score: 10, total: 2 })
    await call(contract.changeMovementSetting, { body: { hidesMovement: false } })
    expect((await read(me)).above).toHaveLength(1)
  })
})

describe('the weekly movement', () => {
  it('compares with the rank on Monday 00:00 in Lagos, whenever the week is recorded', async () => {
    const [first, me, third] = await makeBoard([30, 20, 10])
    if (!first || !me || !third) throw new Error('no board')
    at(35 * HOUR_MS)
    const [again, next] = [await logIn(me), await makeQuiz(t)]
    await play(again, 2, next)
    await recordBoardWeek(t.app)
    expect(await read(again)).toMatchObject({ me: { rank: 1, score: 40 }, rankOnMonday: 2 })
  })

  it('includes points earned just before Monday, but not those earned on Monday', async () => {
    const [early, late, me] = await makeBoard([0, 0, 10])
    if (!early || !late || !me) throw new Error('no board')
    at(-60_000)
    await play(await logIn(early), 3, await makeQuiz(t))
    at(0)
    await play(await logIn(late), 3, await makeQuiz(t))
    await recordBoardWeek(t.app)
    expect(await read(await logIn(me))).toMatchObject({ me: { rank: 3 }, rankOnMonday: 2 })
  })

  it('has nothing to compare with for a new student, or before the week is recorded', async () => {
    const [me] = await makeBoard([10])
    if (!me) throw new Error('no student')
    at(11 * HOUR_MS)
    const again = await logIn(me)
    expect((await read(again)).rankOnMonday).toBeNull()
    const [fresh] = await makeBoard([20])
    await recordBoardWeek(t.app)
    expect((await read(again)).rankOnMonday).toBe(1)
    expect(await read(fresh as MadeStudent)).toMatchObject({ me: { rank: 1 }, rankOnMonday: null })
  })

  it('counts only those who were listed on Monday', async () => {
    const [out, me] = await makeBoard([30, 10])
    if (!out || !me) throw new Error('no board')
    at(11 * HOUR_MS)
    await removeFromLeaderboard(t.app, t.app.db, { reason: 'disqualified', condition: sql`student_id = ${out.id}` })
    await recordBoardWeek(t.app)
    expect(await read(await logIn(me))).toMatchObject({ me: { rank: 1 }, rankOnMonday: 2 })
  })

  it('is recorded once per week', async () => {
    await makeBoard([10])
    await recordBoardWeek(t.app)
    const before = await t.app.db.select().from(boardWeeks)
    await Promise.all([recordBoardWeek(t.app), recordBoardWeek(t.app)])
    expect(await t.app.db.select().from(boardWeeks)).toEqual(before)
    at(0)
    await Promise.all([recordBoardWeek(t.app), recordBoardWeek(t.app)])
    const weeks = await t.app.db.select().from(boardWeeks)
    const [last, now] = [lagosDate(new Date(monday - WEEK_MS)), lagosDate(new Date(monday))]
    expect(weeks.map((week) => week.monday).toSorted()).toEqual([last, last, now, now])
  })
})
