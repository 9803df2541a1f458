import { randomUUID } from 'node:crypto'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { questionStatistics } from '@baobab/contract/quiz/admin.ts'
import * as contract from '@baobab/contract/quiz/practice.ts'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import {
  makeAdmin,
  makePaidStudent,
  makeQuiz,
  makeStudent,
  makeVideo,
  PASSWORD,
  unique,
  type MadeQuiz,
  type MadeStudent,
} from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { quizCalls, quizParams, quizRows } from '../../test/take-quiz.ts'
import { videos } from '../videos/tables.ts'
import { listAttempts } from './list-attempts.ts'
import { readToday as readTodayOf } from './practice-today.ts'
import { answerPractice, readDailyPractice, readReplay as readReplayOf } from './practice.ts'
import { practiceAnswers } from './streak-tables.ts'
import { attempts, quizzes } from './tables.ts'

const t = await openTestApp()
afterEach(() => t.app.clock.set(new Date()))

const { start, answer, finish, list, questions: listQuestions } = quizCalls((token) => t.as(token))
const { loadEntry, loadAttempts, loadPointsLedger } = quizRows(() => t)

const readPractice = (student: MadeStudent, quiz: MadeQuiz) =>
  t.as(student.token)(contract.readPractice, { params: quizParams(quiz) })
const practise = (student: MadeStudent, quiz: MadeQuiz, n: number, option: string) =>
  t.as(student.token)(contract.answerPractice, {
    params: quizParams(quiz),
    body: { triviaId: questionId(quiz, n), answer: option },
  })
const questionId = (quiz: MadeQuiz, n: number) => quiz.questions[n]?.id ?? ''
const readDaily = (student: MadeStudent) => t.as(student.token)(contract.readDailyPractice, {})

/** Creates a student who has finished a quiz with one wrong answer and the others missing. */
async function makeFinished(quiz: MadeQuiz, student?: MadeStudent): Promise<MadeStudent> {
  const made = student ?? (await makeStudent(t))
  await answer(made, quiz, 0, 'wrong one')
  await finish(made, quiz)
  return made
}

