import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { changeReadingSetting, readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { readQuizTime } from '@baobab/contract/quiz/endpoints.ts'
import { setExtraTime } from '@baobab/contract/students/endpoints.ts'
import { makeAdmin, makeQuiz, makeStudent, makeVideo, PASSWORD } from '../../test/factories.ts'
import { expectScoresToAddUp } from '../../test/expect-scores.ts'
import { quizCalls, quizRows, expectRefusalWithoutWrites } from '../../test/take-quiz.ts'
import { logInStudent } from '../accounts/log-in.ts'
import { poolSizes } from '../platform/database/database.ts'
import { waitFor } from '../../test/wait-for.ts'
import { videos } from '../videos/tables.ts'
import { lockOverdueAttempts } from './lock-overdue-attempts.ts'
import { practiceAnswers } from './streak-tables.ts'
import { attempts } from './tables.ts'

const t = await openStillTestApp()
afterEach(() => t.app.clock.set(new Date()))

const { start, finish, review, list, answer } = quizCalls((token) => t.as(token))
const { loadAttempts, loadAnswers, loadEntry } = quizRows(() => t)

describe('time', () => {
  const timeIsUp = { status: 409, code: 'time_is_up', message: 'Time is up.' }

  it('Q-06 accepts an answer at 122 seconds', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const { startedAt } = await start(student, quiz)
    t.app.clock.set(new Date(Date.parse(startedAt) + 122_000))
    expect(await answer(student, quiz, 0, 'right')).toMatchObject({ correct: true, points: 10 })
  })

  it('Q-06 Q-07 refuses an answer after 122 seconds, the next day, and after the job has locked the attempt', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const { startedAt } = await start(student, quiz)
    for (const after of [122_001, 11 * 3_600_000]) {
      t.app.clock.set(new Date(Date.parse(startedAt) + after))
      expect(await refusal(answer(student, quiz, 0, 'right'))).toMatchObject(timeIsUp)
    }
    const reply = await t.http.inject({
      method: 'POST',
      url: `/api/trivia/video/${encodeURIComponent(quiz.video.title)}/11-20/answer`,
      headers: { authorization: `Bearer ${student.token}`, date: new Date(Date.parse(startedAt)).toUTCString() },
      payload: { triviaId: quiz.questions[0]?.id, answer: 'right' },
    })
    expect(reply.json()).toMatchObject({ code: 'time_is_up' })
    // The server's own job may have locked the attempt already; from here on, nothing else writes.
    await lockOverdueAttempts(t.app)
    expect(await loadAttempts(student)).toMatchObject([{ answeredCount: 0, lockedAt: expect.any(Date) }])
    expect([await loadAnswers(student), await loadEntry(student)]).toEqual([[], undefined])
    await expectRefusalWithoutWrites(t, () => answer(student, quiz, 0, 'right'), timeIsUp)
  })

  it('continues to its end, even after a reload, although an admin has made the video a draft', async () => {
    const [student, other, quiz] = [await makeStudent(t), await makeStudent(t), await makeQuiz(t)]
    const { _id } = await start(student, quiz)
    await t.app.db.update(videos).set({ isDraft: true }).where(eq(videos.id, quiz.video.id))
    expect((await list(student)).attempts).toMatchObject([{ state: 'running', hasVideo: true }])
    expect(await start(student, quiz)).toMatchObject({ _id })
    expect(await refusal(start(other, quiz))).toMatchObject({ status: 404, code: 'video_not_found' })
    expect(await answer(student, quiz, 0, 'right')).toMatchObject({ correct: true })
    expect(await finish(student, quiz)).toMatchObject({ score: 10 })
    expect(await review(student, quiz)).toMatchObject({ score: 10 })
    expect((await list(student)).attempts).toMatchObject([{ state: 'locked', hasVideo: false }])
  })

  it('is longer, from the next start on, for a student with extra time, and is judged by the same clock', async () => {
    const [student, running, quiz, admin] = [
      await makeStudent(t),
      await makeQuiz(t),
      await makeQuiz(t),
      await makeAdmin(t),
    ]
    const before = await start(student, running)
    const params = { username: student.username }
    await t.as(admin.token)(setExtraTime, { params, body: { factor: 1.5 } })
    expect((await start(student, running)).deadline).toBe(before.deadline)
    const { startedAt, deadline } = await start(student, quiz)
    expect(Date.parse(deadline) - Date.parse(startedAt)).toBe(180_000)
    expect((await loadAttempts(student)).map(({ seconds }) => seconds).toSorted((a, b) => a - b)).toEqual([120, 180])
    const profile = await t.as(student.token)(readStudentProfile, { params })
    expect(profile.data.extraTimeFactor).toBe(1.5)
    t.app.clock.set(new Date(Date.parse(startedAt) + 182_000))
    expect(await answer(student, quiz, 0, 'right')).toMatchObject({ correct: true })
    t.app.clock.set(new Date(Date.parse(startedAt) + 182_001))
    await expectRefusalWithoutWrites(t, () => answer(student, quiz, 1, 'right'), timeIsUp)
    const wrong = { params, body: { factor: 3 as 2 } }
    expect(await refusal(t.as(admin.token)(setExtraTime, wrong))).toMatchObject({
      status: 400,
      errors: [{ path: 'factor', message: 'Please choose one of the times.' }],
    })
  })

  it('follows the length of the text, from the next start on, for a student whose quizzes are read aloud', async () => {
    const [student, running, quiz] = [await makeStudent(t), await makeQuiz(t), await makeQuiz(t)]
    const call = t.as(student.token)
    const time = () => call(readQuizTime, { params: { videoTitle: quiz.video.title, ageCategory: quiz.ageCategory } })
    const before = await start(student, running)
    expect(await time()).toEqual({ seconds: 120 })
    expect(await call(changeReadingSetting, { body: { wantsReading: true } })).toEqual({ wantsReading: true })
    expect((await start(student, running)).deadline).toBe(before.deadline)
    // 45 words.
    expect(await time()).toEqual({ seconds: 150 })
    const { startedAt, deadline, seconds } = await start(student, quiz)
    expect([seconds, Date.parse(deadline) - Date.parse(startedAt)]).toEqual([150, 150_000])
    await call(changeReadingSetting, { body: { wantsReading: false } })
    expect((await start(student, quiz)).deadline).toBe(deadline)
    t.app.clock.set(new Date(Date.parse(startedAt) + 152_000))
    expect(await answer(student, quiz, 0, 'right')).toMatchObject({ correct: true })
    t.app.clock.set(new Date(Date.parse(startedAt) + 152_001))
    await expectRefusalWithoutWrites(t, () => answer(student, quiz, 1, 'right'), timeIsUp)
  })

  it('Q-07 locks overdue attempts as of their deadline, and leaves those in their grace period running', async () => {
    const quiz = await makeQuiz(t)
    const [overdue, fresh] = [await makeStudent(t), await makeStudent(t)]
    const { deadline } = await start(overdue, quiz)
    t.app.clock.advance(60_000)
    await start(fresh, quiz)
    t.app.clock.set(new Date(Date.parse(deadline) + 1_000))
    await lockOverdueAttempts(t.app)
    expect((await loadAttempts(overdue))[0]?.lockedAt).toBeNull()
    t.app.clock.set(new Date(Date.parse(deadline) + 2_001))
    await lockOverdueAttempts(t.app)
    expect((await loadAttempts(overdue))[0]?.lockedAt?.toISOString()).toBe(deadline)
    expect((await loadAttempts(fresh))[0]?.lockedAt).toBeNull()
    expect((await list(overdue)).attempts).toMatchObject([{ state: 'locked', deadline }])
  })

  it('does not change attempts that were finished early, or others’ attempts when it checks only one', async () => {
    const quiz = await makeQuiz(t)
    const [early, looked, other] = [await makeStudent(t), await makeStudent(t), await makeStudent(t)]
    for (const student of [early, looked, other]) await start(student, quiz)
    const { lockedAt } = await finish(early, quiz)
    t.app.clock.advance(130_000)
    await review(looked, quiz)
    expect((await loadAttempts(other))[0]?.lockedAt).toBeNull()
    await lockOverdueAttempts(t.app)
    expect((await loadAttempts(early))[0]?.lockedAt?.toISOString()).toBe(lockedAt)
    expect((await loadAttempts(other))[0]?.lockedAt).not.toBeNull()
  })

  it('B-23 gives the full time to a student whose start had to wait in a queue', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    // All connections are in use, so the start waits in the pool's queue.
    const clients = await Promise.all(Array.from({ length: poolSizes.requests }, () => t.app.pool.connect()))
    const started = start(student, quiz)
    await waitFor(() => expect(t.app.pool.waitingCount).toBeGreaterThan(0))
    const { rows } = await t.owner.query<{ at: Date }>('select clock_timestamp() as at, pg_sleep(0.05)')
    for (const client of clients) client.release()
    const { startedAt, deadline } = await started
    expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(rows[0]?.at.getTime() ?? Infinity)
    expect(Date.parse(deadline) - Date.parse(startedAt)).toBe(120_000)
  })
})

