// Points that are lost or moved after an adjustment: by a reset, a corrected question, or a merge of two accounts.
import { mergeStudents, previewMerge } from '@baobab/contract/duplicates/endpoints.ts'
import { adjustmentText } from '@baobab/contract/leaderboard/text.ts'
import { resetAttempt } from '@baobab/contract/quiz/admin.ts'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adjustmentCalls, breakAndCheck, expectPointsToAddUp, REASON } from '../../../test/adjust-points.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  type MadeAdmin,
  type MadeQuiz,
  type MadeStudent,
} from '../../../test/factories.ts'

import { openTestApp } from '../../../test/harness.ts'
import { notificationCalls } from '../../../test/notifications.ts'
import { addSpareQuestions, regradeCalls } from '../../../test/regrade-questions.ts'
import { quizCalls, quizRows } from '../../../test/take-quiz.ts'

let other: MadeAdmin
let student: MadeStudent
let quiz: MadeQuiz
const t = await openTestApp()
const owner = await makeAdmin(t)
beforeAll(async () => {
  other = await makeAnotherAdmin(t, owner, 'owner')
})
beforeEach(async () => {
  student = await makeStudent(t)
  quiz = await makeQuiz(t, { count: 3 })
  for (let n = 0; n < 3; n += 1) await answer(student, quiz, n, 'right')
})

const { answer, finish } = quizCalls((token) => t.as(token))
const { loadAttempts, loadEntry, loadPointsLedger } = quizRows(() => t)
const { read, adjust, undo, agree, findLast } = adjustmentCalls((token) => t.as(token))
const calls = regradeCalls(
  (token) => t.as(token),
  () => ({ proposer: owner.token, other: other.token }),
)
const { regrade } = calls
const score = async (of = student) => (await loadEntry(of))?.score
const listAmounts = async (of = student) =>
  (await read(owner, of)).adjustments.map(({ amount, reason, proposedBy }) => [amount, reason, proposedBy])

const notices = async () => (await notificationCalls(t, () => owner.token).list(student)).notifications

/** Adds questions, so that others can be taken out of the quiz. */
const addSpares = () => addSpareQuestions(t, quiz, { adminId: owner.id, count: 3 })

/** What is done to a student's points. A number makes the question with that index void; `take` takes the whole score. */
const deeds = ['take', 'give', 'answer', 0, 1, 2] as const
type Deed = (typeof deeds)[number]

/** Expects a score between what counts, or 0, and what was given and earned since the start, or what counts if that is more. */
async function expectBounds(taker: MadeStudent, earned: number): Promise<void> {
  const { adjustments } = await read(other, taker)
  const ofAdmins = adjustments.filter(({ proposedBy, state }) => proposedBy !== null && state === 'applied')
  const given = ofAdmins.filter(({ amount, isUndo, isUndone }) => amount > 0 && !isUndo && !isUndone)
  const correct = (await loadAttempts(taker)).reduce((sum, { correctCount }) => sum + correctCount, 0)
  const counts = ofAdmins.reduce((sum, { amount }) => sum + amount, correct * 10)
  const since = given.reduce((sum, { amount }) => sum + amount, earned * 10)
  const reached = (await loadEntry(taker))?.score ?? 0
  expect(reached).toBeGreaterThanOrEqual(Math.max(counts, 0))
  expect(reached).toBeLessThanOrEqual(Math.max(counts, since))
}

