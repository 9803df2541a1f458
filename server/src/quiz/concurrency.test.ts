// Tests concurrent requests: no answer is accepted twice, no attempt starts twice, and no answer is accepted after the lock.
import { eq } from 'drizzle-orm'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import type { Caller } from '@baobab/contract/kernel/client.ts'
import { answerQuestion } from '@baobab/contract/quiz/endpoints.ts'
import * as quizAdmin from '@baobab/contract/quiz/admin.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce, openConnections } from '../../test/connections.ts'
import { openTestApp } from '../../test/harness.ts'
import { makeAdmin, makeQuiz, makeStudent, makeVideo, unique, type MadeStudent } from '../../test/factories.ts'
import { releaseTogether } from '../../test/release-together.ts'
import { expectScoresToAddUp } from '../../test/expect-scores.ts'
import { quizCalls, quizRows } from '../../test/take-quiz.ts'
import { leaderboardEntries } from '../leaderboard/tables.ts'
import { questions } from './tables.ts'

const t = await openTestApp()
const as: (token?: string) => Caller = await openConnections(t)

const { start, finish, answer } = quizCalls((token) => as(token))
const { loadAttempts, loadAnswers, loadEntry, loadPointsLedger } = quizRows(() => t)

const options = ['right', 'wrong one', 'wrong two', 'wrong three']
const toStatus = (outcome: unknown) => (outcome instanceof ApiError ? outcome.status : 200)
const refusalMessages = (outcomes: unknown[]) =>
  outcomes.filter((outcome) => outcome instanceof ApiError).map((refusal) => refusal.message)
/** Makes other transactions that lock the attempt, as each answer does, wait. */
const lockAttempt = (id: string) => `select from attempts where id = '${id}' for no key update`
/** Delays inserting an attempt until several calls have found that there is none. */
const noAttemptYet = { lock: 'lock table attempts in share mode', waiting: 8 }
const nthOption = (n: number) => options[n % 4] ?? ''

it('simultaneous answers to two quizzes, some with impossible titles, each get their own reply', async () => {
  const quizzes = [await makeQuiz(t), await makeQuiz(t)] as const
  const students = await Promise.all(Array.from({ length: 12 }, () => makeStudent(t)))
  const quizOf = (n: number) => quizzes[n % 2] ?? quizzes[0]
  for (const [n, student] of students.entries()) await start(student, quizOf(n))
  const outcomes = await atOnce(students.length * 2, (call) => {
    const n = Math.floor(call / 2)
    const student = students[n] as MadeStudent
    if (call % 2 === 0) return answer(student, quizOf(n), 0, nthOption(n))
    // A title that no video has, or that ends with a NUL, which text in the database may not contain.
    const videoTitle = `${quizOf(n).video.title}${n % 3 === 0 ? '\0' : '?'}`
    const body = { triviaId: quizOf(n).questions[0]?.id ?? '', answer: 'right' }
    return as(student.token)(answerQuestion, { params: { videoTitle, ageCategory: '11-20' }, body })
  })
  for (const [n, student] of students.entries()) {
    const [triviaId, isRight] = [quizOf(n).questions[0]?.id, nthOption(n) === 'right']
    expect(outcomes[n * 2]).toMatchObject({ triviaId, answer: nthOption(n), correct: isRight })
    expect(toStatus(outcomes[n * 2 + 1])).toBe(n % 3 === 0 ? 400 : 404)
    expect(await loadAnswers(student)).toMatchObject([{ questionId: triviaId, answer: nthOption(n) }])
    expect(await loadEntry(student)).toMatchObject({ score: isRight ? 10 : 0 })
  }
})

