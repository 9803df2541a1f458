import { eq } from 'drizzle-orm'
import { formatTap, TAP_HEADER } from '@baobab/contract/quiz/answer-tap.ts'
import * as contract from '@baobab/contract/quiz/endpoints.ts'
import { exportData } from '@baobab/contract/privacy/endpoints.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { openTestApp } from '../../test/harness.ts'
import { makeQuiz, makeStudent, makeVideo } from '../../test/factories.ts'
import { expectScoresToAddUp } from '../../test/expect-scores.ts'
import { quizParams, quizCalls, quizRows, expectRefusalWithoutWrites } from '../../test/take-quiz.ts'
import { students } from '../accounts/tables.ts'
import { videos } from '../videos/tables.ts'

const t = await openTestApp()
afterEach(() => t.app.clock.set(new Date()))

const { start, finish, review, answer } = quizCalls((token) => t.as(token))
const { loadAttempts, loadAnswers, loadEntry, loadPointsLedger } = quizRows(() => t)

describe('answering', () => {
  it('a correct answer adds ten points to the attempt, the leaderboard entry and the points ledger', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const attempt = await start(student, quiz)
    const triviaId = quiz.questions[0]?.id ?? ''
    expect(await answer(student, quiz, 0, 'right')).toEqual({
      message: 'Correct answer!',
      correct: true,
      points: 10,
      triviaId,
      answer: 'right',
      correctAnswer: 'right',
      explanation: null,
      momentSeconds: null,
    })
    const [row] = await loadAnswers(student)
    expect(row).toMatchObject({
      attemptId: attempt._id,
      questionId: triviaId,
      answer: 'right',
      correct: true,
      points: 10,
    })
    const entry = await loadEntry(student)
    expect(entry).toMatchObject({ score: 10, isListed: true, reachedAt: row?.answeredAt })
    expect(await loadPointsLedger(student)).toMatchObject([
      {
        entryId: entry?.id,
        ageCategory: '11-20',
        delta: 10,
        scoreAfter: 10,
        reason: 'first-answer',
        attemptId: attempt._id,
        questionId: triviaId,
        at: row?.answeredAt,
      },
    ])
    expect(await loadAttempts(student)).toMatchObject([{ answeredCount: 1, correctCount: 1, lockedAt: null }])
  })

  it('stores when it was tapped, by the first request, and accepts it without that', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const send = (n: number, header: string) => {
      const body = { triviaId: quiz.questions[n]?.id ?? '', answer: 'right' }
      const input = { params: quizParams(quiz), body }
      return t.as(student.token)(contract.answerQuestion, input, { headers: { [TAP_HEADER]: header } })
    }
    const tappedAt = Date.parse('2020-01-01T00:00:00Z')
    await send(0, formatTap({ tappedAt, sentAt: tappedAt + 155_000 }))
    await send(0, formatTap({ tappedAt, sentAt: tappedAt + 160_000 }))
    expect(await send(1, 'a moment ago')).toMatchObject({ correct: true })
    await answer(student, quiz, 2, 'right')
    const times = [
      { tappedAt: new Date(tappedAt), waitedMs: 155_000 },
      { tappedAt: null, waitedMs: null },
      { tappedAt: null, waitedMs: null },
    ]
    expect(await loadAnswers(student)).toMatchObject(times)
    const { tables } = await t.as(student.token)(exportData, {})
    expect(tables['answers']).toMatchObject([{ tappedAt: '2020-01-01T00:00:00.000Z', waitedMs: 155_000 }, {}, {}])
  })

  it('a wrong answer earns nothing, but a first one puts the student on the leaderboard with 0 points', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    expect(await answer(student, quiz, 0, 'wrong one')).toMatchObject({
      message: 'Incorrect answer.',
      correct: false,
      points: 0,
    })
    const first = await loadEntry(student)
    expect(first).toMatchObject({ score: 0, isListed: true })
    await answer(student, quiz, 1, 'wrong two')
    expect(await loadEntry(student)).toEqual(first)
    await answer(student, quiz, 2, 'right')
    const moved = await loadEntry(student)
    expect(moved?.reachedAt).toEqual((await loadAnswers(student))[2]?.answeredAt)
    await answer(student, quiz, 3, 'wrong two')
    expect(await loadEntry(student)).toEqual(moved)
    const lines = await loadPointsLedger(student)
    expect(lines.map(({ delta, scoreAfter, reason }) => [delta, scoreAfter, reason])).toEqual([
      [0, 0, 'first-answer'],
      [10, 10, 'answer'],
    ])
  })

  it('Q-05 repeating an answer gets the same reply, ignoring case and spaces, even after the lock', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const first = await answer(student, quiz, 0, 'right')
    for (const again of ['right', ' RIGHT ', 'Right']) expect(await answer(student, quiz, 0, again)).toEqual(first)
    await finish(student, quiz)
    expect(await answer(student, quiz, 0, 'right')).toEqual(first)
    t.app.clock.advance(600_000)
    expect(await answer(student, quiz, 0, 'right')).toEqual(first)
    expect(await loadAnswers(student)).toHaveLength(1)
    expect(await loadEntry(student)).toMatchObject({ score: 10 })
  })

  it('a different answer to an answered question is refused', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    await answer(student, quiz, 0, 'wrong one')
    await expectRefusalWithoutWrites(t, () => answer(student, quiz, 0, 'right'), {
      status: 409,
      code: 'already_answered',
      message: 'You have already answered this question.',
    })
  })

  it.each(['', '   ', 'nonsense', 'rig ht', 'x'.repeat(201), 'x'.repeat(10_000)])(
    'Q-02 Q-14 %j is not an option and does not use up the answer',
    async (option) => {
      const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
      await start(student, quiz)
      const error = await refusal(answer(student, quiz, 0, option))
      expect(error).toMatchObject({ status: 400, message: 'Please select an answer for this question.' })
      expect(error.errors).toEqual([{ path: 'answer', message: 'Please select an answer for this question.' }])
      expect(JSON.stringify(error)).not.toMatch(/right|correct/i)
      expect(await loadAnswers(student)).toEqual([])
      expect((await answer(student, quiz, 0, ' rIGHT\t')).points).toBe(10)
    },
  )

  it('Q-12 only questions of the attempt can be answered', async () => {
    const student = await makeStudent(t)
    const [quiz, other] = [await makeQuiz(t), await makeQuiz(t)]
    const young = await makeQuiz(t, { video: quiz.video, ageCategory: '5-10' })
    await start(student, quiz)
    const foreign = [other.questions[0]?.id, young.questions[0]?.id, 'nonsense', "' or 1=1 --", quiz.video.id]
    for (const triviaId of foreign) {
      const body = { triviaId: triviaId ?? '', answer: 'right' }
      await expectRefusalWithoutWrites(
        t,
        () => t.as(student.token)(contract.answerQuestion, { params: quizParams(quiz), body }),
        {
          status: 404,
          code: 'question_not_found',
          message: 'This question is not part of your quiz.',
        },
      )
    }
  })

  it('Q-15 accepts no points, scores or results from the client', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    for (const extra of [
      { points: 100 },
      { score: 1_000 },
      { isCorrect: true },
      { correct: true },
      { at: '2026-01-01' },
    ]) {
      const reply = await t.http.inject({
        method: 'POST',
        url: `/api/trivia/video/${encodeURIComponent(quiz.video.title)}/11-20/answer`,
        headers: { authorization: `Bearer ${student.token}`, date: 'Thu, 01 Jan 1970 00:00:00 GMT' },
        payload: { triviaId: quiz.questions[0]?.id, answer: 'right', ...extra },
      })
      expect(reply.statusCode).toBe(400)
    }
    expect(await loadAttempts(student)).toEqual([])
    await answer(student, quiz, 0, 'right')
    expect(await loadEntry(student)).toMatchObject({ score: 10 })
  })

  it('Q-13 the first answer starts the attempt if none is running', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    await answer(student, quiz, 0, 'right')
    const [row] = await loadAttempts(student)
    // The clocks of the server and the database agree to within a fraction of a round trip.
    expect(Math.abs((row?.startedAt.getTime() ?? 0) - t.app.clock.now().getTime())).toBeLessThan(60_000)
    expect((row?.deadline.getTime() ?? 0) - (row?.startedAt.getTime() ?? 0)).toBe(120_000)
    expect((await start(student, quiz)).answers).toHaveLength(1)
  })

  it('an invalid answer does not start the attempt', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    await expectRefusalWithoutWrites(t, () => answer(student, quiz, 0, 'nonsense'), { status: 400 })
    await expectRefusalWithoutWrites(t, () => answer(student, quiz, 99, 'right'), { status: 400 })
    const other = await makeQuiz(t)
    await expectRefusalWithoutWrites(t, () => answer(student, { ...quiz, questions: other.questions }, 0, 'right'), {
      status: 404,
    })
  })

  it('Q-11 Q-24 is refused for another age category, without an age category, without payment and for an unknown video', async () => {
    const student = await makeStudent(t)
    const quiz = await makeQuiz(t)
    const young = await makeQuiz(t, { ageCategory: '5-10' })
    await expectRefusalWithoutWrites(t, () => answer(student, young, 0, 'right'), {
      status: 403,
      code: 'other_category',
    })
    const adult = await makeStudent(t, { birth: '1990-01-01' })
    await expectRefusalWithoutWrites(t, () => answer(adult, quiz, 0, 'right'), {
      status: 403,
      code: 'age_category_not_set',
    })
    const premium = await makeQuiz(t, { video: await makeVideo(t, { access: 'premium' }) })
    await expectRefusalWithoutWrites(t, () => answer(student, premium, 0, 'right'), { status: 402 })
    const gone = { ...quiz, video: { ...quiz.video, title: 'No such title' } }
    await expectRefusalWithoutWrites(t, () => answer(student, gone, 0, 'right'), {
      status: 404,
      code: 'video_not_found',
    })
  })

  it('a running quiz continues only while the student may open its video', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    await start(student, quiz)
    await t.app.db.update(videos).set({ access: 'premium' }).where(eq(videos.id, quiz.video.id))
    for (const call of [() => answer(student, quiz, 0, 'right'), () => start(student, quiz)])
      await expectRefusalWithoutWrites(t, call, { status: 402 })
  })

  it('the last answer locks the attempt', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t, { count: 2 })]
    await answer(student, quiz, 0, 'right')
    expect((await loadAttempts(student))[0]?.lockedAt).toBeNull()
    await answer(student, quiz, 1, 'wrong one')
    const [row] = await loadAttempts(student)
    expect(row?.lockedAt).toEqual((await loadAnswers(student))[1]?.answeredAt)
    expect((await review(student, quiz)).score).toBe(10)
  })

  it('is refused after the quiz is finished, and says so', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    await answer(student, quiz, 0, 'right')
    await finish(student, quiz)
    await expectRefusalWithoutWrites(t, () => answer(student, quiz, 1, 'right'), {
      status: 409,
      code: 'quiz_completed',
      message: 'Quiz already completed.',
    })
    t.app.clock.advance(600_000)
    await expectRefusalWithoutWrites(t, () => answer(student, quiz, 1, 'right'), { code: 'quiz_completed' })
  })

  it('a disqualified student answers and earns points, but is not on the leaderboard', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    await t.app.db.update(students).set({ disqualifiedAt: new Date() }).where(eq(students.id, student.id))
    expect((await answer(student, quiz, 0, 'right')).points).toBe(10)
    expect(await loadEntry(student)).toMatchObject({ score: 10, isListed: false })
  })
})

it('Q-15 every score adds up at the end', async () => {
  await expectScoresToAddUp(t)
})
