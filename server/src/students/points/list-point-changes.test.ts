// The ledger of one student's points: its lines in order, and how each score follows from them.
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { holdStudent } from '@baobab/contract/fair-play/admin.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { resetAttempt } from '@baobab/contract/quiz/admin.ts'
import { disqualifyStudent } from '@baobab/contract/students/endpoints.ts'
import { listPointChanges } from '@baobab/contract/students/points.ts'
import { expect, it } from 'vitest'
import { makeAdmin, makeAnotherAdmin, makeQuiz, makeStudent, PASSWORD } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { regradeCalls } from '../../../test/regrade-questions.ts'
import { quizCalls } from '../../../test/take-quiz.ts'
import { removeOutgrownEntries } from '../../leaderboard/remove-outgrown-entries.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const other = await makeAnotherAdmin(t, admin, 'content')
const asAdmin = () => t.as(admin.token)
const { start, answer } = quizCalls((token) => t.as(token))
const { regrade } = regradeCalls(
  (token) => t.as(token),
  () => ({ proposer: admin.token, other: other.token }),
)
const list = ({ username }: { username: string }, query: { limit?: number; cursor?: string } = {}) =>
  asAdmin()(listPointChanges, { params: { username }, query })
const lastLine = async () => (await asAdmin()(auditLog, { query: { limit: 1 } })).lines[0]

it('explains each line, and a score by the lines that made it', async () => {
  const [student, first, second] = [await makeStudent(t), await makeQuiz(t, { count: 2 }), await makeQuiz(t)]
  await answer(student, first, 0, 'wrong one')
  const { _id: resetId, questions } = await start(student, second)
  for (const n of [0, 1]) await answer(student, second, n, 'right')
  await regrade(first)
  await asAdmin()(resetAttempt, { params: { attemptId: resetId }, body: { reason: 'The power failed.' } })
  await asAdmin()(holdStudent, { params: { username: student.username }, body: { reason: 'other' } })
  await t.app.ranking.follow()
  const { username, heldAt, categories, changes, nextCursor } = await list({ username: student.username.toUpperCase() })
  expect({ username, isHeld: heldAt !== null, nextCursor }).toEqual({
    username: student.username,
    isHeld: true,
    nextCursor: null,
  })
  const numberOf = (n: number) => questions.findIndex(({ _id }) => _id === second.questions[n]?.id) + 1
  expect(changes.map(({ reason, delta, scoreAfter }) => [reason, delta, scoreAfter])).toEqual([
    ['held', 0, 10],
    ['reset', -20, 10],
    ['regrade', 10, 30],
    ['answer', 10, 20],
    ['answer', 10, 10],
    ['first-answer', 0, 0],
  ])
  expect(changes).toMatchObject([
    { attemptId: null, videoTitle: null, questionNumber: null, note: null },
    { attemptId: resetId, videoTitle: second.video.title, questionNumber: null, note: 'The power failed.' },
    { videoTitle: first.video.title, regrade: { from: 'right', to: 'wrong one' } },
    { attemptId: resetId, questionNumber: numberOf(1), regrade: null, note: null },
    { questionNumber: numberOf(0) },
    { videoTitle: first.video.title },
  ])
  expect(categories).toEqual([
    {
      ageCategory: '11-20',
      score: 10,
      rank: 1,
      listing: 'listed',
      parts: [
        { reason: 'answer', count: 2, points: 20 },
        { reason: 'regrade', count: 1, points: 10 },
        { reason: 'reset', count: 1, points: -20 },
      ],
    },
  ])
  expect(await lastLine()).toMatchObject({ action: 'student.points_read', subject: { _id: student.id } })
})

it('pages through all lines once, and logs each page', async () => {
  const [student, someone, quiz] = [await makeStudent(t), await makeStudent(t), await makeQuiz(t)]
  for (const n of [0, 1, 2, 3, 4]) {
    await answer(student, quiz, n, 'right')
    await answer(someone, quiz, n, 'right')
  }
  const scores: number[] = []
  const lines = new Set<string | undefined>()
  let cursor: string | null | undefined
  do {
    const page = await list(student, { limit: 2, ...(cursor ? { cursor } : {}) })
    scores.push(...page.changes.map(({ scoreAfter }) => scoreAfter))
    lines.add((await lastLine())?._id)
    cursor = page.nextCursor
  } while (cursor)
  expect(scores).toEqual([50, 40, 30, 20, 10])
  expect(lines.size).toBe(3)
})

it('has nothing to explain before the first answer', async () => {
  expect(await list(await makeStudent(t))).toMatchObject({ categories: [], changes: [], nextCursor: null })
})

it('says why a score is not on the leaderboard', async () => {
  const [disqualified, outgrown] = [await makeStudent(t), await makeStudent(t)]
  const quiz = await makeQuiz(t, { count: 1 })
  for (const student of [disqualified, outgrown]) await answer(student, quiz, 0, 'right')
  const body = { reason: 'Two accounts of one person.' }
  await asAdmin()(disqualifyStudent, { params: { username: disqualified.username }, body })
  expect((await list(disqualified)).categories).toMatchObject([{ score: 10, rank: null, listing: 'disqualified' }])
  await t.owner.query(`update standings set leaves_on = '2020-01-01' where student_id = $1`, [outgrown.id])
  await removeOutgrownEntries(t.app)
  const { categories, changes } = await list(outgrown)
  expect(categories).toMatchObject([{ score: 10, rank: null, listing: 'outgrown' }])
  expect(changes[0]).toMatchObject({ reason: 'left-category', delta: 0, scoreAfter: 10 })
})

it('is not found for an unknown or erased student, and refuses a cursor that is not one', async () => {
  const student = await makeStudent(t)
  expect(await refusal(list(student, { cursor: '1.5' }))).toMatchObject({
    status: 400,
    errors: [{ path: 'cursor', message: 'This cursor is not valid.' }],
  })
  await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
  for (const username of [student.username, 'nobody99'])
    expect(await refusal(list({ username }))).toMatchObject({ status: 404, code: 'not_found' })
})
