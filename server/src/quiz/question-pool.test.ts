// Tests that a quiz asks each student some of its questions: always the same ones, and equally many for all.
import { popular } from '@baobab/contract/metrics/endpoints.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import * as quizAdmin from '@baobab/contract/quiz/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { previewImport } from '@baobab/contract/quiz/question-import.ts'
import { desc, eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { atOnce, openConnections } from '../../test/connections.ts'
import { refusal } from '../../test/refusal.ts'
import { openTestApp } from '../../test/harness.ts'
import { makeAdmin, makeQuiz, makeStudent, unique, type MadeQuiz, type MadeStudent } from '../../test/factories.ts'
import { csvOf, formWith } from '../../test/spreadsheets.ts'
import { expectRefusalWithoutWrites, quizCalls, quizRows } from '../../test/take-quiz.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { attempts } from './tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
afterEach(() => t.app.clock.set(new Date()))

const { start, answer, finish, questions } = quizCalls((token) => t.as(token))
const { loadAttempts } = quizRows(() => t)
const asAdmin = () => t.as(admin.token)
const toKey = ({ video, ageCategory }: MadeQuiz) => ({ videoId: video.id, ageCategory })
const setAskedCount = (quiz: MadeQuiz, askedCount: number | 'all') =>
  asAdmin()(quizAdmin.setAskedCount, { body: { ...toKey(quiz), askedCount } })
const readPool = (quiz: MadeQuiz) => asAdmin()(quizAdmin.listQuestionsWithAnswers, { query: toKey(quiz) })
const remove = (triviaId = '') => asAdmin()(quizAdmin.deleteQuestion, { params: { triviaId } })
const add = ({ video, ageCategory }: MadeQuiz) => {
  const options = ['right', 'wrong one', 'wrong two', 'wrong three']
  const body = { videoTitle: video.title, ageCategory, question: unique('Who? '), options, correctAnswer: 'right' }
  return asAdmin()(quizAdmin.addQuestion, { body })
}
const toIds = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id).toSorted()

/** Creates a quiz that asks some of its questions. */
async function makePool({ count = 12, asked = 5 } = {}): Promise<MadeQuiz> {
  const quiz = await makeQuiz(t, { count })
  await setAskedCount(quiz, asked)
  return quiz
}

const indexOf = (quiz: MadeQuiz, id: string) => quiz.questions.findIndex((question) => question.id === id)

