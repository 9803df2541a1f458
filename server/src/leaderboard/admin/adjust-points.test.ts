// Adjusts points over HTTP: what changes, what the student reads, who has to agree, and what is refused.
import { randomUUID } from 'node:crypto'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { myRank } from '@baobab/contract/leaderboard/endpoints.ts'
import { STUDENT_MONTH_LIMIT } from '@baobab/contract/leaderboard/rules.ts'
import { adjustmentText } from '@baobab/contract/leaderboard/text.ts'
import { myLeague } from '@baobab/contract/leagues/endpoints.ts'
import { overview } from '@baobab/contract/metrics/endpoints.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { disqualifyStudent } from '@baobab/contract/students/endpoints.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adjustmentCalls, expectPointsToAddUp, REASON, UNDO_REASON } from '../../../test/adjust-points.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  PASSWORD,
  stayReauthenticated,
  type MadeAdmin,
  type MadeStudent,
} from '../../../test/factories.ts'
import { openStillTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { expectRefusalWithoutWrites, quizCalls, quizRows } from '../../../test/take-quiz.ts'
import { students } from '../../accounts/tables.ts'
import { pointsAdjustments } from '../tables.ts'

let support: MadeAdmin
let student: MadeStudent
const t = await openStillTestApp()
const owner = await makeAdmin(t)
beforeAll(async () => {
  support = await makeAnotherAdmin(t, owner, 'support')
})
beforeEach(async () => {
  // Each test has a month of its own.
  t.app.clock.advance(40 * 86_400_000)
  await t.owner.query(`update sessions set expires_at = 'infinity', last_seen_at = 'infinity'`)
  await stayReauthenticated(t)
  student = await makeStudent(t, { birth: `${Number(lagosDate(t.app.clock.now()).slice(0, 4)) - 14}-01-15` })
})
afterEach(() => expectPointsToAddUp(t))

const { answer } = quizCalls((token) => t.as(token))
const { loadEntry, loadPointsLedger } = quizRows(() => t)
const calls = adjustmentCalls((token) => t.as(token))
const { read, agree, withdraw, findLast } = calls
// The clock stands still, and the newest adjustment is found by its time.
const adjust: typeof calls.adjust = (...input) => {
  t.app.clock.advance(1_000)
  return calls.adjust(...input)
}
const undo: typeof calls.undo = (...input) => {
  t.app.clock.advance(1_000)
  return calls.undo(...input)
}
const readInbox = async () =>
  (await t.as(student.token)(studentNotifications, { params: { username: student.username }, query: {} })).notifications
const readAudit = async (action: string) =>
  (await t.as(owner.token)(auditLog, { query: { action, limit: 1 } })).lines[0]

/** Answers some questions correctly, for ten points each. */
async function earn(count: number): Promise<void> {
  const quiz = await makeQuiz(t, { count })
  for (let n = 0; n < count; n += 1) await answer(student, quiz, n, 'right')
}

describe('an adjustment within the limits', () => {
  it('changes the score at once, is a line of the ledger, and is explained to the student', async () => {
    await earn(2)
    t.app.clock.advance(60_000)
    expect(await adjust(support, student, 30)).toEqual({ message: adjustmentText.applied, state: 'applied' })
    expect(await loadEntry(student)).toMatchObject({ score: 50, reachedAt: t.app.clock.now() })
    const id = await findLast(support, student)
    expect((await loadPointsLedger(student)).at(-1)).toMatchObject({
      reason: 'adjustment',
      delta: 30,
      scoreAfter: 50,
      adjustmentId: id,
      questionId: null,
      at: t.app.clock.now(),
    })
    await t.app.ranking.follow()
    expect(await t.as(student.token)(myRank, { query: { ageCategory: '11-20' } })).toMatchObject({ score: 50 })
    expect((await readInbox())[0]).toMatchObject({
      title: 'You got 30 points',
      description: `We added 30 points to your score. Your score for ages 11-20 is now 50 points.\nWhy: ${REASON}`,
    })
    expect(await readAudit('student.points_adjusted')).toMatchObject({
      admin: support.username,
      subject: { kind: 'student' },
      details: { adjustmentId: id, ageCategory: '11-20', amount: 30 },
    })
    expect(await read(owner, student)).toMatchObject({
      scores: [{ ageCategory: '11-20', score: 50 }],
      month: { net: { '5-10': 0, '11-20': 30 }, byAdmin: 0 },
      isOnlyDecider: false,
      adjustments: [
        { _id: id, amount: 30, reason: REASON, state: 'applied', proposedBy: support.username, canUndo: true },
      ],
    })
  })

  it('that takes points away keeps the time at which the score was reached', async () => {
    await earn(3)
    const before = await loadEntry(student)
    t.app.clock.advance(60_000)
    await adjust(support, student, -20)
    expect(await loadEntry(student)).toMatchObject({ score: 10, reachedAt: before?.reachedAt })
    expect((await readInbox())[0]).toMatchObject({ title: 'Your points were corrected' })
  })

  it('lists a student who has not answered anything, in today’s age category only', async () => {
    const other = adjust(support, student, 10, { ageCategory: '5-10' })
    expect(await refusal(other)).toMatchObject({
      status: 400,
      errors: [{ path: 'ageCategory', message: adjustmentText.notInCategory }],
    })
    await adjust(support, student, 10)
    expect(await loadEntry(student)).toMatchObject({ score: 10, isListed: true, reachedAt: t.app.clock.now() })
    await earn(1)
    expect(await loadEntry(student)).toMatchObject({ score: 20 })
  })

  it('does not list a disqualified student', async () => {
    const params = { username: student.username }
    await t.as(owner.token)(disqualifyStudent, { params, body: { reason: 'Two accounts.' } })
    await adjust(support, student, 10)
    expect(await loadEntry(student)).toMatchObject({ score: 10, isListed: false })
  })

  it('gives no points in leagues, which count what was learned', async () => {
    await earn(1)
    await t.as(student.token)(myLeague, {})
    await adjust(support, student, 50)
    expect(await t.as(student.token)(myLeague, {})).toMatchObject({ rows: [{ isMe: true, points: 10 }] })
  })

  it('is made once, however often the same request is sent', async () => {
    const key = randomUUID()
    const all = [await adjust(support, student, 20, { key }), await adjust(support, student, 20, { key })]
    expect(all).toEqual([all[0], all[0]])
    expect(await loadEntry(student)).toMatchObject({ score: 20 })
  })

  it('is refused if the form was changed after a request whose reply was lost', async () => {
    const key = randomUUID()
    await adjust(support, student, 20, { key })
    for (const changes of [{ amount: 30 }, { reason: 'Another reason.' }, { ageCategory: '5-10' }] as const)
      expect(await refusal(adjust(support, student, 20, { key, ...changes }))).toMatchObject({
        status: 409,
        code: 'adjustment_differs',
      })
    expect(await loadEntry(student)).toMatchObject({ score: 20 })
  })

  it.each([0, 5, 15.5, 10_010, -10_010])('of %s points is refused', async (amount) => {
    const refused = await refusal(adjust(support, student, amount))
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'amount' }] })
  })

  it('never makes a score negative', async () => {
    await earn(2)
    await expectRefusalWithoutWrites(t, () => adjust(support, student, -30), {
      errors: [{ path: 'amount', message: adjustmentText.tooFewPoints(20) }],
    })
    await adjust(support, student, -20)
    expect(await loadEntry(student)).toMatchObject({ score: 0 })
  })
})