describe('practising a finished quiz', () => {
  it('asks its questions without their answers, judges each try, and changes no attempts or points', async () => {
    const quiz = await makeQuiz(t)
    const student = await makeFinished(quiz)
    const before = [await loadAttempts(student), await loadEntry(student), await loadPointsLedger(student)]
    const { questions } = await readPractice(student, quiz)
    expect(questions.map(({ _id }) => _id).toSorted()).toEqual(quiz.questions.map(({ id }) => id).toSorted())
    expect(JSON.stringify(questions)).not.toContain('correctAnswer')
    expect(new Set(questions.map(({ videoId }) => videoId))).toEqual(new Set([quiz.video.id]))
    const wrong = { message: 'Incorrect answer.', correct: false, correctAnswer: 'right', answer: 'wrong one' }
    expect(await practise(student, quiz, 0, 'wrong one')).toMatchObject(wrong)
    expect(await practise(student, quiz, 0, ' RIGHT ')).toMatchObject({ correct: true, answer: 'right' })
    expect([await loadAttempts(student), await loadEntry(student), await loadPointsLedger(student)]).toEqual(before)
  })

  it('is refused before and during the quiz, for other questions and options, and without access', async () => {
    const [quiz, other] = [await makeQuiz(t), await makeQuiz(t)]
    const student = await makeStudent(t)
    expect(await refusal(readPractice(student, quiz))).toMatchObject({ status: 404 })
    expect(await refusal(practise(student, quiz, 0, 'right'))).toMatchObject({ status: 404 })
    await start(student, quiz)
    expect(await refusal(readPractice(student, quiz))).toMatchObject({ status: 403, code: 'attempt_open' })
    expect(await refusal(practise(student, quiz, 0, 'right'))).toMatchObject({ status: 403, code: 'attempt_open' })
    await finish(student, quiz)
    expect(await refusal(practise(student, { ...other, video: quiz.video }, 0, 'right'))).toMatchObject({
      code: 'question_not_found',
    })
    expect(await refusal(practise(student, quiz, 0, 'none of them'))).toMatchObject({ status: 400 })
    await t.app.db.update(videos).set({ access: 'premium' }).where(eq(videos.id, quiz.video.id))
    expect(await refusal(readPractice(student, quiz))).toMatchObject({ status: 402 })
    expect(await refusal(practise(student, quiz, 0, 'right'))).toMatchObject({ status: 402 })
  })

  it('is open to a re-created account whose erased predecessor had started the quiz, with the questions it would be asked', async () => {
    const quiz = await makeQuiz(t, { count: 12 })
    const email = `${unique('again')}@mail.example`
    const first = await makeFinished(quiz, await makeStudent(t, { email }))
    await t.as(first.token)(eraseAccount, { body: { password: PASSWORD } })
    const second = await makeStudent(t, { email })
    expect(await refusal(start(second, quiz))).toMatchObject({ code: 'quiz_completed' })
    expect((await readPractice(second, quiz)).questions).toHaveLength(quiz.questions.length)
    expect(await practise(second, quiz, 1, 'right')).toMatchObject({ correct: true })
    await t.app.db.update(quizzes).set({ askedCount: 5 }).where(eq(quizzes.videoId, quiz.video.id))
    const toIds = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id).toSorted()
    // The chance that five other questions would be the same is one in 792.
    expect(toIds((await readPractice(second, quiz)).questions)).toEqual(toIds(await listQuestions(second, quiz)))
  })

  it('counts as a day of the streak, and its first tries are counted for admins without names', async () => {
    const [quiz, admin] = [await makeQuiz(t), await makeAdmin(t)]
    // One hour around midnight in Lagos, so that the login does not expire.
    t.app.clock.set(new Date('2026-11-02T22:30:00Z'))
    const student = await makeFinished(quiz)
    t.app.clock.set(new Date('2026-11-02T23:30:00Z'))
    expect((await list(student)).streakDays).toBe(1)
    for (const option of ['wrong one', 'right', 'right']) await practise(student, quiz, 0, option)
    await practise(student, quiz, 1, 'right')
    expect((await list(student)).streakDays).toBe(2)
    const query = { videoId: quiz.video.id, ageCategory: quiz.ageCategory }
    // Practising the video in another category, or another video, counts there.
    const elsewhere = [await makeQuiz(t), { ...quiz, ageCategory: '5-10' as const }]
    for (const { video, ageCategory } of elsewhere)
      await t.app.db.insert(practiceAnswers).values({
        studentId: student.id,
        questionId: randomUUID(),
        day: '2026-11-03',
        videoId: video.id,
        ageCategory,
        isCorrect: true,
        answeredAt: t.app.clock.now(),
      })
    const { practice } = await t.as(admin.token)(questionStatistics, { query })
    expect(practice).toEqual({ students: 1, answered: 2, correct: 1 })
  })
})

