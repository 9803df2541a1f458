// Tests who is on the boards at a close, at their edges: the cut, equal points, resets and birthdays.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { resetAttempt } from '@baobab/contract/quiz/admin.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { myDraw } from '@baobab/contract/scholarship/endpoints.ts'
import { correctStudent } from '@baobab/contract/students/corrections.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  makeAdmin,
  makeQuiz,
  makeStudent,
  stayReauthenticated,
  type MadeQuiz,
  type MadeStudent,
} from '../../test/factories.ts'
import { adjustmentCalls } from '../../test/adjust-points.ts'
import { copyStudent } from '../../test/draws.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { releaseTogether } from '../../test/release-together.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { students } from '../accounts/tables.ts'
import { leaderboardEntries } from '../leaderboard/tables.ts'
import { attempts } from '../quiz/tables.ts'
import { freezeDueLists } from './freeze-list.ts'
import { readBoards } from './read-boards.ts'
import { drawEntries, draws } from './tables.ts'

let t: TestApp
let month: string
let quiz: MadeQuiz
beforeEach(async () => {
  t = await startTestApp({ SCHOLARSHIP_REQUIRES_PAYMENT: 'false' })
  month = lagosDate(t.app.clock.now()).slice(0, 7)
  quiz = await makeQuiz(t)
})
afterEach(() => t.close())

const closesAt = () => monthCloses(month).closesAt
const setTo = (ms: number) => t.app.clock.set(new Date(closesAt().getTime() + ms))
const answer = (student: MadeStudent, question: number) =>
  quizCalls((token) => t.as(token)).answer(student, quiz, question, 'right')
const boards = () => readBoards(t.app.db, closesAt())

