// Tests how attempts store their questions: once for all attempts from one pool or, as in earlier releases, once per attempt.
import { exportData } from '@baobab/contract/privacy/endpoints.ts'
import { editQuestion, questionStatistics, setAskedCount } from '@baobab/contract/quiz/admin.ts'
import { eq, inArray } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { atOnce } from '../../test/connections.ts'
import { expectScoresToAddUp } from '../../test/expect-scores.ts'
import { makeAdmin, makeAnotherAdmin, makeQuiz, makeStudent, type MadeQuiz } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { regradeCalls } from '../../test/regrade-questions.ts'
import { quizCalls, quizRows } from '../../test/take-quiz.ts'
import { createReader, beginCheck } from '../platform/data-check.ts'
import { answersCheck, scoreCheck } from './points-checks.ts'
import { correctionCheck, snapshotCheck, worthCheck } from './answer-checks.ts'
import { questionSnapshots } from './snapshot-tables.ts'
import { attempts } from './tables.ts'

const t = await openTestApp()
const second = await openTestApp({}, t)
const admin = await makeAdmin(t)
const other = await makeAnotherAdmin(t, admin, 'content')
const { start, answer, finish, review, questions } = quizCalls((token) => t.as(token))
const { loadAttempts } = quizRows(() => t)
const { regrade } = regradeCalls(
  (token) => t.as(token),
  () => ({ proposer: admin.token, other: other.token }),
)

/** Moves the time from which attempts refer to stored pools. */
const begin = (when: string) => t.owner.query(`update question_snapshots_start set at = now() + $1::interval`, [when])
afterEach(() => begin('0'))

const readStored = (quiz: MadeQuiz) =>
  t.app.db
    .select({ id: attempts.snapshotId, own: attempts.questionSnapshot, asked: attempts.asked })
    .from(attempts)
    .where(eq(attempts.videoId, quiz.video.id))

/** Reads the pools that a quiz's attempts refer to. */
async function readPools(quiz: MadeQuiz) {
  const ids = (await readStored(quiz)).flatMap(({ id }) => id ?? [])
  return t.app.db.select().from(questionSnapshots).where(inArray(questionSnapshots.id, ids))
}

async function expectConsistency(): Promise<void> {
  await expectScoresToAddUp(t)
  const client = await t.owner.connect()
  try {
    await beginCheck(client, {})
    for (const check of [answersCheck, scoreCheck, worthCheck, correctionCheck, snapshotCheck])
      for await (const { row, reason } of check.find(createReader(client), t.app.files))
        expect.unreachable(`${check.name}: ${row}: ${reason}`)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const edit = (quiz: MadeQuiz, question: string) => {
  const { id: triviaId = '', options = [], correctAnswer = '' } = quiz.questions[0] ?? {}
  return t.as(admin.token)(editQuestion, { params: { triviaId }, body: { question, options, correctAnswer } })
}

describe('a pool', () => {
  it('is stored once for all attempts, whatever each is asked and in which order', async () => {
    const quiz = await makeQuiz(t, { count: 8 })
    const { video, ageCategory } = quiz
    await t.as(admin.token)(setAskedCount, { body: { videoId: video.id, ageCategory, askedCount: 3 } })
    const students = await Promise.all(Array.from({ length: 6 }, () => makeStudent(t)))
    const started = await Promise.all(
      students.map((student, n) => quizCalls((token) => (n % 2 ? second : t).as(token)).start(student, quiz)),
    )
    const rows = await readStored(quiz)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
    expect(rows.every(({ own }) => own === null)).toBe(true)
    expect(new Set(rows.map(({ asked }) => asked?.join())).size).toBeGreaterThan(1)
    const pools = await readPools(quiz)
    expect(pools.map((pool) => pool.questions.map(({ id }) => id))).toEqual([quiz.questions.map(({ id }) => id)])
    for (const [n, student] of students.entries()) {
      const shown = started[n]?.questions.map(({ _id, options }) => ({ id: _id, options }))
      expect((await start(student, quiz)).questions).toEqual(started[n]?.questions)
      expect((await loadAttempts(student))[0]?.questionSnapshot).toMatchObject(shown ?? [])
    }
  })

  it('is stored again when a question was edited, and earlier attempts keep what they were asked', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const [first, later] = [await makeStudent(t), await makeStudent(t)]
    await start(first, quiz)
    await edit(quiz, 'In other words?')
    await start(later, quiz)
    const textsOf = async (student: typeof first) =>
      (await start(student, quiz)).questions.map(({ question }) => question).toSorted()
    expect(await textsOf(first)).toEqual(['Question 1?', 'Question 2?'])
    expect(await textsOf(later)).toEqual(['In other words?', 'Question 2?'])
    expect(await readPools(quiz)).toHaveLength(2)
  })

  it('is stored again once by a correction, for running and finished attempts alike', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const [one, two, running] = [await makeStudent(t), await makeStudent(t), await makeStudent(t)]
    for (const [student, option] of [
      [one, 'wrong one'],
      [two, 'right'],
    ] as const) {
      await start(student, quiz)
      await answer(student, quiz, 0, option)
      await finish(student, quiz)
    }
    const { questions: shown } = await start(running, quiz)
    await regrade(quiz)
    const [pool, ...more] = await readPools(quiz)
    expect(more).toEqual([])
    expect(pool?.questions).toMatchObject([{ correctAnswer: 'wrong one', corrected: { from: 'right' } }, {}])
    expect(pool?.questions[0]?.options).toEqual(quiz.questions[0]?.options)
    expect((await start(running, quiz)).questions).toEqual(shown)
    expect(await answer(running, quiz, 0, 'wrong one')).toMatchObject({ correct: true, points: 10 })
    await expectConsistency()
  })

  it('is never changed or deleted', async () => {
    await expect(t.app.pool.query(`update question_snapshots set questions = '[]'`)).rejects.toThrow(
      'permission denied',
    )
    await expect(t.app.pool.query('delete from question_snapshots')).rejects.toThrow('permission denied')
    await expect(t.owner.query('delete from question_snapshots')).rejects.toThrow('append-only')
  })
})

