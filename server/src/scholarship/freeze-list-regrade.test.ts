import { monthCloses, nextMonth } from '@baobab/contract/scholarship/rules.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeQuiz, makeStudent, type MadeQuiz, type MadeStudent } from '../../test/factories.ts'
import {
  enter,
  setTo,
  freezeMonth,
  readDraws,
  readEntries,
  onlyDraw,
  listNamedEntries,
} from '../../test/frozen-lists.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { leaderboardEntries } from '../leaderboard/tables.ts'
import { applyRegrade } from '../quiz/admin/regrade/apply-regrade.ts'
import { regrades } from '../quiz/tables.ts'
import { announceList } from './announce.ts'
import { freezeDueLists } from './freeze-list.ts'

let t: TestApp
let month: string
let quiz: MadeQuiz
const settings = { SCHOLARSHIP_REQUIRES_PAYMENT: 'false' }
beforeEach(async () => {
  t = await startTestApp(settings)
  month = lagosDate(t.app.clock.now()).slice(0, 7)
  quiz = await makeQuiz(t)
})
afterEach(() => t.close())

describe('a regrade of the first question to a different answer', () => {
  /** Agrees to it at a given time, without the job that would apply it. @returns a function that does what the job does */
  async function agreeAt(at: Date) {
    const admin = await makeAdmin(t)
    const decision = {
      proposedBy: admin.id,
      proposedAt: at,
      decision: 'agreed',
      decidedBy: admin.id,
      decidedAt: at,
    } as const
    const change = { oldAnswer: 'right', newAnswer: 'wrong one', keepsOld: false }
    const about = { questionId: quiz.questions[0]?.id ?? '', videoId: quiz.video.id, ageCategory: quiz.ageCategory }
    const values = { ...about, ...change, ...decision, question: 'Question 1?' }
    const [regrade] = await t.app.db.insert(regrades).values(values).returning()
    return () => applyRegrade(t.app, regrade?.id ?? '', new AbortController().signal)
  }
  const answer = (student: MadeStudent, n: number, option: string) =>
    quizCalls((token) => t.as(token)).answer(student, quiz, n, option)
  const before = (ms: number) => new Date(monthCloses(month).closesAt.getTime() - ms)

  it('agreed to before the close is waited for, and counts', async () => {
    const all = { loses: await enter(t, quiz, 20), gains: await makeStudent(t) }
    await answer(all.gains, 0, 'wrong one')
    const apply = await agreeAt(before(1_000))
    await freezeMonth(t, month)
    expect(await readDraws(t)).toEqual([])
    await apply()
    await freezeDueLists(t.app)
    expect(await listNamedEntries(t, all)).toEqual([
      ['loses', 10, null],
      ['gains', 10, null],
    ])
  })

  it('agreed to after the close does not affect that month, and counts from the next', async () => {
    const all = { loses: await enter(t, quiz, 20), gains: await makeStudent(t), other: await enter(t, quiz, 10) }
    await answer(all.gains, 1, 'right')
    await answer(all.gains, 0, 'wrong one')
    const apply = await agreeAt(before(-1_000))
    setTo(t, monthCloses(month).closesAt, 60_000)
    await apply()
    await freezeMonth(t, month)
    const expected = [
      ['loses', 20, null],
      ['other', 10, null],
      ['gains', 10, null],
    ]
    expect(await listNamedEntries(t, all)).toEqual(expected)
    const [entry] = await readEntries(t, (await onlyDraw(t)).id)
    const [given] = await t.app.db
      .select()
      .from(leaderboardEntries)
      .where(eq(leaderboardEntries.studentId, all.loses.id))
    expect(entry?.reachedAt).toEqual(given?.reachedAt)
    month = nextMonth(month)
    setTo(t, monthCloses(month).closesAt, 11 * 60_000)
    await freezeDueLists(t.app)
    const [, second] = await readDraws(t)
    expect((await readEntries(t, second?.id ?? '')).map(({ points }) => points)).toEqual([20, 10, 0])
  })

  it('of an answer given after the close does not affect that month’s points', async () => {
    setTo(t, before(60_000))
    const student = await makeStudent(t)
    await answer(student, 1, 'right')
    const apply = await agreeAt(before(1_000))
    setTo(t, before(-1_000))
    await answer(student, 0, 'right')
    await apply()
    await freezeMonth(t, month)
    expect(await listNamedEntries(t, { student })).toEqual([['student', 10, null]])
  })

  it('does not change a single byte of a frozen list', async () => {
    await enter(t, quiz, 20)
    await freezeMonth(t, month)
    const draw = await onlyDraw(t)
    // So that the job, which records what it has announced, changes nothing in the meantime.
    await announceList(t.app, { drawId: draw.id })
    const entries = await readEntries(t, draw.id)
    await (
      await agreeAt(before(-3_600_000))
    )()
    await freezeDueLists(t.app)
    expect(await onlyDraw(t)).toEqual(draw)
    expect(await readEntries(t, draw.id)).toEqual(entries)
  })
})
