import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { openStillTestApp } from '../../test/harness.ts'
import {
  makePaidStudent,
  makeQuiz,
  makeStudent,
  makeVideo,
  unique,
  type MadeQuiz,
  type MadeStudent,
} from '../../test/factories.ts'
import { expectScoresToAddUp } from '../../test/expect-scores.ts'
import { snapshotDatabase } from '../../test/snapshot-database.ts'
import { quizCalls, quizRows, expectRefusalWithoutWrites } from '../../test/take-quiz.ts'
import { formerTitles, videos } from '../videos/tables.ts'
import { noteReviews } from './note-reviews.ts'
import { attemptReviews, questions } from './tables.ts'

const t = await openStillTestApp()
afterEach(() => t.app.clock.set(new Date()))

const { start, finish, review, list, answer } = quizCalls((token) => t.as(token))
const { loadAttempts, loadEntry } = quizRows(() => t)

/** Returns the app's database with statements outside transactions failing. */
const withFailingWrites = (code: string) =>
  Object.assign(Object.create(t.app.db) as typeof t.app.db, {
    execute: () => Promise.reject(Object.assign(new Error('failed'), { code })),
  })

describe('starting', () => {
  let teen: MadeStudent
  let adult: MadeStudent
  beforeAll(async () => {
    teen = await makeStudent(t)
    adult = await makeStudent(t, { birth: '1990-01-01' })
  })

  it('creates one attempt with 120 seconds and its own copy of the questions, and reveals no correct answer', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const reply = await start(student, quiz)
    const rows = await loadAttempts(student)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      id: reply._id,
      videoId: quiz.video.id,
      ageCategory: '11-20',
      questionCount: 5,
      answeredCount: 0,
      correctCount: 0,
      lockedAt: null,
    })
    expect(Date.parse(reply.deadline) - Date.parse(reply.startedAt)).toBe(120_000)
    expect(rows[0]?.deadline.toISOString()).toBe(reply.deadline)
    expect(reply.serverNow).toBe(reply.startedAt)
    // The clocks of the server and the database agree to within a fraction of a round trip.
    expect(Math.abs(Date.parse(reply.startedAt) - t.app.clock.now().getTime())).toBeLessThan(60_000)
    expect(JSON.stringify(reply)).not.toMatch(/correct/i)
    expect(reply.questions.map((one) => one._id).toSorted()).toEqual(quiz.questions.map((one) => one.id).toSorted())
    expect(await loadEntry(student)).toBeUndefined()
  })

  it('Q-09 again while it is running returns the same attempt: deadline, order and answers so far', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const first = await start(student, quiz)
    await answer(student, quiz, 0, 'wrong one')
    t.app.clock.advance(60_000)
    const second = await start(student, quiz)
    expect(second).toEqual({
      ...first,
      serverNow: second.serverNow,
      answers: [
        {
          triviaId: quiz.questions[0]?.id,
          answer: 'wrong one',
          correct: false,
          correctAnswer: 'right',
          explanation: null,
          momentSeconds: null,
        },
      ],
    })
    expect(Date.parse(second.serverNow) - Date.parse(first.serverNow)).toBeGreaterThanOrEqual(60_000)
    expect(await loadAttempts(student)).toHaveLength(1)
  })

  it('Q-16 gives every attempt its own order', async () => {
    const quiz = await makeQuiz(t, { count: 12 })
    const [one, two] = [await start(await makeStudent(t), quiz), await start(await makeStudent(t), quiz)]
    expect(one.questions.map((q) => q._id)).not.toEqual(two.questions.map((q) => q._id))
    const options = (attempt: typeof one) =>
      attempt.questions.toSorted((a, b) => a._id.localeCompare(b._id)).map((q) => q.options)
    expect(options(one)).not.toEqual(options(two))
  })

  it('Q-08 is refused once the attempt is locked, by finishing or by the deadline', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const completed = { status: 409, code: 'quiz_completed', message: 'Quiz already completed.' }
    await start(student, quiz)
    await finish(student, quiz)
    await expectRefusalWithoutWrites(t, () => start(student, quiz), completed)
    const late = await makeStudent(t)
    await start(late, quiz)
    t.app.clock.advance(122_001)
    // Not compared as a whole, because the server's own job may lock the attempt at any time.
    expect(await refusal(start(late, quiz))).toMatchObject(completed)
    expect(await loadAttempts(late)).toHaveLength(1)
  })

  it('Q-11 R-31 is refused for another age category, or without one', async () => {
    const quiz = await makeQuiz(t, { ageCategory: '5-10' })
    await expectRefusalWithoutWrites(t, () => start(teen, quiz), {
      status: 403,
      code: 'other_category',
      message: 'This quiz is for another age group.',
    })
    await expectRefusalWithoutWrites(t, () => start(adult, quiz), {
      status: 403,
      code: 'age_category_not_set',
      message: 'Your age category is not set. Please update your profile.',
    })
  })

  it('Q-24 is refused for an unknown video, without questions or without payment', async () => {
    const nowhere = { ...(await makeQuiz(t)), video: { ...(await makeVideo(t)), title: 'No such title' } }
    await expectRefusalWithoutWrites(t, () => start(teen, nowhere), { status: 404, code: 'video_not_found' })
    const empty = { video: await makeVideo(t), ageCategory: '11-20' as const, questions: [] }
    await expectRefusalWithoutWrites(t, () => start(teen, empty), {
      status: 409,
      code: 'no_questions',
      message: 'No trivia available for this video for your age group.',
    })
    const premium = await makeQuiz(t, { video: await makeVideo(t, { access: 'premium' }) })
    await expectRefusalWithoutWrites(t, () => start(teen, premium), { status: 402, message: 'Make a Payment of #1000' })
    expect((await start(await makePaidStudent(t), premium)).questions).toHaveLength(5)
  })
})

