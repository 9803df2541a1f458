// Tests that admins can edit, delete, order and try questions, while attempts that have started keep their snapshot.
import * as contract from '@baobab/contract/quiz/endpoints.ts'
import * as quizAdmin from '@baobab/contract/quiz/admin.ts'
import { deleteVideo } from '@baobab/contract/videos/admin.ts'
import type { QuestionChange } from '@baobab/contract/quiz/forms.ts'
import { asc, eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makeQuiz, makeStudent, makeVideo, type MadeQuiz } from '../../../test/factories.ts'
import { expectScoresToAddUp } from '../../../test/expect-scores.ts'
import { snapshotDatabase } from '../../../test/snapshot-database.ts'
import { quizCalls, quizRows, expectRefusalWithoutWrites } from '../../../test/take-quiz.ts'
import { auditLines } from '../../platform/audit/tables.ts'
import { questions } from '../tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
afterEach(() => t.app.clock.set(new Date()))

const { start, answer, finish, review, list } = quizCalls((token) => t.as(token))
const { loadAttempts, loadEntry } = quizRows(() => t)

const questionId = (quiz: MadeQuiz, n: number) => quiz.questions[n]?.id ?? ''
const toQuery = ({ video, ageCategory }: MadeQuiz) => ({ videoId: video.id, ageCategory })
const read = async (quiz: MadeQuiz) =>
  (await t.as(admin.token)(quizAdmin.listQuestionsWithAnswers, { query: toQuery(quiz) })).questions
const readTexts = async (quiz: MadeQuiz) => (await read(quiz)).map((one) => one.question)
const change = { question: 'Who was kind?', options: ['Amina', 'Bola', 'Chidi', 'Danladi'], correctAnswer: 'Chidi' }
const edit = (triviaId: string, body: QuestionChange = change) =>
  t.as(admin.token)(quizAdmin.editQuestion, { params: { triviaId }, body })
const add = ({ video, ageCategory }: MadeQuiz, question: string) =>
  t.as(admin.token)(quizAdmin.addQuestion, { body: { ...change, videoTitle: video.title, ageCategory, question } })
const remove = (triviaId: string) => t.as(admin.token)(quizAdmin.deleteQuestion, { params: { triviaId } })
const order = (id: string, before: string | null) =>
  t.as(admin.token)(quizAdmin.orderQuestions, { body: { id, before } })
const dryRun = (quiz: MadeQuiz) => t.as(admin.token)(quizAdmin.dryRun, { query: toQuery(quiz) })
const loadAuditLines = (id: string) =>
  t.app.db.select().from(auditLines).where(eq(auditLines.subject, id)).orderBy(asc(auditLines.at))

describe('a quiz’s questions, as seen by admins,', () => {
  it('are in order, with their correct answers and the options as typed', async () => {
    const quiz = await makeQuiz(t, { count: 3 })
    expect(await read(quiz)).toEqual(
      quiz.questions.map((row) => ({
        _id: row.id,
        question: row.question,
        options: row.options,
        correctAnswer: 'right',
        alsoCorrect: null,
        explanation: null,
        momentSeconds: null,
        pictures: null,
        ageCategory: '11-20',
        videoTitle: quiz.video.title,
      })),
    )
    const { video } = quiz
    expect(await read({ ...quiz, ageCategory: '5-10' })).toEqual([])
    for (const id of [crypto.randomUUID(), 'nonsense', (await makeVideo(t, { deletedAt: new Date() })).id])
      expect(await refusal(read({ ...quiz, video: { ...video, id } }))).toMatchObject({ code: 'video_not_found' })
  })
})

