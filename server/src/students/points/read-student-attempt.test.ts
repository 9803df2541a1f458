// One quiz of a student as an admin reads it: what was answered, when, and which key decided about the points.
import { randomUUID } from 'node:crypto'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { holdStudent, clearStudent } from '@baobab/contract/fair-play/admin.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { deleteQuestion, resetAttempt } from '@baobab/contract/quiz/admin.ts'
import { formatTap, TAP_HEADER } from '@baobab/contract/quiz/answer-tap.ts'
import { answerQuestion, reportQuestion } from '@baobab/contract/quiz/endpoints.ts'
import { readStudentAttempt } from '@baobab/contract/students/points.ts'
import { deleteVideo } from '@baobab/contract/videos/admin.ts'
import { eq } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { expectScoresToAddUp } from '../../../test/expect-scores.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  PASSWORD,
  type MadeQuiz,
  type MadeStudent,
} from '../../../test/factories.ts'
import { openStillTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { regradeCalls } from '../../../test/regrade-questions.ts'
import { quizCalls, quizParams, quizRows } from '../../../test/take-quiz.ts'
import { maintenances } from '../../maintenance/tables.ts'
import { attempts, questions } from '../../quiz/tables.ts'

const t = await openStillTestApp()
const admin = await makeAdmin(t)
const other = await makeAnotherAdmin(t, admin, 'content')
const asAdmin = () => t.as(admin.token)
afterEach(() => expectScoresToAddUp(t))

const { start, answer, finish, review } = quizCalls((token) => t.as(token))
const { loadAttempts } = quizRows(() => t)
const { regrade } = regradeCalls(
  (token) => t.as(token),
  () => ({ proposer: admin.token, other: other.token }),
)
const read = (attemptId: string) => asAdmin()(readStudentAttempt, { params: { attemptId } })
const lastLine = async () => (await asAdmin()(auditLog, { query: { limit: 1 } })).lines[0]
const wait = (seconds: number) => t.app.clock.advance(seconds * 1_000)
const numberOf = (quiz: MadeQuiz, n: number) => quiz.questions[n]?.id ?? ''

/** Starts a quiz and gives these answers, each some seconds after the one before. */
async function take(student: MadeStudent, quiz: MadeQuiz, given: readonly (readonly [number, string])[]) {
  const attempt = await start(student, quiz)
  for (const [index, [seconds, option]] of given.entries()) {
    wait(seconds)
    await answer(student, quiz, index, option)
  }
  return attempt
}

it('shows the questions and options as the student saw them, with each answer, its time and its points', async () => {
  const [student, quiz] = [await makeStudent(t), await makeQuiz(t, { count: 4 })]
  const shown = await take(student, quiz, [
    [5, 'right'],
    [40, 'wrong one'],
    [0, 'right'],
  ])
  const { username, attempt, questions: read1, ...rest } = await read(shown._id)
  expect({ username, state: attempt.state, score: attempt.score, maxScore: attempt.maxScore }).toEqual({
    username: student.username,
    state: 'running',
    score: 20,
    maxScore: 40,
  })
  expect(read1.map(({ _id, question, options }) => ({ _id, question, options, pictures: null }))).toEqual(
    shown.questions,
  )
  const byId = new Map(read1.map((question) => [question._id, question]))
  expect([0, 1, 2, 3].map((n) => byId.get(numberOf(quiz, n)))).toMatchObject([
    {
      points: 10,
      answer: {
        text: 'right',
        seconds: 5,
        isFirst: true,
        arrival: 'usual',
        tapped: null,
        isRight: true,
        wasRight: true,
      },
    },
    { points: 0, answer: { text: 'wrong one', seconds: 40, arrival: 'late', isRight: false, wasRight: false } },
    { points: 10, answer: { text: 'right', seconds: 0, arrival: 'together' } },
    { points: 0, answer: null },
  ])
  expect(rest).toEqual({ givenBackSeconds: 0, pauses: [], holds: [], reviewedAt: [] })
  expect(await lastLine()).toMatchObject({
    action: 'student.attempt_read',
    subject: { _id: student.id },
    details: { attemptId: shown._id },
  })
})

it('shows how long an answer waited on the phone, whatever its clock shows', async () => {
  const [student, quiz] = [await makeStudent(t), await makeQuiz(t, { count: 1 })]
  const { _id } = await start(student, quiz)
  wait(60)
  const [body, tappedAt] = [{ triviaId: numberOf(quiz, 0), answer: 'right' }, Date.parse('2020-01-01T00:00:00Z')]
  const headers = { [TAP_HEADER]: formatTap({ tappedAt, sentAt: tappedAt + 50_000 }) }
  await t.as(student.token)(answerQuestion, { params: quizParams(quiz), body }, { headers })
  const [found] = (await read(_id)).questions
  const at = new Date(t.app.clock.now().getTime() - 50_000).toISOString()
  expect(found?.answer).toMatchObject({
    at: t.app.clock.now().toISOString(),
    tapped: { at, waitedSeconds: 50, phoneAt: '2020-01-01T00:00:00.000Z' },
  })
})

it('shows both keys after a late correction, with its admins and the points that it changed here', async () => {
  const quiz = await makeQuiz(t, { count: 2 })
  const [student, second] = [await makeStudent(t), await makeStudent(t)]
  const { _id } = await take(student, quiz, [
    [5, 'wrong one'],
    [5, 'right'],
  ])
  const { _id: earlierId } = await take(second, quiz, [[5, 'right']])
  await finish(second, quiz)
  wait(60)
  const regradeId = await regrade(quiz)
  const corrected = { correctAnswer: 'wrong one', correctAnswerThen: 'right' }
  const history = { _id: regradeId, oldAnswer: 'right', newAnswer: 'wrong one', state: 'finished' }
  const found = (await read(_id)).questions.find(({ _id: id }) => id === numberOf(quiz, 0))
  expect(found).toMatchObject({
    ...corrected,
    points: 10,
    answer: { isRight: true, wasRight: false },
    regrades: [{ ...history, proposedBy: admin.username, decidedBy: other.username, points: 10 }],
  })
  const lost = (await read(earlierId)).questions.find(({ _id: id }) => id === numberOf(quiz, 0))
  expect(lost).toMatchObject({ ...corrected, points: 0, answer: { isRight: false, wasRight: true } })
  expect(lost?.regrades).toMatchObject([{ points: -10 }])
  const untouched = (await read(_id)).questions.find(({ _id: id }) => id === numberOf(quiz, 1))
  expect(untouched).toMatchObject({ correctAnswer: 'right', correctAnswerThen: 'right', regrades: [], points: 10 })
})

it('shows one key to a student who answered after the correction', async () => {
  const quiz = await makeQuiz(t, { count: 1 })
  await regrade(quiz)
  wait(60)
  const { _id } = await take(await makeStudent(t), quiz, [[5, 'wrong one']])
  const [found] = (await read(_id)).questions
  expect(found).toMatchObject({ correctAnswer: 'wrong one', correctAnswerThen: 'wrong one', points: 10 })
  expect(found?.regrades).toMatchObject([{ points: 0 }])
})

it('shows a reset attempt with its answers and the reason, apart from the one that followed', async () => {
  const [student, quiz] = [await makeStudent(t), await makeQuiz(t, { count: 2 })]
  const { _id } = await take(student, quiz, [[5, 'right']])
  await asAdmin()(resetAttempt, { params: { attemptId: _id }, body: { reason: 'The power failed.' } })
  const { _id: next } = await take(student, quiz, [[7, 'wrong two']])
  const reset = await read(_id)
  expect(reset.attempt).toMatchObject({ resetReason: 'The power failed.', state: 'locked' })
  expect(reset.attempt.resetAt).not.toBeNull()
  expect(reset.questions.flatMap((question) => question.answer?.text ?? [])).toEqual(['right'])
  expect((await read(next)).questions.flatMap((question) => question.answer?.text ?? [])).toEqual(['wrong two'])
})

it('reads an attempt whose questions are stored with it, and one whose question and video were deleted', async () => {
  const [student, quiz] = [await makeStudent(t), await makeQuiz(t, { count: 2 })]
  const { _id } = await take(student, quiz, [[5, 'right']])
  await finish(student, quiz)
  const before = (await read(_id)).questions
  const [stored] = await loadAttempts(student)
  const columns = { questionSnapshot: stored?.questionSnapshot ?? [], snapshotId: null, asked: null }
  await t.app.db.update(attempts).set(columns).where(eq(attempts.id, _id))
  expect((await read(_id)).questions).toEqual(before)
  await t.owner.query('delete from quizzes where video_id = $1', [quiz.video.id])
  await asAdmin()(deleteQuestion, { params: { triviaId: numberOf(quiz, 0) } })
  await asAdmin()(deleteVideo, { params: { id: quiz.video.id } })
  expect(await t.app.db.$count(questions, eq(questions.id, numberOf(quiz, 0)))).toBe(0)
  const after = await read(_id)
  expect(after.questions).toEqual(before)
  expect(after.attempt).toMatchObject({ videoTitle: quiz.video.title, hasVideo: false })
})

it('shows pauses of quizzes, time given back, holds, reviews and reports, and nothing of another student', async () => {
  const quiz = await makeQuiz(t, { count: 1 })
  const [student, someone] = [await makeStudent(t), await makeStudent(t)]
  const { _id } = await start(student, quiz)
  const startedAt = t.app.clock.now()
  const after = (ms: number) => new Date(startedAt.getTime() + ms)
  const [from, until] = [after(10_000), after(40_000)]
  const values = { createdAt: startedAt, expectedEndAt: startedAt }
  await t.app.db.insert(maintenances).values([
    { ...values, startsAt: from, endedAt: until },
    // Canceled before it started, over before the quiz began, and after the quiz.
    { ...values, startsAt: after(50_000), endedAt: after(20_000) },
    { ...values, startsAt: after(-90_000), endedAt: after(-60_000) },
    { ...values, startsAt: after(200_000), endedAt: after(300_000) },
  ])
  await t.app.db
    .update(attempts)
    .set({ deadline: after(150_000) })
    .where(eq(attempts.id, _id))
  wait(60)
  await answer(student, quiz, 0, 'wrong one')
  await review(student, quiz)
  const reported = { ...quizParams(quiz), triviaId: numberOf(quiz, 0) }
  await t.as(student.token)(reportQuestion, { params: reported, body: { reason: 'unclear', text: 'Which one?' } })
  const { _id: others } = await take(someone, quiz, [[1, 'right']])
  const ofStudent = { params: { username: student.username } }
  await asAdmin()(holdStudent, { ...ofStudent, body: { reason: 'other' } })
  await asAdmin()(clearStudent, ofStudent)
  const found = await read(_id)
  expect(found).toMatchObject({
    givenBackSeconds: 30,
    pauses: [{ from: from.toISOString(), until: until.toISOString() }],
    holds: [{ reason: 'other' }],
    questions: [{ report: { reason: 'unclear', text: 'Which one?' } }],
  })
  expect(found.holds[0]?.until).not.toBeNull()
  expect(found.reviewedAt).toHaveLength(1)
  expect(await read(others)).toMatchObject({
    username: someone.username,
    holds: [],
    reviewedAt: [],
    questions: [{ report: null, answer: { text: 'right' } }],
  })
})

it('is not found for an unknown attempt or an erased account, and leaves no audit line then', async () => {
  const [student, quiz] = [await makeStudent(t), await makeQuiz(t, { count: 1 })]
  const { _id } = await start(student, quiz)
  await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
  expect(await loadAttempts(student)).toHaveLength(1)
  const before = await lastLine()
  for (const id of [_id, randomUUID(), 'nothing'])
    expect(await refusal(read(id))).toMatchObject({ status: 404, code: 'not_found' })
  expect(await lastLine()).toEqual(before)
})