describe('the board at a close', () => {
  it('G-07 is cut at a thousand, plus one more', async () => {
    const first = await makeStudent(t)
    await answer(first, 0)
    await copyStudent(t, first, 1_001)
    const read = await boards()
    expect(read.map(({ position }) => position)).toEqual(Array.from({ length: 1_001 }, (_, n) => n + 1))
    expect(read.at(-2)?.points).toBe(20)
    // The last copy has as many points as the student it was copied from, and one of the two is below the cut.
    expect(read.at(-1)?.points).toBe(10)
  })

  it('may be cut between equal points, and students below the cut are told so before the close', async () => {
    const first = await makeStudent(t)
    await answer(first, 0)
    await copyStudent(t, first, 1_000)
    await t.app.db.update(leaderboardEntries).set({ score: 20 })
    t.app.ranking.renderAgain()
    await t.app.ranking.follow()
    const chance = async () => (await t.as(first.token)(myDraw, {})).current
    const reachAt = (at: Date) =>
      t.app.db.update(leaderboardEntries).set({ reachedAt: at }).where(eq(leaderboardEntries.studentId, first.id))
    const at = t.app.clock.now().getTime()
    await reachAt(new Date(at + 1))
    expect(await chance()).toMatchObject({ rank: 1, reasons: ['below-the-cut'] })
    await reachAt(new Date(at - 60_000))
    expect(await chance()).toMatchObject({ rank: 1, reasons: [] })
    await t.app.db.update(leaderboardEntries).set({ score: 10 }).where(eq(leaderboardEntries.studentId, first.id))
    expect(await chance()).toMatchObject({ reasons: ['below-the-cut'] })
  })

  it('is the same after a date of birth was corrected', async () => {
    const admin = await makeAdmin(t)
    const student = await makeStudent(t, { birth: '2012-05-01' })
    await answer(student, 0)
    setTo(3 * 86_400_000)
    await t.app.db.execute("update sessions set expires_at = 'infinity'")
    await stayReauthenticated(t)
    const before = await boards()
    expect(before).toHaveLength(1)
    for (const [seen, birth] of [
      ['2012-05-01', '2018-05-01'],
      ['2018-05-01', '2000-02-29'],
    ] as const) {
      await t.as(admin.token)(correctStudent, {
        params: { username: student.username },
        body: { birth, seen: { birth: seen }, reason: 'Her mother wrote to us.' },
      })
      expect(await boards()).toEqual(before)
    }
  })

  it('orders equal points by when they were reached, and equal times by id', async () => {
    const students = [await makeStudent(t), await makeStudent(t), await makeStudent(t)]
    for (const student of students) await answer(student, 0)
    const [later, ...equal] = students
    const at = new Date(closesAt().getTime() - 60_000)
    await t.app.db.update(leaderboardEntries).set({ reachedAt: at })
    await t.app.db
      .update(leaderboardEntries)
      .set({ reachedAt: new Date(at.getTime() + 1) })
      .where(eq(leaderboardEntries.studentId, later?.id ?? ''))
    const entries = await t.app.db.select().from(leaderboardEntries).orderBy(leaderboardEntries.id)
    const inOrder = entries.map(({ studentId }) => studentId).filter((id) => equal.some((one) => one.id === id))
    expect((await boards()).map(({ studentId }) => studentId)).toEqual([...inOrder, later?.id])
  })

  it.each([
    ['before', -1_000, 0, 'no-correct-answer'],
    ['after', 1_000, 20, null],
  ] as const)(
    'has the points at the close of an attempt that was reset %s the close',
    async (_, ms, points, leftOut) => {
      setTo(-3_600_000)
      const student = await makeStudent(t)
      const admin = await makeAdmin(t)
      await stayReauthenticated(t)
      await answer(student, 0)
      await answer(student, 1)
      setTo(ms)
      const [attempt] = await t.app.db.select().from(attempts).where(eq(attempts.studentId, student.id))
      const params = { attemptId: attempt?.id ?? '' }
      await t.as(admin.token)(resetAttempt, { params, body: { reason: 'The page was broken.' } })
      setTo(11 * 60_000)
      await freezeDueLists(t.app)
      expect(await t.app.db.select().from(drawEntries)).toMatchObject([{ studentId: student.id, points, leftOut }])
    },
  )

  it.each([
    ['before', -1_000, [20, 30], ['late', 'ada']],
    ['after', 1_000, [20, 20], ['ada', 'late']],
  ] as const)('has points that an admin gave %s the close, and their time', async (_, ms, points, order) => {
    setTo(-3_600_000)
    const [ada, late] = [await makeStudent(t), await makeStudent(t)]
    const admin = await makeAdmin(t)
    await stayReauthenticated(t)
    for (const question of [0, 1]) await answer(ada, question)
    for (const question of [0, 1]) await answer(late, question)
    setTo(ms)
    await adjustmentCalls((token) => t.as(token)).adjust(admin, late, 10)
    setTo(11 * 60_000)
    const named = (id: string) => (id === ada.id ? 'ada' : 'late')
    const expected = order.map((name) => ({ name, points: points[name === 'ada' ? 0 : 1] }))
    expect((await boards()).map((entry) => ({ name: named(entry.studentId), points: entry.points }))).toEqual(expected)
    await freezeDueLists(t.app)
    const list = async () => (await t.app.db.select().from(draws)).map(({ listHash, list: text }) => [listHash, text])
    const frozen = await list()
    await adjustmentCalls((token) => t.as(token)).adjust(admin, ada, 50)
    expect((await boards()).map((entry) => ({ name: named(entry.studentId), points: entry.points }))).toEqual(expected)
    await freezeDueLists(t.app)
    expect(await list()).toEqual(frozen)
  })

  it('excludes students disqualified by then, and leaves out those disqualified later but keeps their positions', async () => {
    const [early, late, ada] = [await makeStudent(t), await makeStudent(t), await makeStudent(t)]
    for (const student of [early, late, ada]) await answer(student, 0)
    await answer(late, 1)
    const disqualify = ({ id }: MadeStudent) =>
      t.app.db.update(students).set({ disqualifiedAt: t.app.clock.now() }).where(eq(students.id, id))
    setTo(-1_000)
    await disqualify(early)
    setTo(60_000)
    await disqualify(late)
    setTo(11 * 60_000)
    await freezeDueLists(t.app)
    expect(await t.app.db.select().from(drawEntries).orderBy(drawEntries.position)).toMatchObject([
      { position: 1, studentId: late.id, leftOut: 'disqualified', index: expect.any(Number) },
      { position: 2, studentId: ada.id, leftOut: null, index: expect.any(Number) },
    ])
  })

  it('excludes students who turn 21 on the last day, but not those who do so the next day', async () => {
    const day = lagosDate(closesAt())
    const next = lagosDate(new Date(closesAt().getTime() + 1))
    const yearsBefore = (date: string) => `${Number(date.slice(0, 4)) - 21}${date.slice(4)}`
    setTo(-3 * 24 * 3_600_000)
    const [on, after] = [
      await makeStudent(t, { birth: yearsBefore(day) }),
      await makeStudent(t, { birth: yearsBefore(next) }),
    ]
    for (const student of [on, after]) await answer(student, 0)
    expect((await boards()).map(({ studentId }) => studentId)).toEqual([after.id])
  })
})

it('G-01 a list is frozen once by servers that try at the same time', async () => {
  await answer(await makeStudent(t), 0)
  const second = await startTestApp({}, t)
  setTo(11 * 60_000)
  second.app.clock.set(t.app.clock.now())
  // All servers have found that there is no list before any of them makes it.
  const lock = `select pg_advisory_xact_lock(hashtext('draw of ${month}'))`
  await releaseTogether([t, second], { lock, waiting: 6 }, () =>
    Promise.all(Array.from({ length: 6 }, (_, n) => freezeDueLists(n % 2 ? t.app : second.app))),
  )
  await second.close()
  expect(await t.app.db.select().from(draws)).toHaveLength(1)
  expect(await t.app.db.select().from(drawEntries)).toHaveLength(1)
})