describe('a quiz during which the machine’s clock is changed', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([3_600_000, -3_600_000])('Q-18 by %d ms keeps its deadline, and its answers count', async (ms) => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const before = await start(student, quiz)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    expect((await answer(student, quiz, 0, 'right')).points).toBe(10)
    const after = await start(student, quiz)
    expect([after.startedAt, after.deadline]).toEqual([before.startedAt, before.deadline])
    // The countdown on screen follows these times.
    for (const { serverNow } of [after, await list(student)]) {
      const left = Date.parse(after.deadline) - Date.parse(serverNow)
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(120_000)
    }
    await lockOverdueAttempts(t.app)
    expect((await loadAttempts(student))[0]?.lockedAt).toBeNull()
  })
})

describe('birthdays', () => {
  // Turns eleven on 15 June 2026, which starts in Lagos at 23:00 UTC the day before.
  const midnight = Date.parse('2026-06-14T23:00:00.000Z')
  const turningEleven = () => makeStudent(t, { birth: '2015-06-15' })

  it.each([
    [-60_000, '5-10', '11-20'],
    [60_000, '11-20', '5-10'],
  ] as const)('Q-19 %d ms from midnight in Lagos the age category is %s, not %s', async (ms, own, other) => {
    t.app.clock.set(new Date(midnight + ms))
    const student = await turningEleven()
    const video = await makeVideo(t)
    const [ownQuiz, otherQuiz] = [
      await makeQuiz(t, { video, ageCategory: own }),
      await makeQuiz(t, { video, ageCategory: other }),
    ]
    expect((await start(student, ownQuiz)).ageCategory).toBe(own)
    await expectRefusalWithoutWrites(t, () => start(student, otherQuiz), { status: 403, code: 'other_category' })
    await expectRefusalWithoutWrites(t, () => answer(student, otherQuiz, 0, 'right'), {
      status: 403,
      code: 'other_category',
    })
  })

  it('Q-19 a quiz that runs past midnight keeps its category, which gets the points but no leaderboard entry', async () => {
    t.app.clock.set(new Date(midnight - 60_000))
    const [student, quiz] = [await turningEleven(), await makeQuiz(t, { ageCategory: '5-10' })]
    const first = await start(student, quiz)
    t.app.clock.set(new Date(midnight + 10_000))
    expect((await start(student, quiz)).deadline).toBe(first.deadline)
    expect((await answer(student, quiz, 0, 'right')).points).toBe(10)
    expect(await loadEntry(student, '5-10')).toMatchObject({ score: 10, isListed: false })
    expect(await loadEntry(student, '11-20')).toBeUndefined()
    await finish(student, quiz)
    expect(await refusal(answer(student, quiz, 1, 'right'))).toMatchObject({ status: 403, code: 'other_category' })
    expect(await refusal(answer(student, quiz, 0, 'wrong one'))).toMatchObject({ code: 'already_answered' })
    expect(await refusal(start(student, quiz))).toMatchObject({ status: 403, code: 'other_category' })
    expect((await answer(student, quiz, 0, 'right')).points).toBe(10)
    expect((await review(student, quiz)).score).toBe(10)
  })

  it('an entry made before midnight stays on the leaderboard until the job removes it', async () => {
    t.app.clock.set(new Date(midnight - 60_000))
    const [student, quiz] = [await turningEleven(), await makeQuiz(t, { ageCategory: '5-10' })]
    await answer(student, quiz, 0, 'right')
    expect(await loadEntry(student, '5-10')).toMatchObject({ score: 10, isListed: true })
  })

  it.each([
    ['2016-02-29', '2027-02-28T22:59:00.000Z', true],
    ['2016-02-29', '2027-02-28T23:01:00.000Z', false],
    ['2016-03-01', '2027-02-28T22:59:00.000Z', true],
    ['2016-03-01', '2027-02-28T23:01:00.000Z', false],
  ])('a student born on %s is on the leaderboard for ages 5-10 at %s: %s', async (birth, moment, isListed) => {
    t.app.clock.set(new Date(Date.parse(moment) - 100_000))
    const [student, quiz] = [await makeStudent(t, { birth }), await makeQuiz(t, { ageCategory: '5-10' })]
    await start(student, quiz)
    t.app.clock.set(new Date(moment))
    await answer(student, quiz, 0, 'right')
    expect(await loadEntry(student, '5-10')).toMatchObject({ isListed })
  })
})