describe('editing a question', () => {
  it('changes its texts, keeps its position and writes an audit line', async () => {
    const quiz = await makeQuiz(t, { count: 3 })
    const reply = await edit(questionId(quiz, 1), { ...change, question: '  Who was kind? ', correctAnswer: ' chIDI ' })
    expect(reply).toEqual({
      message: 'Trivia updated successfully!',
      trivia: {
        _id: questionId(quiz, 1),
        ...change,
        alsoCorrect: null,
        explanation: null,
        momentSeconds: null,
        pictures: null,
        ageCategory: '11-20',
        videoTitle: quiz.video.title,
      },
    })
    expect(await readTexts(quiz)).toEqual(['Question 1?', 'Who was kind?', 'Question 3?'])
    const [row] = await t.app.db
      .select()
      .from(questions)
      .where(eq(questions.id, questionId(quiz, 1)))
    expect(row).toMatchObject({ questionKey: 'who was kind?', correctAnswer: 'Chidi', position: 2 })
    expect((await loadAuditLines(questionId(quiz, 1))).slice(1)).toMatchObject([
      {
        adminId: admin.id,
        action: 'question.edited',
        details: {
          videoId: quiz.video.id,
          ageCategory: '11-20',
          correctAnswerBefore: 'right',
          correctAnswer: 'Chidi',
        },
      },
    ])
  })

  it('Q-20 changes only later attempts, not running or finished ones', async () => {
    const quiz = await makeQuiz(t, { count: 3 })
    const [running, done, next] = [await makeStudent(t), await makeStudent(t), await makeStudent(t)]
    const before = await start(running, quiz)
    await answer(done, quiz, 0, 'right')
    await finish(done, quiz)
    const reviewed = await review(done, quiz)
    const stored = [await loadAttempts(running), await loadAttempts(done)]

    await edit(questionId(quiz, 0))
    await add(quiz, 'Who was brave?')
    await remove(questionId(quiz, 1))
    await order(questionId(quiz, 2), questionId(quiz, 0))

    expect([await loadAttempts(running), await loadAttempts(done)]).toEqual(stored)
    expect(await review(done, quiz)).toEqual(reviewed)
    const after = await start(running, quiz)
    expect(after).toEqual({ ...before, serverNow: after.serverNow })
    for (const n of [0, 1, 2]) expect((await answer(running, quiz, n, 'right')).points).toBe(10)
    expect(await loadEntry(running)).toMatchObject({ score: 30 })
    expect((await start(next, quiz)).questions.map((one) => one.question).toSorted()).toEqual([
      'Question 3?',
      'Who was brave?',
      'Who was kind?',
    ])
    expect((await answer(next, quiz, 0, 'Chidi')).points).toBe(10)
  })

  it('Q-20 leaves past points unchanged when the video is deleted in the middle of a quiz', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const [running, done] = [await makeStudent(t), await makeStudent(t)]
    await answer(done, quiz, 0, 'right')
    await finish(done, quiz)
    await answer(running, quiz, 0, 'right')
    const stored = [
      await loadAttempts(running),
      await loadAttempts(done),
      await loadEntry(running),
      await loadEntry(done),
    ]
    await t.as(admin.token)(deleteVideo, { params: { id: quiz.video.id } })
    expect(await refusal(answer(running, quiz, 1, 'right'))).toMatchObject({ status: 404, code: 'video_not_found' })
    expect((await list(running)).attempts).toMatchObject([{ state: 'running', hasVideo: false }])
    expect([
      await loadAttempts(running),
      await loadAttempts(done),
      await loadEntry(running),
      await loadEntry(done),
    ]).toEqual(stored)
    expect(stored.slice(2)).toMatchObject([{ score: 10 }, { score: 10 }])
    await expectScoresToAddUp(t)
  })

  it('may change the case of its own text, but not repeat another question in the quiz', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    await edit(questionId(quiz, 0), { ...change, question: 'QUESTION 1?' })
    await expectRefusalWithoutWrites(t, () => edit(questionId(quiz, 0), { ...change, question: ' question 2? ' }), {
      status: 409,
      code: 'question_exists',
      message: 'This video already has this question.',
      errors: [{ path: 'question', message: 'This video already has this question.' }],
    })
    await makeQuiz(t, { video: quiz.video, ageCategory: '5-10', count: 3 })
    const { trivia } = await edit(questionId(quiz, 0), { ...change, question: 'Question 3?' })
    expect(trivia.question).toBe('Question 3?')
  })

  it('keeps a second accepted answer as long as it is one of the options', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const [id, options] = [questionId(quiz, 0), ['right', 'WRONG one', 'wrong two', 'wrong three']]
    await t.app.db.update(questions).set({ alsoCorrect: 'wrong one' }).where(eq(questions.id, id))
    const body = { question: 'Question 1?', options, correctAnswer: 'right' }
    expect((await edit(id, body)).trivia.alsoCorrect).toBe('WRONG one')
    expect((await edit(id, { ...body, options: options.with(1, 'wrong four') })).trivia.alsoCorrect).toBeNull()
  })

  it.each([
    [{ question: ' ' }, 'question', 'All fields are required!'],
    [{ options: ['a', 'b', 'c', ''] }, 'options.3', 'All fields are required!'],
    [{ options: ['a', 'A', 'b', 'Chidi'] }, 'options', 'The four options must be different.'],
    [{ correctAnswer: 'Efe' }, 'correctAnswer', 'The correct answer must be one of the four options.'],
  ])('refuses %j', async (wrong, path, message) => {
    const quiz = await makeQuiz(t, { count: 1 })
    const call = () => edit(questionId(quiz, 0), { ...change, ...wrong })
    await expectRefusalWithoutWrites(t, call, { status: 400, code: 'invalid' })
    expect((await refusal(call())).errors).toContainEqual({ path, message })
  })

  it('cannot move a question to another video or age category', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    for (const more of [{ videoTitle: 'Another' }, { ageCategory: '5-10' }])
      await expectRefusalWithoutWrites(t, () => edit(questionId(quiz, 0), { ...change, ...more }), {
        status: 400,
        code: 'invalid',
      })
  })

  it('fails with 404 for an unknown or deleted question', async () => {
    const deleted = await makeQuiz(t, { count: 1, video: await makeVideo(t) })
    await remove(questionId(deleted, 0))
    for (const id of [crypto.randomUUID(), 'nonsense', questionId(deleted, 0)]) {
      await expectRefusalWithoutWrites(t, () => edit(id), { status: 404, code: 'not_found' })
      await expectRefusalWithoutWrites(t, () => remove(id), { status: 404, code: 'not_found' })
      await expectRefusalWithoutWrites(t, () => order(id, null), { status: 404, code: 'not_found' })
    }
  })
})