/** Does these for a new student, undoes each at some point, and expects the score from the start plus what was earned since. */
async function tryOrder(order: readonly Deed[], undoes: readonly number[]): Promise<void> {
  const [taker, more] = [await makeStudent(t), await makeQuiz(t, { count: 2 })]
  quiz = await makeQuiz(t, { count: 3 })
  for (const [n, option] of ['right', 'right', 'wrong one'].entries()) await answer(taker, quiz, n, option)
  await finish(taker, quiz)
  await addSpares()
  const start = await loadEntry(taker)
  const done: (number | string)[] = []
  let earned = 0
  /** Makes an adjustment with as many admins as it needs. Returns whether the score allowed it. */
  const decide = (call: Promise<{ state: string }>) =>
    call.then(
      async ({ state }) => {
        if (state === 'proposed') await agree(owner, taker, await findLast(other, taker))
        return true
      },
      () => false,
    )
  async function adjustBy(amount: number): Promise<void> {
    if (amount === 0 || !(await decide(adjust(other, taker, amount)))) return
    const { adjustments } = await read(other, taker)
    done.push(adjustments.find(({ isUndo, proposedBy }) => !isUndo && proposedBy !== null)?._id ?? '')
  }
  async function undoOne(at: number): Promise<void> {
    const [one] = done.splice(at % (done.length || 1), 1)
    if (typeof one === 'number') await regrade(quiz, { n: one, newAnswer: 'right' })
    else if (one !== undefined && !(await decide(undo(other, taker, one)))) done.push(one)
    await expectBounds(taker, earned)
  }
  for (const [step, deed] of order.entries()) {
    if (deed === 'take') await adjustBy(-((await loadEntry(taker))?.score ?? 0))
    else if (deed === 'give') await adjustBy(20)
    else if (deed === 'answer') await answer(taker, more, earned++, 'right')
    else {
      await regrade(quiz, { n: deed, kind: deed === 2 ? 'all' : 'none' })
      done.push(deed)
    }
    await expectBounds(taker, earned)
    if ((undoes[step] ?? 0) > 2) await undoOne(undoes[step] ?? 0)
  }
  for (let tries = 0; done.length > 0; tries += 1) {
    expect(tries).toBeLessThan(50)
    await undoOne(tries + (undoes[0] ?? 0))
  }
  const end = await loadEntry(taker)
  expect(end?.score).toBe((start?.score ?? 0) + 10 * earned)
  expect(earned > 0 || end?.reachedAt.getTime() === start?.reachedAt.getTime()).toBe(true)
  await expectPointsToAddUp(t)
}

/** Takes the quiz with one right answer. */
async function answerOnce(by: MadeStudent): Promise<void> {
  for (const [n, option] of ['right', 'wrong one', 'wrong one'].entries()) await answer(by, quiz, n, option)
}

async function reset(): Promise<void> {
  const [attempt] = await loadAttempts(student)
  const params = { attemptId: attempt?.id ?? '' }
  await t.as(owner.token)(resetAttempt, { params, body: { reason: 'The phone broke.' } })
}

describe('the check of adjustments', () => {
  it('names one without its line, with another amount, and a line that nobody made', async () => {
    await adjust(owner, student, 20)
    const id = await findLast(owner, student)
    const line = (await loadPointsLedger(student)).at(-1)?.seq
    const entry = await loadEntry(student)
    expect(await breakAndCheck(t, `delete from standing_changes where seq = ${line}`)).toEqual([
      `points_adjustments ${id}: it has 0 lines of 20 points in the ledger`,
    ])
    expect(await breakAndCheck(t, `update points_adjustments set amount = 30 where id = '${id}'`)).toEqual([
      `points_adjustments ${id}: it has 0 lines of 30 points in the ledger`,
      `standing_changes ${line}: nobody has made its adjustment`,
      `standings ${entry?.id}: the score is 50, and the answers give 30 and adjustments 30`,
    ])
  })
})

describe('a reset attempt', () => {
  it('leaves what was adjusted', async () => {
    await adjust(owner, student, 20)
    await reset()
    expect(await score()).toBe(20)
    await expectPointsToAddUp(t)
  })

  it('gives back what was taken away, so that the score is not negative, and an admin can change that', async () => {
    await adjust(owner, student, -20)
    await reset()
    expect(await score()).toBe(0)
    expect(await listAmounts()).toEqual([
      [20, adjustmentText.keptAboveZero, null],
      [-20, REASON, owner.username],
    ])
    await expectPointsToAddUp(t)
    await answer(student, quiz, 0, 'right')
    await answer(student, quiz, 1, 'right')
    const automatic = (await read(owner, student)).adjustments.find(({ proposedBy }) => proposedBy === null)
    await undo(owner, student, automatic?._id ?? '')
    expect(await score()).toBe(0)
    await expectPointsToAddUp(t)
  })
})