describe('an undo', () => {
  it('takes back what was given, and when it was reached, once', async () => {
    await earn(2)
    const before = await loadEntry(student)
    t.app.clock.advance(60_000)
    await adjust(support, student, 40)
    const id = await findLast(support, student)
    t.app.clock.advance(60_000)
    expect(await undo(owner, student, id)).toEqual({ message: adjustmentText.applied, state: 'applied' })
    expect(await loadEntry(student)).toMatchObject({ score: 20, reachedAt: before?.reachedAt })
    const { month, adjustments } = await read(owner, student)
    expect(month).toEqual({ net: { '5-10': 0, '11-20': 0 }, byAdmin: 40, alone: 40 })
    expect(adjustments).toMatchObject([
      { amount: -40, isUndo: true, canUndo: false, reason: UNDO_REASON },
      { amount: 40, isUndone: true, canUndo: false },
    ])
    expect((await readInbox())[0]?.description).toContain('This undoes an earlier change.')
    expect(await readAudit('student.points_undone')).toMatchObject({ details: { amount: -40 } })
    expect(await refusal(undo(owner, student, id))).toMatchObject({ status: 409, code: 'adjustment_undone' })
    const undoId = adjustments[0]?._id ?? ''
    expect(await refusal(undo(owner, student, undoId))).toMatchObject({ code: 'adjustment_not_undoable' })
  })

  it('is the same undo when it is sent again', async () => {
    await adjust(support, student, 40)
    const [id, key] = [await findLast(support, student), randomUUID()]
    await undo(owner, student, id, key)
    expect(await undo(owner, student, id, key)).toMatchObject({ state: 'applied' })
    expect(await loadEntry(student)).toMatchObject({ score: 0 })
  })

  it('is refused if the student has fewer points by now, and for another student', async () => {
    await adjust(support, student, 40)
    const id = await findLast(support, student)
    await adjust(support, student, -10)
    await expectRefusalWithoutWrites(t, () => undo(owner, student, id), {
      status: 409,
      code: 'score_below_zero',
      message: adjustmentText.belowZero,
    })
    expect(await refusal(undo(owner, await makeStudent(t), id))).toMatchObject({ status: 404 })
  })
})