describe('the daily practice', () => {
  it('asks three old questions, wrong ones first, the same ones all day and others on another day', async () => {
    t.app.clock.set(new Date('2026-11-02T22:30:00Z'))
    const quizzes = [await makeQuiz(t, { count: 30 }), await makeQuiz(t, { count: 30 })]
    const student = await makeStudent(t)
    expect(await readDaily(student)).toEqual({ questions: [], isDone: false })
    for (const quiz of quizzes) {
      for (const n of [0, 1, 2, 3]) await answer(student, quiz, n, 'right')
      await finish(student, quiz)
    }
    const missed = new Set(quizzes.flatMap(({ questions }) => questions.slice(4).map(({ id }) => id)))
    const ids = async () => (await readDaily(student)).questions.map(({ _id }) => _id)
    const today = await ids()
    expect(today).toHaveLength(3)
    expect(today.every((id) => missed.has(id))).toBe(true)
    expect(await ids()).toEqual(today)
    t.app.clock.set(new Date('2026-11-02T23:30:00Z'))
    expect(await ids()).not.toEqual(today)
  })

  it('first asks what was wrong in the last try on an earlier day, so that a right answer makes room for others', async () => {
    t.app.clock.set(new Date('2026-11-02T22:30:00Z'))
    const quiz = await makeQuiz(t, { count: 10 })
    const student = await makeStudent(t)
    const missed = quiz.questions.slice(5).map(({ id }) => id)
    for (const n of [0, 1, 2, 3, 4]) await answer(student, quiz, n, 'right')
    await finish(student, quiz)
    const ids = async () => (await readDaily(student)).questions.map(({ _id }) => _id)
    const first = await ids()
    expect(missed).toEqual(expect.arrayContaining(first))
    const at = (id: string | undefined) => quiz.questions.findIndex((question) => question.id === id)
    await practise(student, quiz, at(first[0]), 'wrong one')
    for (const id of first) await practise(student, quiz, at(id), 'right')
    // The questions stay the same all day.
    expect(await ids()).toEqual(first)
    t.app.clock.set(new Date('2026-11-02T23:30:00Z'))
    const others = missed.filter((id) => !first.includes(id))
    expect(new Set(await ids())).toEqual(new Set([first[0], ...others]))
  })

  it('first asks what was wrong in the quiz or on the latest earlier day, and counts nothing from earlier days as done', async () => {
    const [quiz, student] = [await makeQuiz(t, { count: 6 }), await makeStudent(t)]
    for (const n of quiz.questions.keys()) await answer(student, quiz, n, n < 3 ? 'right' : 'wrong one')
    await finish(student, quiz)
    const idsOf = (...numbers: number[]) => new Set(numbers.map((n) => quiz.questions[n]?.id))
    const ids = async () => new Set((await readDaily(student)).questions.map(({ _id }) => _id))
    expect(await ids()).toEqual(idsOf(3, 4, 5))
    const tries = [
      [0, '2026-01-01', true],
      [0, '2026-01-02', false],
      [3, '2026-01-01', false],
      [3, '2026-01-02', true],
      [4, '2026-01-02', false],
      [5, '2026-01-02', false],
    ] as const
    const { video, ageCategory } = quiz
    const practised = { studentId: student.id, videoId: video.id, ageCategory, answeredAt: t.app.clock.now() }
    await t.app.db
      .insert(practiceAnswers)
      .values(tries.map(([n, day, isCorrect]) => ({ ...practised, questionId: questionId(quiz, n), day, isCorrect })))
    expect(await ids()).toEqual(idsOf(0, 4, 5))
    expect((await readDaily(student)).isDone).toBe(false)
  })

  it('shows a question’s options in a different order each time', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const student = await makeFinished(quiz)
    const orders = new Set<string>()
    // In twenty tries, the order varies except in one case in 24 to the power of nineteen.
    for (let n = 0; n < 20 && orders.size < 2; n += 1)
      orders.add((await readDaily(student)).questions.flatMap(({ options }) => options).join())
    expect(orders.size).toBe(2)
  })

  it('is done once all three are practised, and leaves out videos that the student may not open', async () => {
    const quiz = await makeQuiz(t, { count: 3 })
    const video = await makeVideo(t, { access: 'premium' })
    const premium = await makeQuiz(t, { count: 3, video })
    const student = await makePaidStudent(t)
    await makeFinished(premium, student)
    await makeFinished(quiz, student)
    expect((await readDaily(student)).questions).toHaveLength(3)
    const other = await makeFinished(quiz)
    const { questions } = await readDaily(other)
    for (const [n, { id }] of quiz.questions.entries()) {
      expect((await readDaily(other)).isDone).toBe(false)
      expect(questions.some(({ _id }) => _id === id)).toBe(true)
      await practise(other, quiz, n, 'right')
    }
    expect((await readDaily(other)).isDone).toBe(true)
  })

  it('is not affected by other students’ practice', async () => {
    t.app.clock.set(new Date('2026-11-02T22:30:00Z'))
    const quiz = await makeQuiz(t, { count: 10 })
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    for (const n of [0, 1, 2, 3, 4]) await answer(student, quiz, n, 'right')
    await finish(student, quiz)
    await makeFinished(quiz, other)
    for (const n of quiz.questions.keys()) await practise(other, quiz, n, n < 5 ? 'wrong one' : 'right')
    expect((await readDaily(student)).isDone).toBe(false)
    t.app.clock.set(new Date('2026-11-02T23:30:00Z'))
    const missed = quiz.questions.slice(5).map(({ id }) => id)
    expect(missed).toEqual(expect.arrayContaining((await readDaily(student)).questions.map(({ _id }) => _id)))
  })

  it('leaves out quizzes that are running or reset, or whose video is a draft or deleted', async () => {
    const student = await makeStudent(t)
    const [running, reset, draft, deleted] = [
      await makeQuiz(t),
      await makeQuiz(t),
      await makeQuiz(t),
      await makeQuiz(t),
    ]
    await start(student, running)
    for (const quiz of [reset, draft, deleted]) await makeFinished(quiz, student)
    expect((await readDaily(student)).questions).toHaveLength(3)
    const now = t.app.clock.now()
    const isOf = (quiz: MadeQuiz) => eq(videos.id, quiz.video.id)
    await t.app.db.update(videos).set({ isDraft: true }).where(isOf(draft))
    // A deletion that can be undone keeps the files and the publication.
    await t.app.db.update(videos).set({ deletedAt: now, title: '', titleKey: '' }).where(isOf(deleted))
    await t.app.db.update(attempts).set({ resetAt: now, resetReason: 'x' }).where(eq(attempts.videoId, reset.video.id))
    expect(await readDaily(student)).toEqual({ questions: [], isDone: false })
    await finish(student, running)
    const { questions } = await readDaily(student)
    expect(new Set(questions.map(({ videoId }) => videoId))).toEqual(new Set([running.video.id]))
    const renamed = { title: 'Under another title', titleKey: 'under another title' }
    await t.app.db.update(videos).set(renamed).where(isOf(running))
    expect((await readDaily(student)).questions[0]?.videoTitle).toBe(renamed.title)
  })
})

