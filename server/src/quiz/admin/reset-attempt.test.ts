// Tests that when an admin resets an attempt, a new ledger row deducts its points, the reason is stored, and the student may
// try again.
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import * as quizAdmin from '@baobab/contract/quiz/admin.ts'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { atOnce, openConnections } from '../../../test/connections.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makeQuiz, makeStudent, PASSWORD } from '../../../test/factories.ts'
import { expectScoresToAddUp } from '../../../test/expect-scores.ts'
import { quizCalls, quizRows } from '../../../test/take-quiz.ts'
import { auditLines } from '../../platform/audit/tables.ts'
import type { Caller } from '@baobab/contract/kernel/client.ts'

const t = await openTestApp()
const as: (token?: string) => Caller = await openConnections(t)
const admin = await makeAdmin(t)
afterAll(() => expectScoresToAddUp(t))

const { start, answer, finish, list } = quizCalls((token) => as(token))
const { loadAttempts, loadAnswers, loadEntry, loadPointsLedger } = quizRows(() => t)
const reset = (attemptId: string, reason = 'The power failed.', token = admin.token) =>
  as(token)(quizAdmin.resetAttempt, { params: { attemptId }, body: { reason } })

describe('resetting an attempt', () => {
  it('deducts its points with a new ledger row, and restores the time the remaining score was reached', async () => {
    const [student, first, second] = [await makeStudent(t), await makeQuiz(t), await makeQuiz(t)]
    for (const n of [0, 1]) await answer(student, first, n, 'right')
    const lastBefore = (await loadAnswers(student)).at(-1)
    const { _id } = await start(student, second)
    for (const n of [0, 1, 2]) await answer(student, second, n, 'right')
    expect(await reset(_id)).toEqual({ message: 'The attempt has been reset. The student may try again.' })
    expect(await loadEntry(student)).toMatchObject({ score: 20, isListed: true, reachedAt: lastBefore?.answeredAt })
    const lines = await loadPointsLedger(student)
    expect(lines.map(({ delta }) => delta)).toEqual([10, 10, 10, 10, 10, -30])
    expect(lines.at(-1)).toMatchObject({
      reason: 'reset',
      scoreAfter: 20,
      attemptId: _id,
      wasListed: true,
      isListed: true,
    })
    const audit = await t.app.db.select().from(auditLines).where(eq(auditLines.subject, _id))
    expect(audit).toMatchObject([
      {
        adminId: admin.id,
        action: 'attempt.reset',
        details: { withReason: true, points: 30, studentId: student.id },
      },
    ])
    expect(JSON.stringify(audit)).not.toContain('power')
  })

  it('to a score of 0 dates the score back to the very first answer', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const { _id } = await start(student, quiz)
    await answer(student, quiz, 0, 'wrong one')
    await answer(student, quiz, 1, 'right')
    await reset(_id)
    const [first] = await loadAnswers(student)
    expect(await loadEntry(student)).toMatchObject({ score: 0, isListed: true, reachedAt: first?.answeredAt })
  })

  it('of an attempt without points writes no ledger row', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const { _id } = await start(student, quiz)
    await answer(student, quiz, 0, 'wrong one')
    await reset(_id)
    expect((await loadPointsLedger(student)).map(({ delta }) => delta)).toEqual([0])
  })

  it('ends it at that moment, unless it was already finished or its time was up', async () => {
    const [early, late, running, quiz] = [
      await makeStudent(t),
      await makeStudent(t),
      await makeStudent(t),
      await makeQuiz(t),
    ]
    const attempts = [await start(early, quiz), await start(late, quiz)]
    const { lockedAt } = await finish(early, quiz)
    t.app.clock.advance(150_000)
    attempts.push(await start(running, quiz))
    for (const { _id } of attempts) await reset(_id)
    const [first, second, third] = [
      ...(await loadAttempts(early)),
      ...(await loadAttempts(late)),
      ...(await loadAttempts(running)),
    ]
    expect(first?.lockedAt?.toISOString()).toBe(lockedAt)
    expect(second?.lockedAt).toEqual(second?.deadline)
    expect(third?.lockedAt).toEqual(third?.resetAt)
  })

  it('is refused once the student has erased the account, so that no reason is stored afterwards', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const { _id } = await start(student, quiz)
    await as(student.token)(eraseAccount, { body: { password: PASSWORD } })
    expect(await refusal(reset(_id))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await loadAttempts(student)).toMatchObject([{ resetAt: null, resetReason: null }])
  })

  it('lets the student start again: a new attempt with a new deadline, whose points count', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t, { count: 20 })]
    const before = await start(student, quiz)
    await answer(student, quiz, 0, 'right')
    await finish(student, quiz)
    await reset(before._id)
    expect((await list(student)).attempts).toEqual([])
    expect(await refusal(finish(student, quiz))).toMatchObject({ status: 404 })
    const after = await start(student, quiz)
    expect(after._id).not.toBe(before._id)
    expect(after.startedAt > before.startedAt).toBe(true)
    expect(after.answers).toEqual([])
    expect(after.questions).not.toEqual(before.questions)
    expect(after.questions.map((one) => one._id).toSorted()).toEqual(before.questions.map((one) => one._id).toSorted())
    await answer(student, quiz, 0, 'right')
    expect(await loadEntry(student)).toMatchObject({ score: 10 })
  })

  it('happens once; a repeated reset or an unknown attempt gets 404', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const { _id } = await start(student, quiz)
    await answer(student, quiz, 0, 'right')
    const outcomes = await atOnce(8, () => reset(_id))
    expect(outcomes.filter((outcome) => outcome instanceof Error)).toHaveLength(7)
    expect(await refusal(reset(_id))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await refusal(reset('nonsense'))).toMatchObject({ status: 404 })
    expect((await loadPointsLedger(student)).map(({ delta }) => delta)).toEqual([10, -10])
  })

  it.each(['', '    ', 'no', 'x'.repeat(501)])('needs a reason and refuses %j', async (reason) => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const { _id } = await start(student, quiz)
    expect(await refusal(reset(_id, reason))).toMatchObject({ status: 400, errors: [{ path: 'reason' }] })
    expect(await loadAttempts(student)).toMatchObject([{ resetAt: null }])
  })

  it('keeps scores adding up while answers arrive in any order', async () => {
    const quiz = await makeQuiz(t, { count: 8 })
    for (let round = 0; round < 9; round += 1) {
      const student = await makeStudent(t)
      const { _id } = await start(student, quiz)
      const outcomes = await atOnce<unknown>(9, (n) =>
        n === round ? reset(_id) : answer(student, quiz, n < round ? n : n - 1, 'right'),
      )
      // An answer that arrives after the reset opens a new attempt.
      expect(outcomes.filter((outcome) => outcome instanceof Error)).toEqual([])
      const [resetAttempt, next] = (await loadAttempts(student)).toSorted(
        (a, b) => +(b.resetAt ?? 0) - +(a.resetAt ?? 0),
      )
      expect(resetAttempt).toMatchObject({ id: _id, resetAt: expect.any(Date), lockedAt: expect.any(Date) })
      expect((resetAttempt?.correctCount ?? 0) + (next?.correctCount ?? 0)).toBe(8)
      expect((await loadEntry(student))?.score ?? 0).toBe(10 * (next?.correctCount ?? 0))
    }
    await expectScoresToAddUp(t)
  })
})

it('admins see a student’s history including reset attempts, and each view is audited', async () => {
  const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
  const { _id } = await start(student, quiz)
  await answer(student, quiz, 0, 'right')
  await reset(_id)
  const next = await start(student, quiz)
  const read = (token: string) => as(token)(studentDetails, { params: { username: student.username } })
  const { attempts } = await read(admin.token)
  expect(
    attempts.map(({ _id: id, resetAt, resetReason, score }) => [id, resetAt !== null, resetReason, score]),
  ).toEqual([
    [next._id, false, null, 0],
    [_id, true, 'The power failed.', 10],
  ])
  expect((await list(student)).attempts.map((one) => one._id)).toEqual([next._id])
  expect(await refusal(read(student.token))).toMatchObject({ status: 403 })
  expect(await t.app.db.select().from(auditLines).where(eq(auditLines.subject, student.id))).toMatchObject([
    { action: 'student.details_read', adminId: admin.id },
  ])
})