describe('the questions that a student is asked', () => {
  it('are the same in the list and at the start, and differ between students', async () => {
    const quiz = await makePool()
    const sets = new Set<string>()
    for (let n = 0; n < 6; n += 1) {
      const student = await makeStudent(t)
      const listed = await questions(student, quiz)
      expect(listed).toHaveLength(5)
      expect(toIds(await questions(student, quiz))).toEqual(toIds(listed))
      const started = await start(student, quiz)
      expect(toIds(started.questions)).toEqual(toIds(listed))
      sets.add(toIds(listed).join())
    }
    // It is very unlikely that six random sets out of 792 would be equal.
    expect(sets.size).toBeGreaterThan(1)
  })

  it('cannot be shopped for: an answer opens an attempt only with a question from the student’s set', async () => {
    const [quiz, student] = [await makePool({ count: 10, asked: 1 }), await makeStudent(t)]
    const [only] = await questions(student, quiz)
    for (const { id } of quiz.questions.filter((question) => question.id !== only?._id))
      for (let round = 0; round < 3; round += 1)
        expect(await refusal(answer(student, quiz, indexOf(quiz, id), 'right'))).toMatchObject({
          status: 404,
          code: 'question_not_found',
          message: 'This question is not part of your quiz.',
        })
    expect(await loadAttempts(student)).toEqual([])
    // Nothing was started, so the number of questions can still be changed.
    expect(await readPool(quiz)).toMatchObject({ askedCount: 1, isFixed: false })
    expect((await answer(student, quiz, indexOf(quiz, only?._id ?? ''), 'right')).points).toBe(10)
    expect((await loadAttempts(student))[0]?.questionSnapshot.map(({ id }) => id)).toEqual([only?._id])
    expect(await finish(student, quiz)).toMatchObject({ score: 10, maxScore: 10 })
  })

  it('are a fixed sample for visitors and admins', async () => {
    const quiz = await makePool()
    const sample = await questions(undefined, quiz)
    expect(sample).toHaveLength(5)
    expect(await questions(undefined, quiz)).toEqual(sample)
    expect(await questions({ ...admin }, quiz)).toEqual(sample)
    const sets = [await makeStudent(t), await makeStudent(t), await makeStudent(t)].map(async (student) =>
      toIds(await questions(student, quiz)).join(),
    )
    expect(new Set([toIds(sample).join(), ...(await Promise.all(sets))]).size).toBeGreaterThan(1)
  })

  it('are chosen again after a reset', async () => {
    const [quiz, student] = [await makePool({ count: 40, asked: 5 }), await makeStudent(t)]
    const sets = [toIds(await questions(student, quiz))]
    for (let n = 0; n < 2; n += 1) {
      const { _id } = await start(student, quiz)
      await asAdmin()(quizAdmin.resetAttempt, { params: { attemptId: _id }, body: { reason: 'The power failed.' } })
      const listed = toIds(await questions(student, quiz))
      sets.push(listed)
    }
    expect(toIds((await start(student, quiz)).questions)).toEqual(sets.at(-1))
    // The chance that two of these sets are equal is one in 200,000.
    expect(new Set(sets.map((set) => set.join())).size).toBe(3)
  })

  it('are not chosen again after a reset of another quiz, category or student', async () => {
    const [quiz, student, other] = [await makePool({ count: 40, asked: 5 }), await makeStudent(t), await makeStudent(t)]
    const chosen = toIds(await questions(student, quiz))
    const elsewhere = await makeQuiz(t)
    const { _id } = await start(student, elsewhere)
    const reset = (attemptId: string) =>
      asAdmin()(quizAdmin.resetAttempt, { params: { attemptId }, body: { reason: 'The power failed.' } })
    await reset(_id)
    await reset((await start(other, quiz))._id)
    expect(toIds(await questions(student, quiz))).toEqual(chosen)
    const ofOther = { videoId: quiz.video.id, ageCategory: '5-10' as const }
    await t.app.db.update(attempts).set(ofOther).where(eq(attempts.id, _id))
    expect(toIds(await questions(student, quiz))).toEqual(chosen)
    // Starting the attempt does not change the questions either.
    expect(toIds((await start(student, quiz)).questions)).toEqual(chosen)
    expect(toIds(await questions(student, quiz))).toEqual(chosen)
  })

  it('stay those of an open attempt when the pool grows', async () => {
    const [quiz, student] = [await makePool({ count: 3, asked: 2 }), await makeStudent(t)]
    const before = await start(student, quiz)
    for (let n = 0; n < 10; n += 1) await add(quiz)
    const after = await start(student, quiz)
    expect(after).toEqual({ ...before, serverNow: after.serverNow })
    expect(toIds(await questions(student, quiz))).toEqual(toIds(before.questions))
    for (const { _id } of before.questions)
      expect((await answer(student, quiz, indexOf(quiz, _id), 'right')).points).toBe(10)
    expect(await finish(student, quiz)).toMatchObject({ score: 20, maxScore: 20 })
  })
})