describe('what waits for a student', () => {
  const readToday = (student: MadeStudent) => t.as(student.token)(contract.readToday, {})
  const readReplay = (student: MadeStudent, quiz: MadeQuiz) =>
    t.as(student.token)(contract.readReplay, { params: quizParams(quiz) })
  const askOnly = (quiz: MadeQuiz, askedCount: number) =>
    t.app.db.insert(quizzes).values({ videoId: quiz.video.id, ageCategory: quiz.ageCategory, askedCount })

  it('is a replay of an old video while its pool has questions that are new to the student, without points', async () => {
    const quiz = await makeQuiz(t, { count: 5 })
    await askOnly(quiz, 3)
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    expect(await readToday(student)).toMatchObject({ practice: { count: 0, isDone: false }, replays: [] })
    expect(await refusal(readReplay(student, quiz))).toMatchObject({ status: 404 })
    const { questions: asked } = await start(student, quiz)
    expect(await refusal(readReplay(student, quiz))).toMatchObject({ code: 'attempt_open' })
    await finish(student, quiz)
    await start(other, quiz)
    await finish(other, quiz)
    const { video, ageCategory } = quiz
    const replay = { videoId: video.id, videoTitle: video.title, ageCategory, newCount: 2 }
    expect(await readToday(student)).toMatchObject({ practice: { count: 3, isDone: false }, replays: [replay] })
    const { questions } = await readReplay(student, quiz)
    expect(JSON.stringify(questions)).not.toContain('correctAnswer')
    const old = new Set(asked.map(({ _id }) => _id))
    const fresh = quiz.questions.flatMap(({ id }, n) => (old.has(id) ? [] : [n]))
    const isFresh = (id: string) => fresh.some((n) => questionId(quiz, n) === id)
    expect(questions.map(({ _id }) => isFresh(_id))).toEqual([true, true])
    const before = [await loadAttempts(student), await loadEntry(student), await loadPointsLedger(student)]
    for (const n of fresh) expect(await practise(student, quiz, n, 'right')).toMatchObject({ correct: true })
    expect([await loadAttempts(student), await loadEntry(student), await loadPointsLedger(student)]).toEqual(before)
    expect((await readToday(student)).replays).toEqual([])
    expect((await readReplay(student, quiz)).questions).toHaveLength(3)
    expect((await readToday(other)).replays).toEqual([replay])
    await t.app.db.update(videos).set({ access: 'premium' }).where(eq(videos.id, video.id))
    expect((await readToday(other)).replays).toEqual([])
    expect(await refusal(readReplay(other, quiz))).toMatchObject({ status: 402 })
  })

  it('is the date of the next scheduled video, never its title, and nothing of drafts, failed or deleted ones', async () => {
    const [student, paid] = [await makeStudent(t), await makePaidStudent(t)]
    const now = t.app.clock.now().getTime()
    const at = (days: number) => new Date(now + days * 86_400_000)
    const make = async (changes: Partial<typeof videos.$inferInsert>) => {
      const video = await makeVideo(t)
      await t.app.db.update(videos).set(changes).where(eq(videos.id, video.id))
      return video
    }
    await make({ isDraft: true, publishAt: null })
    await make({ publishAt: at(1), state: 'failed' })
    await make({ publishAt: at(1), deletedAt: at(0) })
    await make({ publishAt: at(-1) })
    expect((await readToday(student)).nextVideo).toBeNull()
    const later = await make({ publishAt: at(4) })
    const next = await make({ publishAt: at(2), access: 'premium' })
    const today = await readToday(student)
    expect(today.nextVideo).toEqual({ at: at(2).toISOString(), isLocked: true })
    expect(JSON.stringify(today)).not.toMatch(new RegExp(`${next.title}|${later.title}|${next.id}|${later.id}`))
    expect((await readToday(paid)).nextVideo).toEqual({ at: at(2).toISOString(), isLocked: false })
  })

  it('is something every morning of a week, with a streak that grows, for a student who does everything every day', async () => {
    const quiz = await makeQuiz(t, { count: 12 })
    await askOnly(quiz, 6)
    const monday = new Date('2026-11-02T08:00:00Z').getTime()
    t.app.clock.set(new Date(monday))
    const student = await makeStudent(t)
    // Only six of the twelve questions are asked.
    const asked = (await start(student, quiz)).questions[0]?._id
    await answer(
      student,
      quiz,
      quiz.questions.findIndex(({ id }) => id === asked),
      'wrong one',
    )
    await finish(student, quiz)
    // Without HTTP, because the login would end each night.
    const who = { kind: 'student' as const, id: student.id, username: '', sessionId: '', birth: '' }
    const { video, ageCategory } = quiz
    const answerAll = async (asked: readonly { _id: string }[]) => {
      for (const { _id: triviaId } of asked)
        await answerPractice(t.app, who, { videoTitle: video.title, ageCategory, triviaId, answer: 'right' })
    }
    const mornings: unknown[] = []
    for (let day = 1; day <= 6; day += 1) {
      t.app.clock.set(new Date(monday + day * 86_400_000))
      const { practice, replays } = await readTodayOf(t.app, who)
      const { questions } = await readDailyPractice(t.app, who)
      mornings.push([practice, replays.map(({ newCount }) => newCount)])
      await answerAll(questions)
      if (day === 2)
        await answerAll((await readReplayOf(t.app, who, { videoTitle: video.title, ageCategory })).questions)
      expect((await readTodayOf(t.app, who)).practice).toEqual({ count: 3, isDone: true })
      expect((await listAttempts(t.app, who.id)).streakDays).toBe(day + 1)
    }
    const due = { count: 3, isDone: false }
    expect(mornings).toEqual([
      [due, [6]],
      [due, [6]],
      [due, []],
      [due, []],
      [due, []],
      [due, []],
    ])
  })
})