describe('one answer', () => {
  it.each([
    [50, 'by chance', 0],
    [20, 'after they have waited for the attempt together', 8],
  ])(
    'Q-03 sent %d times simultaneously, %s, becomes one row and ten points, and all get the same reply',
    async (times, _, waiting) => {
      const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
      const { _id } = await start(student, quiz)
      const outcomes = await releaseTogether([t], { lock: lockAttempt(_id), waiting }, () =>
        atOnce(times, () => answer(student, quiz, 0, 'right')),
      )
      const expected = {
        message: 'Correct answer!',
        correct: true,
        points: 10,
        triviaId: quiz.questions[0]?.id,
        answer: 'right',
        correctAnswer: 'right',
        explanation: null,
        momentSeconds: null,
      }
      for (const outcome of outcomes) expect(outcome).toEqual(expected)
      expect(await loadAnswers(student)).toHaveLength(1)
      expect(await loadEntry(student)).toMatchObject({ score: 10 })
      expect(await loadPointsLedger(student)).toHaveLength(1)
      expect(await loadAttempts(student)).toMatchObject([{ answeredCount: 1, correctCount: 1 }])
    },
  )

  it('Q-13 sent twenty times simultaneously before any start opens one attempt', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const outcomes = await releaseTogether([t], noAttemptYet, () => atOnce(20, () => answer(student, quiz, 0, 'right')))
    expect(outcomes.map(toStatus)).toEqual(Array(20).fill(200))
    expect(await loadAttempts(student)).toHaveLength(1)
    expect(await loadEntry(student)).toMatchObject({ score: 10 })
  })

  it('Q-04 is the only one accepted when all four options are sent simultaneously, in twelve rounds', async () => {
    const rounds = 12
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t, { count: rounds })]
    const { _id } = await start(student, quiz)
    for (let round = 0; round < rounds; round += 1) {
      const send = () => atOnce(4, (n) => answer(student, quiz, round, nthOption(n + round)))
      // In half of the rounds, all four have read that nothing is answered yet before one of them is accepted.
      const outcomes = await (round % 2 ? send() : releaseTogether([t], { lock: lockAttempt(_id), waiting: 4 }, send))
      expect(refusalMessages(outcomes)).toEqual(Array(3).fill('You have already answered this question.'))
      for (const refused of outcomes.filter((outcome) => outcome instanceof ApiError))
        expect(JSON.stringify(refused)).not.toMatch(/right|correct/i)
    }
    const rows = await loadAnswers(student)
    expect(rows).toHaveLength(rounds)
    const right = rows.filter((row) => row.answer === 'right').length
    expect(await loadEntry(student)).toMatchObject({ score: 10 * right })
    expect(await loadAttempts(student)).toMatchObject([{ answeredCount: rounds, correctCount: right }])
    expect((await loadAttempts(student))[0]?.lockedAt).toBeInstanceOf(Date)
  })
})

describe('many simultaneous answers', () => {
  it('to all questions of one quiz are all counted, and the last one locks the attempt', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t, { count: 20 })]
    const outcomes = await atOnce(20, (n) => answer(student, quiz, n, 'right'))
    expect(outcomes.map(toStatus)).toEqual(Array(20).fill(200))
    const [attempt] = await loadAttempts(student)
    expect(attempt).toMatchObject({ answeredCount: 20, correctCount: 20 })
    expect(attempt?.lockedAt).toBeInstanceOf(Date)
    expect(await loadEntry(student)).toMatchObject({ score: 200 })
  })

  it('by one student in several quizzes update one leaderboard entry and lose no points', async () => {
    const student = await makeStudent(t)
    const quizzes = await Promise.all(Array.from({ length: 4 }, () => makeQuiz(t, { count: 5 })))
    await atOnce(40, (n) => {
      const quiz = quizzes[n % 4]
      if (!quiz) throw new Error('no quiz')
      return answer(student, quiz, Math.floor(n / 4) % 5, 'right')
    })
    expect(await loadEntry(student)).toMatchObject({ score: 200 })
    const lines = await loadPointsLedger(student)
    expect(lines.map((line) => line.scoreAfter)).toEqual(Array.from({ length: 20 }, (_, i) => 10 * (i + 1)))
    expect(lines.filter((line) => line.reason === 'first-answer')).toHaveLength(1)
  })

  it('by ten students, some repeated or changed, earn the points of each first answer', async () => {
    const quiz = await makeQuiz(t, { count: 5 })
    const students = await Promise.all(Array.from({ length: 10 }, () => makeStudent(t)))
    const sends = students.flatMap((student, s) =>
      quiz.questions.flatMap((_, n) =>
        [nthOption(s + n), nthOption(s + n), nthOption(s * n)].map((o) => ({ student, n, o })),
      ),
    )
    const outcomes = await atOnce(sends.length, async (i) => {
      const send = sends[i]
      if (!send) throw new Error('no send')
      return answer(send.student, quiz, send.n, send.o)
    })
    expect(new Set(outcomes.map(toStatus))).toEqual(new Set([200, 409]))
    for (const student of students) {
      const rows = await loadAnswers(student)
      expect(rows).toHaveLength(5)
      expect((await loadEntry(student))?.score).toBe(10 * rows.filter((row) => row.answer === 'right').length)
    }
  })
})