describe('the number of questions a quiz asks', () => {
  it('includes all of them until an admin sets it, which leaves an audit line', async () => {
    const quiz = await makeQuiz(t, { count: 6 })
    expect(await readPool(quiz)).toMatchObject({ askedCount: null, isFixed: false })
    expect(await questions(undefined, quiz)).toHaveLength(6)
    await add(quiz)
    expect(await questions(undefined, quiz)).toHaveLength(7)
    expect(await setAskedCount(quiz, 4)).toEqual({
      message: 'Saved. Students who start this quiz now get this many questions.',
    })
    const [line] = await t.app.db.select().from(auditLines).orderBy(desc(auditLines.seq)).limit(1)
    expect(line).toMatchObject({
      adminId: admin.id,
      action: 'quiz.asked_count_set',
      subject: quiz.video.id,
      details: { ageCategory: '11-20', before: null, askedCount: 4 },
    })
    expect(await readPool(quiz)).toMatchObject({ askedCount: 4, isFixed: false })
    await add(quiz)
    expect(await questions(undefined, quiz)).toHaveLength(4)
    await setAskedCount(quiz, 'all')
    expect(await questions(undefined, quiz)).toHaveLength(8)
    expect(await questions(undefined, { ...quiz, ageCategory: '5-10' })).toEqual([])
  })

  it.each([
    [0, 'Choose a number from 1 to 50.'],
    [51, 'Choose a number from 1 to 50.'],
    [1.5, 'Choose a number from 1 to 50.'],
    [4, 'This quiz has only 3 questions.'],
  ])('cannot be %d of 3', async (askedCount, message) => {
    const quiz = await makeQuiz(t, { count: 3 })
    await expectRefusalWithoutWrites(t, () => setAskedCount(quiz, askedCount), { status: 400, code: 'invalid' })
    expect((await refusal(setAskedCount(quiz, askedCount))).errors).toEqual([{ path: 'askedCount', message }])
  })

  it('needs a video', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    for (const id of [crypto.randomUUID(), 'nonsense'])
      await expectRefusalWithoutWrites(t, () => setAskedCount({ ...quiz, video: { ...quiz.video, id } }, 1), {
        status: 404,
        code: 'video_not_found',
      })
  })

  it('is fixed by the first attempt, even if all are asked: new questions only enlarge the pool', async () => {
    const quiz = await makeQuiz(t, { count: 3 })
    await start(await makeStudent(t), quiz)
    expect(await readPool(quiz)).toMatchObject({ askedCount: 3, isFixed: true })
    await add(quiz)
    expect((await start(await makeStudent(t), quiz)).questions).toHaveLength(3)
    for (const askedCount of [2, 4, 'all'] as const)
      await expectRefusalWithoutWrites(t, () => setAskedCount(quiz, askedCount), {
        status: 409,
        code: 'asked_count_fixed',
        message:
          'Students have started this quiz, so the number of questions cannot change: everyone must be able to earn the same points.',
      })
    await setAskedCount(quiz, 3)
    expect(await readPool(quiz)).toMatchObject({ askedCount: 3, isFixed: true })
    // The quiz in the other category has its own number.
    const younger = await makeQuiz(t, { video: quiz.video, ageCategory: '5-10', count: 2 })
    await setAskedCount(younger, 1)
    expect(await readPool(younger)).toMatchObject({ askedCount: 1, isFixed: false })
  })

  it('is the same for all students, even if it changes while the first of them are starting', async () => {
    const as = await openConnections(t)
    for (let round = 0; round < 4; round += 1) {
      const quiz = await makePool({ count: 8, asked: 3 })
      const students: MadeStudent[] = []
      for (let n = 0; n < 6; n += 1) students.push(await makeStudent(t))
      const outcomes = await atOnce<unknown>(10, (n) => {
        const student = students[n]
        if (student) return quizCalls((token) => as(token)).start(student, quiz)
        if (n === 6) return as(admin.token)(quizAdmin.setAskedCount, { body: { ...toKey(quiz), askedCount: 5 } })
        if (n === 7) return as(admin.token)(quizAdmin.setAskedCount, { body: { ...toKey(quiz), askedCount: 'all' } })
        if (n === 8) return add(quiz)
        return remove(quiz.questions[0]?.id)
      })
      for (const started of outcomes.slice(0, 6)) expect(started).toHaveProperty('deadline')
      const counts = new Set<number>()
      for (const student of students)
        for (const { questionCount } of await loadAttempts(student)) counts.add(questionCount)
      expect([...counts]).toEqual([(await readPool(quiz)).askedCount])
    }
  })

  it('is at most the number of questions; once it is fixed, a deletion that would lower it is refused', async () => {
    const quiz = await makePool({ count: 4, asked: 3 })
    // Those in the other category do not count.
    await makeQuiz(t, { video: quiz.video, ageCategory: '5-10', count: 4 })
    const ids = quiz.questions.map(({ id }) => id)
    await remove(ids[0])
    expect(await readPool(quiz)).toMatchObject({ askedCount: 3 })
    await remove(ids[1])
    expect(await readPool(quiz)).toMatchObject({ askedCount: 2, isFixed: false })
    await start(await makeStudent(t), quiz)
    await expectRefusalWithoutWrites(t, () => remove(ids[2]), {
      status: 409,
      code: 'too_few_questions',
      message: `Students have started the “${quiz.video.title}” quiz (11-20). It asks 2 questions. Add another question before you delete one.`,
    })
    await add(quiz)
    await remove(ids[2])
    expect(await readPool(quiz)).toMatchObject({ askedCount: 2, isFixed: true })
  })

  it('is asked again once missing questions are back, even if all were missing', async () => {
    const quiz = await makePool({ count: 3, asked: 2 })
    for (const { id } of quiz.questions) await remove(id)
    expect(await readPool(quiz)).toMatchObject({ questions: [], askedCount: null })
    await add(quiz)
    expect(await readPool(quiz)).toMatchObject({ askedCount: 1 })
    for (let n = 0; n < 2; n += 1) await add(quiz)
    expect(await readPool(quiz)).toMatchObject({ askedCount: 2, isFixed: false })
  })
})