describe('while servers run that cannot read pools', () => {
  it('attempts contain their questions, and work like others, then and later', async () => {
    await begin('1 hour')
    const quiz = await makeQuiz(t, { count: 3 })
    const student = await makeStudent(t)
    const begun = await start(student, quiz)
    expect(await readStored(quiz)).toMatchObject([{ id: null, own: [{}, {}, {}], asked: null }])
    await answer(student, quiz, 0, 'wrong one')
    await begin('0')
    const later = await makeStudent(t)
    await start(later, quiz)
    await answer(later, quiz, 0, 'wrong one')
    expect((await readStored(quiz)).map(({ own }) => own?.length ?? 0).toSorted((a, b) => a - b)).toEqual([0, 3])
    expect(await questions(student, quiz)).toHaveLength(3)
    expect((await start(student, quiz)).questions).toEqual(begun.questions)
    await answer(student, quiz, 1, 'right')
    for (const one of [student, later]) await finish(one, quiz)
    await regrade(quiz)
    for (const one of [student, later]) {
      const { questions: reviewed } = await review(one, quiz)
      expect(reviewed.find(({ _id }) => _id === quiz.questions[0]?.id)).toMatchObject({ correct: true })
    }
    const { videoId, ageCategory } = { videoId: quiz.video.id, ageCategory: quiz.ageCategory }
    const counted = await t.as(admin.token)(questionStatistics, { query: { videoId, ageCategory } })
    expect(counted.questions.map(({ asked, correct }) => [asked, correct])).toEqual([
      [2, 2],
      [2, 1],
      [2, 0],
    ])
    await expectConsistency()
  })
})

it('a copy of a student’s data has the questions in the student’s order, and not the others of the pool', async () => {
  const quiz = await makeQuiz(t, { count: 5 })
  const { video, ageCategory } = quiz
  await t.as(admin.token)(setAskedCount, { body: { videoId: video.id, ageCategory, askedCount: 2 } })
  const student = await makeStudent(t)
  const begun = await start(student, quiz)
  await t.owner.query(
    `update attempts set started_at = now() - interval '2 days', deadline = now() - interval '2 days', locked_at = now() - interval '2 days'
     where student_id = $1`,
    [student.id],
  )
  const [copied] = (await t.as(student.token)(exportData, {})).tables['quizzes'] ?? []
  const asked = begun.questions.map(({ _id: id, question, options }) => ({ id, question, options }))
  expect(copied?.['questionSnapshot']).toMatchObject(asked)
  expect(copied?.['questionSnapshot']).toHaveLength(2)
  expect(Object.keys(copied ?? {})).not.toContain('snapshotId')
})

it('simultaneous first starts on two servers store one pool', async () => {
  const quiz = await makeQuiz(t, { count: 4 })
  const students = await Promise.all(Array.from({ length: 8 }, () => makeStudent(t)))
  await atOnce(8, (n) => {
    const student = students[n]
    if (!student) throw new Error('There is no such student.')
    return quizCalls((token) => (n % 2 ? second : t).as(token)).start(student, quiz)
  })
  expect(await readPools(quiz)).toHaveLength(1)
  expect(await readStored(quiz)).toHaveLength(8)
})

it('a quiz starts although the database has lost a remembered pool', async () => {
  const quiz = await makeQuiz(t, { count: 3 })
  const [first, next] = [await makeStudent(t), await makeStudent(t)]
  await start(first, quiz)
  const [lost] = await readPools(quiz)
  await t.owner.query('alter table question_snapshots disable trigger question_snapshots_append_only')
  await t.owner.query(
    `update attempts set paper = (select jsonb_agg(question) from asked_questions(paper, snapshot_id, asked) as question),
       snapshot_id = null, asked = null where snapshot_id = $1`,
    [lost?.id],
  )
  await t.owner.query('delete from question_snapshots where id = $1', [lost?.id])
  await t.owner.query('alter table question_snapshots enable trigger question_snapshots_append_only')
  expect((await start(next, quiz)).questions).toHaveLength(3)
  expect(await readPools(quiz)).toEqual([lost])
})