describe('deleting a question', () => {
  it('removes it from the quiz and writes an audit line', async () => {
    const quiz = await makeQuiz(t, { count: 3 })
    expect(await remove(questionId(quiz, 1))).toEqual({ message: 'Trivia deleted successfully.' })
    expect(await readTexts(quiz)).toEqual(['Question 1?', 'Question 3?'])
    expect((await loadAuditLines(questionId(quiz, 1))).at(-1)).toMatchObject({
      adminId: admin.id,
      action: 'question.deleted',
      details: { videoId: quiz.video.id, ageCategory: '11-20', question: 'Question 2?' },
    })
    const again = await makeQuiz(t, { video: quiz.video, ageCategory: '5-10', count: 1 })
    expect(await readTexts(again)).toEqual(['Question 1?'])
  })

  it('happens once, even if several admins try simultaneously', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => remove(questionId(quiz, 0))))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      (await loadAuditLines(questionId(quiz, 0))).filter(({ action }) => action === 'question.deleted'),
    ).toHaveLength(1)
  })
})

describe('the order of questions', () => {
  it('can be changed within the quiz and its public list, with an audit line', async () => {
    const quiz = await makeQuiz(t, { count: 4 })
    const younger = await makeQuiz(t, { video: quiz.video, ageCategory: '5-10', count: 2 })
    expect(await order(questionId(quiz, 3), questionId(quiz, 1))).toEqual({ message: 'Order changed successfully!' })
    expect(await readTexts(quiz)).toEqual(['Question 1?', 'Question 4?', 'Question 2?', 'Question 3?'])
    await order(questionId(quiz, 0), null)
    const now = ['Question 4?', 'Question 2?', 'Question 3?', 'Question 1?']
    expect(await readTexts(quiz)).toEqual(now)
    const params = { videoTitle: quiz.video.title, ageCategory: '11-20' as const }
    expect((await t.as()(contract.listQuestions, { params })).map((one) => one.question)).toEqual(now)
    expect(await readTexts(younger)).toEqual(['Question 1?', 'Question 2?'])
    expect((await loadAuditLines(questionId(quiz, 3))).at(-1)).toMatchObject({
      adminId: admin.id,
      action: 'question.ordered',
      details: { before: questionId(quiz, 1) },
    })
    const added = await makeQuiz(t, { video: await makeVideo(t), count: 1 })
    await expectRefusalWithoutWrites(t, () => order(questionId(quiz, 0), questionId(younger, 0)), { status: 404 })
    await expectRefusalWithoutWrites(t, () => order(questionId(quiz, 0), questionId(added, 0)), { status: 404 })
  })

  it('stays consistent while questions are moved, added and deleted concurrently', async () => {
    const quiz = await makeQuiz(t, { count: 6 })
    const moves = Array.from({ length: 10 }, (_, n) =>
      order(questionId(quiz, n % 5), questionId(quiz, (n * 3 + 1) % 5)),
    )
    await Promise.all([...moves, remove(questionId(quiz, 5)), add(quiz, change.question)])
    const rows = await t.app.db.select().from(questions).where(eq(questions.videoId, quiz.video.id))
    expect(rows).toHaveLength(6)
    expect(new Set(rows.map(({ position }) => position)).size).toBe(6)
  })
})