it('every score adds up at the end', async () => {
  await expectScoresToAddUp(t)
})

describe('a streak of days with a quiz', () => {
  const at = (instant: string) => t.app.clock.set(new Date(instant))
  const startAt = async (instant: string, student: Awaited<ReturnType<typeof makeStudent>>) => {
    at(instant)
    await start(student, await makeQuiz(t))
  }

  it('counts two days for quizzes before and after midnight in Lagos, on one day in UTC', async () => {
    at('2027-05-04T22:30:00Z')
    const student = await makeStudent(t)
    await startAt('2027-05-04T22:50:00Z', student)
    expect((await list(student)).streakDays).toBe(1)
    await startAt('2027-05-04T23:00:00Z', student)
    expect((await list(student)).streakDays).toBe(2)
  })

  it('counts one day for quizzes on one day in Lagos, on two days in UTC', async () => {
    at('2027-05-04T23:00:00Z')
    const student = await makeStudent(t)
    await startAt('2027-05-04T23:30:00Z', student)
    await startAt('2027-05-05T00:30:00Z', student)
    expect((await list(student)).streakDays).toBe(1)
  })

  it('does not count reset quizzes or anything others did', async () => {
    at('2027-05-04T22:30:00Z')
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    await startAt('2027-05-04T22:50:00Z', student)
    await startAt('2027-05-04T22:50:00Z', other)
    const { video } = await makeQuiz(t)
    const practised = {
      questionId: randomUUID(),
      videoId: video.id,
      day: '2027-05-03',
      ageCategory: '11-20',
    } as const
    const values = { ...practised, isCorrect: true, answeredAt: t.app.clock.now() }
    await t.app.db.insert(practiceAnswers).values({ ...values, studentId: other.id })
    expect((await list(student)).streakDays).toBe(1)
    await t.app.db
      .update(attempts)
      .set({ resetAt: new Date(), resetReason: 'x' })
      .where(eq(attempts.studentId, student.id))
    expect((await list(student)).streakDays).toBe(0)
    expect((await list(student)).attempts).toEqual([])
    expect((await list(other)).streakDays).toBe(2)
  })

  it('lasts until the next Lagos day has ended without a quiz', async () => {
    at('2027-05-05T20:00:00Z')
    const student = await makeStudent(t)
    await startAt('2027-05-05T20:30:00Z', student)
    const origin = { address: '127.0.0.1', userAgent: 'test' }
    const streakAt = async (instant: string) => {
      at(instant)
      // The previous day's session has expired.
      const { authToken } = await logInStudent(t.app, { email: student.email, password: PASSWORD }, origin)
      return (await list({ ...student, token: authToken })).streakDays
    }
    expect(await streakAt('2027-05-06T22:50:00Z')).toBe(1)
    // The first missed day of a week is a free rest day; the second is not.
    expect(await streakAt('2027-05-06T23:00:01Z')).toBe(1)
    expect(await streakAt('2027-05-07T22:50:00Z')).toBe(1)
    expect(await streakAt('2027-05-07T23:00:01Z')).toBe(0)
  })
})
