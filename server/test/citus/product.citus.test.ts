// Runs the product on a real Citus: students keep what they had before, and others join them.
import { leaderboard, neighbours } from '@baobab/contract/leaderboard/endpoints.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePaidStudent, makeQuiz, makeStudent, PASSWORD, type MadeQuiz, type MadeStudent } from '../factories.ts'
import { hasAccess } from '../../src/payments/queries.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { query } from '../system-postgres.ts'
import { quizCalls } from '../take-quiz.ts'
import { startCitusDatabase } from './citus-database.ts'

let citus: Awaited<ReturnType<typeof startCitusDatabase>>
let t: TestApp
let early: MadeStudent
let said: string[]
let quiz: MadeQuiz
const open = () =>
  startTestApp({ RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'error' }, { databaseUrl: citus.url, ownerUrl: citus.ownerUrl })

/** Answers all questions of a quiz, `right` of them correctly, and finishes it. */
async function take(student: MadeStudent, right: number): Promise<void> {
  const calls = quizCalls((token) => t.as(token))
  await calls.start(student, quiz)
  for (const n of quiz.questions.keys()) await calls.answer(student, quiz, n, n < right ? 'right' : 'wrong one')
  expect(await calls.finish(student, quiz)).toMatchObject({ score: right * 10 })
}

const readBoard = async () =>
  (await t.as()(leaderboard, { query: { ageCategory: '11-20' } })).map(({ username, score, rank }) => [
    username,
    score,
    rank,
  ])

beforeAll(async () => {
  citus = await startCitusDatabase()
  t = await open()
  early = await makeStudent(t)
  quiz = await makeQuiz(t)
  await take(early, 2)
  await t.close()
  said = [await citus.shard(), await citus.shard()]
  t = await open()
}, 180_000)
afterAll(async () => {
  await t?.close()
  await citus?.stop()
})

it('is distributed once', () => {
  expect(said).toEqual(['The tables are distributed. Start the servers.\n', 'The tables are already distributed.\n'])
})

it('keeps what a student had, and only on a worker', async () => {
  expect(await readBoard()).toEqual([[early.username, 20, 1]])
  const review = await quizCalls((token) => t.as(token)).review(early, quiz)
  expect(review).toMatchObject({ score: 20 })
  expect(await query(citus.ownerUrl, "select pg_relation_size('answers')::integer as bytes")).toEqual([{ bytes: 0 }])
})

it('takes quizzes of many students at the same time, and ranks them', async () => {
  const students = await Promise.all(Array.from({ length: 8 }, () => makeStudent(t)))
  await Promise.all(students.map((student, n) => take(student, n % 6)))
  const board = await readBoard()
  const scores = [...students.map((_, n) => (n % 6) * 10), 20].toSorted((a, b) => b - a)
  expect(board.map(([, score]) => score)).toEqual(scores)
  expect(board.map(([, , rank]) => rank)).toEqual(scores.map((score) => scores.indexOf(score) + 1))
  const own = await t.as(early.token)(neighbours, { query: { ageCategory: '11-20' } })
  expect(own.me?.score).toBe(20)
  expect(own.above.length + own.below.length).toBeGreaterThan(3)
})

it('takes a new quiz, whose questions no server has seen', async () => {
  const student = await makeStudent(t)
  const calls = quizCalls((token) => t.as(token))
  const later = await makeQuiz(t)
  await calls.start(student, later)
  await calls.answer(student, later, 0, 'right')
  expect(await calls.finish(student, later)).toMatchObject({ score: 10 })
})

it('records a payment', async () => {
  const student = await makePaidStudent(t)
  expect(await hasAccess(t.app.db, student.id)).toBe(true)
})

it('credits an answer that arrives several times once', async () => {
  const student = await makeStudent(t)
  const calls = quizCalls((token) => t.as(token))
  await calls.start(student, quiz)
  await Promise.all(Array.from({ length: 6 }, () => calls.answer(student, quiz, 0, 'right')))
  expect(await calls.finish(student, quiz)).toMatchObject({ score: 10 })
})

it('refuses a name that somebody has, shows notifications, exports and erases', async () => {
  const student = await makeStudent(t)
  await take(student, 1)
  await expect(makeStudent(t, { username: student.username })).rejects.toThrow('Username is already taken')
  const { notifications } = await t.as(student.token)(studentNotifications, {
    params: { username: student.username },
    query: {},
  })
  expect(notifications).toEqual([])
  const copy = await t.as(student.token)(exportData, {})
  expect(JSON.stringify(copy)).toContain(student.email)
  await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
  expect((await readBoard()).map(([username]) => username)).not.toContain(student.username)
})