describe('finishing', () => {
  it('locks the attempt and returns the score; finishing again changes nothing', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    await answer(student, quiz, 0, 'right')
    await answer(student, quiz, 1, 'wrong one')
    const first = await finish(student, quiz)
    expect(first).toMatchObject({ score: 10, maxScore: 50 })
    expect((await loadAttempts(student))[0]?.lockedAt?.toISOString()).toBe(first.lockedAt)
    t.app.clock.advance(5_000)
    const before = await snapshotDatabase(t)
    expect(await finish(student, quiz)).toEqual(first)
    expect(await snapshotDatabase(t)).toEqual(before)
  })

  it('late counts as finishing at the deadline', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const { deadline } = await start(student, quiz)
    t.app.clock.advance(300_000)
    expect((await finish(student, quiz)).lockedAt).toBe(deadline)
  })

  it('needs an attempt', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    await expectRefusalWithoutWrites(t, () => finish(student, quiz), { status: 404, code: 'not_found' })
    const stranger = await makeStudent(t)
    await start(stranger, quiz)
    await expectRefusalWithoutWrites(t, () => finish(student, quiz), { status: 404, code: 'not_found' })
    // Nobody can find out that a draft exists.
    await t.app.db.update(videos).set({ isDraft: true }).where(eq(videos.id, quiz.video.id))
    await expectRefusalWithoutWrites(t, () => finish(student, quiz), { code: 'video_not_found' })
  })
})