it('a corrected question that takes an answer’s points keeps the score at 0 or above', async () => {
  await finish(student, quiz)
  await adjust(owner, student, -30)
  await regrade(quiz)
  expect(await score()).toBe(0)
  expect((await loadPointsLedger(student)).slice(-2)).toMatchObject([
    { reason: 'adjustment', delta: 10, scoreAfter: 10 },
    { reason: 'regrade', delta: -10, scoreAfter: 0 },
  ])
  await expectPointsToAddUp(t)
})

describe('what comes back', () => {
  it('does not give back what an admin took away before the points were lost', async () => {
    await finish(student, quiz)
    await addSpares()
    await adjust(owner, student, -30)
    await regrade(quiz, { kind: 'none' })
    expect(await score()).toBe(0)
    // Gives another student ten points. If the first student regained ten points, both would have the same rank.
    await answer(await makeStudent(t), await makeQuiz(t, { count: 1 }), 0, 'right')
    const told = (await notices()).length
    const id = await calls.propose(quiz, { newAnswer: 'right' })
    expect(await calls.waitForPreview(id)).toMatchObject({ up: 1, moves: [] })
    await calls.agree(id)
    await calls.waitUntilFinished(id)
    expect(await score()).toBe(0)
    expect(await notices()).toHaveLength(told)
    expect(await listAmounts()).toEqual([
      [-10, adjustmentText.keptTakenBack, null],
      [10, adjustmentText.keptAboveZero, null],
      [-30, REASON, owner.username],
    ])
    await expectPointsToAddUp(t)
  })

  it('leaves what was earned since the score was kept at 0, whatever is lost and comes back later', async () => {
    await adjust(owner, student, -30)
    await reset()
    const more = await makeQuiz(t, { count: 3 })
    for (const [n, option] of ['right', 'right', 'wrong one'].entries()) await answer(student, more, n, option)
    await finish(student, more)
    quiz = more
    await addSpares()
    await regrade(more, { n: 0, kind: 'none' })
    expect(await score()).toBe(10)
    await regrade(more, { n: 0, newAnswer: 'right' })
    expect(await score()).toBe(20)
    await adjust(other, student, -20)
    await undo(other, student, await findLast(other, student))
    expect(await score()).toBe(20)
    await regrade(more, { n: 2, newAnswer: 'wrong one' })
    expect(await score()).toBe(30)
    await expectPointsToAddUp(t)
  })

  it('is taken back as far as it came back, from what kept the score at 0 since it was lost', async () => {
    await adjust(owner, student, -20)
    await adjust(other, student, -10)
    const last = await findLast(owner, student)
    await reset()
    const kept = await findLast(owner, student)
    await answer(student, quiz, 0, 'right')
    const listed = (await read(owner, student)).adjustments
    expect(listed.map((one) => [one.amount, one.kept])).toEqual([
      [30, 0],
      [-10, 10],
      [-20, 20],
    ])
    await undo(other, student, last)
    expect(await score()).toBe(10)
    expect(
      (await listAmounts())
        .filter(([, , by]) => by === null)
        .map(([amount]) => Number(amount))
        .toSorted((a, b) => a - b),
    ).toEqual([-30, 20, 30])
    const { adjustments } = await read(owner, student)
    expect(adjustments.find(({ _id }) => _id === kept)).toMatchObject({ isUndone: true })
    await undo(owner, student, adjustments.find(({ amount }) => amount === -20)?._id ?? '')
    expect(await score()).toBe(10)
    expect((await notices())[0]).toMatchObject({ title: 'A change to your points was undone' })
    await expectPointsToAddUp(t)
  })

  it('ends a proposal to take back what kept the score at 0', async () => {
    await adjust(other, student, -30)
    const taken = await findLast(other, student)
    await reset()
    const kept = await findLast(other, student)
    await adjust(other, student, 60)
    await agree(owner, student, await findLast(other, student))
    expect(await undo(other, student, kept)).toMatchObject({ state: 'proposed' })
    const proposal = await findLast(other, student)
    expect(await undo(other, student, taken)).toMatchObject({ state: 'proposed' })
    await agree(owner, student, await findLast(other, student))
    expect(await score()).toBe(60)
    const { adjustments } = await read(other, student)
    expect(adjustments.find(({ _id }) => _id === proposal)).toMatchObject({ state: 'withdrawn', decidedBy: null })
    await expectPointsToAddUp(t)
  })

  it('leaves the score of the start after any order of voids and adjustments that are all undone', async () => {
    const orders = fc.shuffledSubarray([...deeds], { minLength: 3 })
    const undoes = fc.array(fc.nat(6), { minLength: 6, maxLength: 6 })
    await fc.assert(fc.asyncProperty(orders, undoes, tryOrder), {
      numRuns: 8,
      // In the first two, the void ends first or last. In the third, an admin takes the points that a void gave.
      examples: [
        [
          ['take', 0],
          [1, 0, 0, 0, 0, 0],
        ],
        [
          ['take', 0],
          [0, 0, 0, 0, 0, 0],
        ],
        [
          [2, 'take'],
          [0, 0, 0, 0, 0, 0],
        ],
      ],
    })
  })
})