describe('any schedule of requests', () => {
  const send = fc.record({ question: fc.nat(3), option: fc.nat(3), copies: fc.integer({ min: 1, max: 3 }) })
  const waves = fc.array(fc.array(send, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 })

  it('in parallel, repeated and in any order, earns ten points for each correct first answer', async () => {
    const quiz = await makeQuiz(t, { count: 4 })
    await fc.assert(
      fc.asyncProperty(waves, async (schedule) => {
        const student = await makeStudent(t)
        const replies = new Map<number, unknown>()
        for (const wave of schedule) {
          const sends = wave.flatMap((one) => Array.from({ length: one.copies }, () => one))
          const outcomes = await atOnce(sends.length, (n) =>
            answer(student, quiz, sends[n]?.question ?? 0, nthOption(sends[n]?.option ?? 0)),
          )
          for (const [n, { question }] of sends.entries()) {
            const isTaken = toStatus(outcomes[n]) === 200
            if (isTaken && !replies.has(question)) replies.set(question, outcomes[n])
            expect(outcomes[n]).toMatchObject(isTaken ? Object(replies.get(question)) : { code: 'already_answered' })
          }
        }
        const rows = await loadAnswers(student)
        expect(rows).toHaveLength(new Set(schedule.flat().map((one) => one.question)).size)
        for (const row of rows)
          expect(replies.get(quiz.questions.findIndex((one) => one.id === row.questionId))).toMatchObject({
            answer: row.answer,
            points: row.answer === 'right' ? 10 : 0,
          })
        const score = 10 * rows.filter((row) => row.answer === 'right').length
        expect((await loadEntry(student))?.score).toBe(score)
        expect((await loadPointsLedger(student)).reduce((sum, line) => sum + line.delta, 0)).toBe(score)
      }),
      { numRuns: 10 },
    )
  })
})

describe('starting twenty times simultaneously', () => {
  it('Q-10 creates one attempt with one deadline and one order', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const outcomes = await releaseTogether([t], noAttemptYet, () => atOnce(20, () => start(student, quiz)))
    const [attempt] = await loadAttempts(student)
    expect(await loadAttempts(student)).toHaveLength(1)
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        _id: attempt?.id,
        startedAt: attempt?.startedAt.toISOString(),
        deadline: attempt?.deadline.toISOString(),
        questions: attempt?.questionSnapshot.map((one) => ({ _id: one.id, options: one.options })),
      })
  })
})

describe('finishing while answering', () => {
  it('accepts or refuses each answer, and the returned score includes all accepted ones', async () => {
    const quiz = await makeQuiz(t, { count: 10 })
    for (let round = 0; round < 11; round += 1) {
      const student = await makeStudent(t)
      await start(student, quiz)
      // Sends the finishing request before, among and after the answers.
      const outcomes = await atOnce<unknown>(11, (n) =>
        n === round ? finish(student, quiz) : answer(student, quiz, n < round ? n : n - 1, 'right'),
      )
      const [finished] = outcomes.splice(round, 1)
      const taken = outcomes.filter((outcome) => toStatus(outcome) === 200).length
      expect(new Set(refusalMessages(outcomes))).toEqual(new Set(taken < 10 ? ['Quiz already completed.'] : []))
      expect(finished).toMatchObject({ score: 10 * taken })
      expect(await loadAnswers(student)).toHaveLength(taken)
      expect((await finish(student, quiz)).score).toBe(10 * taken)
    }
  })
})

describe('adding questions concurrently', () => {
  it('adds a question once, and never more than fifty', async () => {
    const admin = await makeAdmin(t)
    const video = await makeVideo(t)
    const add = (question: string) =>
      as(admin.token)(quizAdmin.addQuestion, {
        body: { videoTitle: video.title, question, options, correctAnswer: 'right', ageCategory: '11-20' },
      })
    const same = await atOnce(10, (n) => add(n % 2 ? 'Who was honest?' : ' who WAS honest? '))
    expect(refusalMessages(same)).toEqual(Array(9).fill('This video already has this question.'))
    await makeQuiz(t, { video, count: 46 })
    const more = await atOnce(10, () => add(unique()))
    expect(more.filter((outcome) => toStatus(outcome) === 200)).toHaveLength(3)
    const stored = await t.app.db.select().from(questions).where(eq(questions.videoId, video.id))
    expect(stored).toHaveLength(50)
    expect(new Set(stored.map((row) => row.position)).size).toBe(50)
  })
})

it('Q-21 every score adds up at the end, and the ledger cannot be changed', async () => {
  await expectScoresToAddUp(t)
  expect((await t.app.db.select().from(leaderboardEntries)).length).toBeGreaterThan(10)
  for (const statement of [
    'update standing_changes set delta = 1000',
    'delete from standing_changes',
    'truncate standing_changes',
    'update answers set correct = true',
    'delete from answers',
    'truncate answers',
    'update audit_lines set action = action',
    'delete from audit_lines',
  ]) {
    await expect(t.owner.query(statement)).rejects.toThrow('is append-only')
    await expect(t.app.pool.query(statement)).rejects.toThrow('permission denied')
  }
  await expectScoresToAddUp(t)
})