describe('an adjustment above a limit', () => {
  it('changes nothing until another admin agrees, and then counts from then on', async () => {
    expect(await adjust(support, student, 60)).toEqual({ message: adjustmentText.proposed, state: 'proposed' })
    expect(await loadEntry(student)).toBeUndefined()
    expect(await readInbox()).toEqual([])
    const id = await findLast(support, student)
    expect(await refusal(agree(support, student, id))).toMatchObject({ status: 403, code: 'own_proposal' })
    const { attention } = await t.as(owner.token)(overview, {})
    expect(attention).toContainEqual({ kind: 'points-proposals', count: 1, username: student.username })
    expect((await read(support, student)).adjustments[0]).toMatchObject({ state: 'proposed', canAgree: false })
    expect((await read(owner, student)).adjustments[0]).toMatchObject({ canAgree: true, canUndo: false })
    t.app.clock.advance(86_400_000)
    expect(await agree(owner, student, id)).toEqual({ message: adjustmentText.applied, state: 'applied' })
    expect((await loadPointsLedger(student)).at(-1)).toMatchObject({ delta: 60, at: t.app.clock.now() })
    expect(await refusal(agree(owner, student, id))).toMatchObject({ status: 409, code: 'adjustment_decided' })
    expect(await readAudit('student.points_agreed')).toMatchObject({
      admin: owner.username,
      details: { amount: 60, admins: 2 },
    })
    // The next one also needs a second admin, because the month's sum is still above the limit.
    expect(await adjust(support, student, 10)).toMatchObject({ state: 'proposed' })
    await withdraw(support, student, await findLast(support, student))
    expect((await read(owner, student)).adjustments[0]).toMatchObject({
      state: 'withdrawn',
      decidedBy: support.username,
    })
    const late = await findLast(owner, student)
    expect(await refusal(agree(owner, student, late))).toMatchObject({ code: 'adjustment_decided' })
    expect(await loadEntry(student)).toMatchObject({ score: 60 })
  })

  it('is one of many small ones for different students', async () => {
    const others = await Promise.all(Array.from({ length: 10 }, () => makeStudent(t)))
    for (const other of others) expect(await adjust(support, other, 50)).toMatchObject({ state: 'applied' })
    expect(await read(support, student)).toMatchObject({ month: { net: { '5-10': 0, '11-20': 0 }, byAdmin: 500 } })
    expect(await adjust(support, student, 10)).toMatchObject({ state: 'proposed' })
    expect(await adjust(owner, student, 10)).toMatchObject({ state: 'applied' })
    // The sums start again each month.
    t.app.clock.advance(31 * 86_400_000)
    expect(await adjust(support, student, STUDENT_MONTH_LIMIT)).toMatchObject({ state: 'applied' })
  })

  it('is not avoided by reversing what two admins decided, at once or in steps, this month or later', async () => {
    await adjust(support, student, 300)
    const id = await findLast(support, student)
    await agree(owner, student, id)
    expect(await undo(owner, student, id)).toMatchObject({ state: 'proposed' })
    await withdraw(owner, student, await findLast(owner, student))
    expect(await adjust(owner, student, -250)).toMatchObject({ state: 'proposed' })
    t.app.clock.advance(31 * 86_400_000)
    expect(await adjust(owner, student, -50)).toMatchObject({ state: 'applied' })
    t.app.clock.advance(31 * 86_400_000)
    expect(await adjust(owner, student, -10)).toMatchObject({ state: 'proposed' })
    expect(await read(owner, student)).toMatchObject({ month: { net: { '11-20': 0 }, byAdmin: 0, alone: 50 } })
  })

  it('counts each age category: what is taken where the student was before allows nothing today', async () => {
    const year = Number(lagosDate(t.app.clock.now()).slice(0, 4))
    await t.app.db
      .update(students)
      .set({ birth: `${year - 8}-01-15` })
      .where(eq(students.id, student.id))
    const younger = await makeQuiz(t, { count: 5, ageCategory: '5-10' })
    for (let n = 0; n < 5; n += 1) await answer(student, younger, n, 'right')
    await t.app.db
      .update(students)
      .set({ birth: `${year - 14}-01-15` })
      .where(eq(students.id, student.id))
    expect(await adjust(support, student, 50)).toMatchObject({ state: 'applied' })
    expect(await adjust(owner, student, -50, { ageCategory: '5-10' })).toMatchObject({ state: 'applied' })
    expect(await adjust(support, student, 10)).toMatchObject({ state: 'proposed' })
  })

  it('can undo an earlier one, and a second undo waits for the decision', async () => {
    await adjust(support, student, 60)
    const id = await findLast(support, student)
    await agree(owner, student, id)
    t.app.clock.advance(31 * 86_400_000)
    expect(await undo(support, student, id)).toMatchObject({ state: 'proposed' })
    expect(await refusal(undo(owner, student, id))).toMatchObject({ code: 'adjustment_undone' })
    const undoId = await findLast(support, student)
    await withdraw(owner, student, undoId)
    t.app.clock.advance(60_000)
    await undo(support, student, id)
    expect(await agree(owner, student, await findLast(owner, student))).toMatchObject({ state: 'applied' })
    expect(await loadEntry(student)).toMatchObject({ score: 0 })
  })

  it('cannot be agreed to once the student has too few points, or by an admin who came later', async () => {
    await earn(6)
    await adjust(support, student, -60)
    const id = await findLast(support, student)
    t.app.clock.advance(1_000)
    const late = await makeAnotherAdmin(t, owner, 'support')
    expect(await refusal(agree(late, student, id))).toMatchObject({ code: 'not_among_deciders' })
    await adjust(owner, student, -10)
    expect(await refusal(agree(owner, student, id))).toMatchObject({ code: 'score_below_zero' })
  })
})

describe('erasing the account', () => {
  it('empties the reasons, ends proposals, and leaves the points of the past', async () => {
    await adjust(support, student, 50)
    await adjust(support, student, 10)
    const { tables } = await t.as(student.token)(exportData, {})
    expect(tables['pointsAdjustments']).toMatchObject([{ reason: REASON }, { reason: REASON }])
    expect(Object.keys(tables['pointsAdjustments']?.[0] ?? {})).not.toContain('proposedBy')
    const id = await findLast(support, student)
    await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
    const isOwn = eq(pointsAdjustments.studentId, student.id)
    const rows = await t.app.db.select().from(pointsAdjustments).where(isOwn).orderBy(pointsAdjustments.amount)
    expect(rows.map(({ amount, reason, decision }) => [amount, reason, decision])).toEqual([
      [10, '', 'withdrawn'],
      [50, '', 'applied'],
    ])
    expect(await loadEntry(student)).toMatchObject({ score: 50, isListed: false })
    expect(await refusal(agree(owner, student, id))).toMatchObject({ status: 404 })
    expect(await refusal(adjust(owner, student, 10))).toMatchObject({ status: 404 })
  })
})