describe('a merge', () => {
  let kept: MadeStudent
  beforeEach(async () => {
    kept = await makeStudent(t)
  })
  const merge = () =>
    t.as(owner.token)(mergeStudents, {
      params: { username: student.username },
      body: { into: kept.username, reason: 'Both are hers, says her mother.' },
    })
  const preview = async () => {
    const input = { params: { username: student.username }, query: { into: kept.username } }
    return (await t.as(owner.token)(previewMerge, input)).points
  }

  it('moves adjustments with their time, and they can still be undone', async () => {
    t.app.clock.advance(60_000)
    await adjust(owner, student, 20)
    const id = await findLast(owner, student)
    await adjust(owner, student, 10)
    await undo(owner, student, await findLast(owner, student))
    await adjust(owner, kept, 50)
    const before = await loadEntry(kept)
    expect(await preview()).toMatchObject([{ kept: 50, merged: 50, after: 100 }])
    t.app.clock.advance(60_000)
    await merge()
    expect(await loadEntry(kept)).toMatchObject({ score: 100, reachedAt: before?.reachedAt })
    expect(await score()).toBe(0)
    await expectPointsToAddUp(t)
    expect((await read(owner, kept)).month.net['11-20']).toBe(70)
    // One admin is enough, because the month's sum is within the limit afterwards.
    expect(await undo(owner, kept, id)).toMatchObject({ state: 'applied' })
    expect(await score(kept)).toBe(80)
    await expectPointsToAddUp(t)
  })

  it('moves an open proposal', async () => {
    await adjust(owner, student, 60)
    await merge()
    const id = await findLast(owner, kept)
    await agree(other, kept, id)
    expect(await score(kept)).toBe(90)
    await expectPointsToAddUp(t)
  })

  it('counts what was taken away when only the earlier attempt counts', async () => {
    await answerOnce(kept)
    await adjust(owner, kept, -10)
    expect(await preview()).toMatchObject([{ kept: 0, merged: 30, after: 20 }])
    await merge()
    expect(await score(kept)).toBe(20)
    await expectPointsToAddUp(t)
  })

  it('never makes a score negative', async () => {
    await adjust(owner, student, -30)
    // Makes this attempt the later one. The earlier one, of the account that remains, counts although it has fewer points.
    const [first] = await loadAttempts(student)
    await t.owner.query(`update attempts set started_at = started_at + interval '1 day' where id = $1`, [first?.id])
    await answerOnce(kept)
    expect(await preview()).toMatchObject([{ kept: 10, merged: 0, after: 0 }])
    await merge()
    expect(await score(kept)).toBe(0)
    await expectPointsToAddUp(t)
  })
})