describe('the review', () => {
  it('Q-23 is refused while the attempt is running', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    expect(await refusal(review(student, quiz))).toMatchObject({ status: 404 })
    await start(student, quiz)
    expect(await refusal(review(student, quiz))).toMatchObject({
      status: 403,
      code: 'attempt_open',
      message: 'The review opens when your quiz is finished.',
    })
  })

  it('shows the score, the correct answers and the given answers once the attempt is locked', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t, { count: 3 })]
    const attempt = await start(student, quiz)
    await answer(student, quiz, 0, 'right')
    await answer(student, quiz, 1, 'wrong two')
    const { lockedAt } = await finish(student, quiz)
    const shown = await review(student, quiz)
    expect(shown).toMatchObject({ title: quiz.video.title, ageCategory: '11-20', score: 10, maxScore: 30, lockedAt })
    expect(shown.questions.map((one) => one._id)).toEqual(attempt.questions.map((one) => one._id))
    const of = (n: number) => shown.questions.find((one) => one._id === quiz.questions[n]?.id)
    expect(of(0)).toMatchObject({ correctAnswer: 'right', answer: 'right', correct: true })
    expect(of(1)).toMatchObject({ correctAnswer: 'right', answer: 'wrong two', correct: false })
    expect(of(2)).toMatchObject({ correctAnswer: 'right', answer: null, correct: false })
  })

  it('is recorded for each attempt, at most once a minute', async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    const quizzes = [await makeQuiz(t), await makeQuiz(t)]
    for (const quiz of quizzes) {
      await start(student, quiz)
      await finish(student, quiz)
    }
    const [first, second] = quizzes
    if (!first || !second) throw new Error('no quiz')
    await start(other, first)
    await finish(other, first)
    const count = async (quiz: MadeQuiz, by = student) => {
      const attempt = (await loadAttempts(by)).find(({ videoId }) => videoId === quiz.video.id)
      return t.app.db.$count(attemptReviews, eq(attemptReviews.attemptId, attempt?.id ?? ''))
    }
    for (const _ of [1, 2]) await review(student, first)
    expect([await count(first), await count(second), await count(first, other)]).toEqual([1, 0, 0])
    await review(student, second)
    await review(other, first)
    expect([await count(first), await count(second), await count(first, other)]).toEqual([1, 1, 1])
    t.app.clock.advance(50_000)
    await review(student, first)
    expect(await count(first)).toBe(1)
    t.app.clock.advance(15_000)
    for (const _ of [1, 2]) await review(student, first)
    expect(await count(first)).toBe(2)
  })

  it.each([
    ['is known to be full', (): object => ({ diskSpace: { ...t.app.diskSpace, isFull: () => true } })],
    ['turns out to be full', (): object => ({ db: withFailingWrites('ENOSPC') })],
  ])('is not recorded while the disk %s, and is refused if the attempt may be reopened', async (_, change) => {
    const [finished, overdue, quiz] = [await makeStudent(t), await makeStudent(t), await makeQuiz(t)]
    for (const student of [finished, overdue]) await start(student, quiz)
    await finish(finished, quiz)
    t.app.clock.advance(150_000)
    await finish(overdue, quiz)
    const app = { ...t.app, ...change() }
    const [known, ranOut] = [await loadAttempts(finished), await loadAttempts(overdue)]
    await noteReviews(app, finished.id, known)
    await expect(noteReviews(app, finished.id, [...known, ...ranOut])).rejects.toMatchObject({ code: 'storage_full' })
    const ids = [...known, ...ranOut].map(({ id }) => id)
    expect(await t.app.db.$count(attemptReviews, inArray(attemptReviews.attemptId, ids))).toBe(0)
  })

  it('fails if it cannot be recorded for another reason', async () => {
    const app = { ...t.app, db: withFailingWrites('ECONNRESET') }
    await expect(noteReviews(app, crypto.randomUUID(), [])).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('opens after the deadline if the quiz was never finished, and no more questions can be answered', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const { deadline } = await start(student, quiz)
    t.app.clock.set(new Date(Date.parse(deadline) + 1_000))
    expect((await refusal(review(student, quiz))).status).toBe(403)
    t.app.clock.set(new Date(Date.parse(deadline) + 2_001))
    expect((await review(student, quiz)).lockedAt).toBe(deadline)
    expect((await loadAttempts(student))[0]?.lockedAt?.toISOString()).toBe(deadline)
    // This holds even if the server's clock is set back.
    t.app.clock.set(new Date(Date.parse(deadline) - 60_000))
    expect((await refusal(answer(student, quiz, 0, 'right'))).status).toBe(409)
  })

  it('Q-20 and the scores use the questions as they were at the start', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t, { count: 3 })]
    await start(student, quiz)
    const [first, second] = quiz.questions
    await t.app.db
      .update(questions)
      .set({ correctAnswer: 'wrong one', options: ['a', 'b', 'c', 'wrong one'], question: 'Another question?' })
      .where(eq(questions.id, first?.id ?? ''))
    await t.app.db.delete(questions).where(eq(questions.id, second?.id ?? ''))
    expect((await start(student, quiz)).questions).toHaveLength(3)
    expect((await answer(student, quiz, 0, 'right')).points).toBe(10)
    expect((await answer(student, quiz, 1, 'right')).points).toBe(10)
    expect((await answer(student, quiz, 2, 'right')).points).toBe(10)
    const shown = await review(student, quiz)
    expect(shown).toMatchObject({ score: 30, maxScore: 30 })
    expect(shown.questions.map((one) => one.question).toSorted()).toEqual(['Question 1?', 'Question 2?', 'Question 3?'])
  })
})

it('finishing and the review find the video by a former title', async () => {
  const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
  await answer(student, quiz, 0, 'right')
  const former = { ...quiz, video: { ...quiz.video, title: `Once called ${unique()}` } }
  await t.app.db.insert(formerTitles).values({ titleKey: former.video.title.toLowerCase(), videoId: quiz.video.id })
  const { lockedAt } = await finish(student, former)
  expect(await review(student, former)).toMatchObject({ title: quiz.video.title, score: 10, lockedAt })
})

describe('my quizzes', () => {
  it('lists only the quizzes that the student has started, newest first', async () => {
    const student = await makeStudent(t)
    const [older, newer] = [await makeQuiz(t), await makeQuiz(t)]
    expect((await list(student)).attempts).toEqual([])
    await answer(student, older, 0, 'right')
    await finish(student, older)
    t.app.clock.advance(1_000)
    const { deadline } = await start(student, newer)
    expect((await list(student)).attempts).toMatchObject([
      { videoId: newer.video.id, ageCategory: '11-20', state: 'running', score: 0, maxScore: 50, deadline },
      { videoId: older.video.id, ageCategory: '11-20', state: 'locked', score: 10, maxScore: 50 },
    ])
    t.app.clock.advance(60_000)
    const left = Date.parse(deadline) - Date.parse((await list(student)).serverNow)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(60_000)
    t.app.clock.advance(63_000)
    expect((await list(student)).attempts[0]?.state).toBe('locked')
    expect((await list(await makeStudent(t))).attempts).toEqual([])
  })
})

it('every score adds up at the end', async () => {
  await expectScoresToAddUp(t)
})