describe('a dry run', () => {
  it('is shuffled as for a student, has 120 seconds and the answers, and stores nothing', async () => {
    const quiz = await makeQuiz(t, { count: 12 })
    await dryRun(quiz)
    const before = await snapshotDatabase(t)
    const runs = [await dryRun(quiz), await dryRun(quiz), await dryRun(quiz)]
    expect(await snapshotDatabase(t)).toEqual(before)
    const [first] = runs
    expect(Date.parse(first?.deadline ?? '') - Date.parse(first?.startedAt ?? '')).toBe(120_000)
    expect(first).toMatchObject({ videoTitle: quiz.video.title, ageCategory: '11-20' })
    const asked = quiz.questions.map(({ id }) => id).toSorted()
    for (const run of runs) {
      expect(run.questions.map(({ _id }) => _id).toSorted()).toEqual(asked)
      for (const { options, correctAnswer } of run.questions) {
        expect(options.toSorted()).toEqual(['right', 'wrong one', 'wrong three', 'wrong two'])
        expect(correctAnswer).toBe('right')
      }
    }
    // The chance of getting twelve questions in the same order twice is one in 479 million.
    expect(new Set(runs.map((run) => run.questions.map(({ _id }) => _id).join())).size).toBe(3)
  })

  it('needs questions', async () => {
    const quiz = { video: await makeVideo(t), ageCategory: '5-10' as const, questions: [] }
    await expectRefusalWithoutWrites(t, () => dryRun(quiz), { status: 409, code: 'no_questions' })
  })
})

it('Q-01 only admins see correct answers before the review', async () => {
  const [quiz, student] = [await makeQuiz(t), await makeStudent(t)]
  for (const endpoint of [quizAdmin.listQuestionsWithAnswers, quizAdmin.dryRun, quizAdmin.questionStatistics]) {
    expect(await refusal(t.as(student.token)(endpoint, { query: toQuery(quiz) }))).toMatchObject({ status: 403 })
    expect(await refusal(t.as()(endpoint, { query: toQuery(quiz) }))).toMatchObject({
      status: 401,
      message: 'Unauthorized access. Please log in.',
    })
  }
})