describe('the number of asked questions is shown', () => {
  it('in the lists of videos; admins also see how many there are', async () => {
    const quiz = await makePool({ count: 7, asked: 4 })
    const expected = { questionCounts: { '5-10': 0, '11-20': 4 } }
    const student = await makeStudent(t)
    for (const token of [undefined, student.token]) {
      const listed = (await t.as(token)(listVideos, {})).find(({ _id }) => _id === quiz.video.id)
      expect(listed).toMatchObject(expected)
      expect(listed).not.toHaveProperty('poolCounts')
    }
    const { videos } = await asAdmin()(listAdminVideos, { query: { search: quiz.video.title } })
    expect(videos).toMatchObject([{ ...expected, poolCounts: { '5-10': 0, '11-20': 7 } }])
    await start(student, quiz)
    expect((await t.as(student.token)(listAttempts, {})).attempts).toMatchObject([{ maxScore: 40 }])
  })

  it('for each age category separately', async () => {
    const quiz = await makePool({ count: 7, asked: 4 })
    const younger = await makeQuiz(t, { video: quiz.video, ageCategory: '5-10', count: 6 })
    const list = async () => {
      const { videos } = await asAdmin()(listAdminVideos, { query: { search: quiz.video.title } })
      return videos.map(({ questionCounts, poolCounts }) => ({ questionCounts, poolCounts }))
    }
    const poolCounts = { '5-10': 6, '11-20': 7 }
    expect(await list()).toEqual([{ questionCounts: { '5-10': 6, '11-20': 4 }, poolCounts }])
    expect(await questions(undefined, younger)).toHaveLength(6)
    await setAskedCount(younger, 2)
    expect(await list()).toEqual([{ questionCounts: { '5-10': 2, '11-20': 4 }, poolCounts }])
    expect(await questions(undefined, quiz)).toHaveLength(4)
    await setAskedCount(younger, 'all')
    expect(await list()).toEqual([{ questionCounts: { '5-10': 6, '11-20': 4 }, poolCounts }])
  })

  it('in the metrics', async () => {
    const quiz = await makePool({ count: 7, asked: 4 })
    await makeQuiz(t, { video: quiz.video, ageCategory: '5-10', count: 2 })
    const student = await makeStudent(t)
    await start(student, quiz)
    await finish(student, quiz)
    for (let n = 0; n < 3; n += 1) {
      const other = await makeStudent(t)
      await start(other, quiz)
      await finish(other, quiz)
    }
    const { quizzes } = await asAdmin()(popular, {})
    expect(quizzes).toContainEqual(expect.objectContaining({ _id: quiz.video.id, questions: 6 }))
  })

  it('in the statistics, which list the whole pool', async () => {
    const quiz = await makePool({ count: 6, asked: 2 })
    const student = await makeStudent(t)
    const started = await start(student, quiz)
    await finish(student, quiz)
    const { questions: rows } = await asAdmin()(quizAdmin.questionStatistics, { query: toKey(quiz) })
    expect(rows).toHaveLength(6)
    expect(toIds(rows.filter(({ asked }) => asked === 1))).toEqual(toIds(started.questions))
  })

  it('in a dry run, which chooses again each time, or asks the one question of a preview', async () => {
    const quiz = await makePool({ count: 40, asked: 5 })
    const run = (triviaId?: string) =>
      asAdmin()(quizAdmin.dryRun, { query: { ...toKey(quiz), ...(triviaId === undefined ? {} : { triviaId }) } })
    const [first, second] = [await run(), await run()]
    expect(first.questions).toHaveLength(5)
    expect(toIds(second.questions)).not.toEqual(toIds(first.questions))
    for (const { id } of quiz.questions) expect((await run(id)).questions).toMatchObject([{ _id: id }])
    expect(await refusal(run(crypto.randomUUID()))).toMatchObject({ status: 404, code: 'question_not_found' })
  })

  it('in the preview of an import', async () => {
    const quiz = await makePool({ count: 3, asked: 2 })
    const row = [quiz.video.title, 'Who came?', 'A', 'B', 'C', 'D', 'B', '11-20']
    const body = formWith({ name: 'term.csv', bytes: csvOf([row, row.with(7, '5-10')]) })
    expect((await asAdmin()(previewImport, { body })).quizzes).toMatchObject([
      { ageCategory: '11-20', before: 3, added: 1, asked: 2 },
      { ageCategory: '5-10', before: 0, added: 1, asked: 1 },
    ])
  })
})
