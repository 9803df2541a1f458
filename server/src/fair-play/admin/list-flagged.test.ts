// Tests who is in the fair play lists and in what order, and the evidence about one of several students.
import * as admin from '@baobab/contract/fair-play/admin.ts'
import { appealHold, type FlagKind } from '@baobab/contract/fair-play/endpoints.ts'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { disqualifyStudent, studentDetails } from '@baobab/contract/students/endpoints.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { findAttemptId } from '../../../test/fair-play.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  PASSWORD,
  type MadeAdmin,
  type MadeQuiz,
  type MadeStudent,
} from '../../../test/factories.ts'
import { openStillTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { quizCalls } from '../../../test/take-quiz.ts'
import { leaderboardEntries } from '../../leaderboard/tables.ts'
import { attemptReviews } from '../../quiz/tables.ts'
import { fairPlayFlags } from '../tables.ts'

let support: MadeAdmin
/** A quiz with more questions than anyone answers, so that no attempt is examined. */
let quiz: MadeQuiz
const t = await openStillTestApp()
const owner = await makeAdmin(t)
beforeAll(async () => {
  support = await makeAnotherAdmin(t, owner, 'support')
  quiz = await makeQuiz(t, { count: 5 })
})

const calls = quizCalls((token) => t.as(token))
/** Each call is a millisecond after the previous one, so that its effects have an order. */
const by = (who: MadeAdmin) => {
  t.app.clock.advance(1)
  return t.as(who.token)
}
const paramsOf = ({ username }: MadeStudent) => ({ params: { username } })
const hold = (student: MadeStudent, reason: 'too-fast' | 'other' = 'too-fast') =>
  by(owner)(admin.holdStudent, { ...paramsOf(student), body: { reason } })
const clear = (student: MadeStudent, who = owner) => by(who)(admin.clearStudent, paramsOf(student))
const read = (student: MadeStudent) => by(owner)(admin.readFlagged, paramsOf(student))
const appeal = (student: MadeStudent) => t.as(student.token)(appealHold, { body: { text: 'I had seen it before.' } })
const answer = (appealId: string) =>
  by(support)(admin.answerAppeal, { params: { appealId }, body: { outcome: 'upheld', text: 'Please come.' } })
const erase = ({ token }: MadeStudent) => t.as(token)(eraseAccount, { body: { password: PASSWORD } })

/** Creates a student with ten points for each of these right answers. */
async function makeTaker(right: number): Promise<MadeStudent> {
  const student = await makeStudent(t)
  t.app.clock.advance(1)
  for (let n = 0; n < right; n += 1) await calls.answer(student, quiz, n, 'right')
  return student
}

async function flag({ id }: MadeStudent, changes: Partial<typeof fairPlayFlags.$inferInsert> = {}): Promise<string> {
  t.app.clock.advance(1)
  const kind: FlagKind = 'fast'
  const values = { studentId: id, kind, facts: {}, at: t.app.clock.now(), ...changes }
  const [row] = await t.app.db.insert(fairPlayFlags).values(values).returning()
  return String(row?.seq)
}

async function makeFlagged(right = 1): Promise<MadeStudent> {
  const student = await makeTaker(right)
  await flag(student)
  return student
}

const list = async (show: admin.FlaggedState, ageCategory: AgeCategory = '11-20') =>
  (await by(owner)(admin.listFlagged, { query: { ageCategory, show } })).students
/** Returns which of some students are listed, in the order of the list. */
const listed = async (show: admin.FlaggedState, among: readonly MadeStudent[], ageCategory?: AgeCategory) => {
  const ids = new Set(among.map(({ id }) => id))
  return (await list(show, ageCategory)).filter(({ _id }) => ids.has(_id)).map(({ username }) => username)
}
const names = (...students: MadeStudent[]) => students.map(({ username }) => username)

describe('the list of students with open flags', () => {
  it('is in leaderboard order, without students who are decided or not on it', async () => {
    const [early, late] = [await makeTaker(1), await makeTaker(1)]
    const [third, second, best] = [await makeTaker(2), await makeTaker(3), await makeTaker(4)]
    const all = [early, late, third, second, best, await makeTaker(1)]
    for (const student of [late, early, third, best, second]) await flag(student)
    expect(await listed('open', all)).toEqual(names(best, second, third, early, late))
    await clear(late)
    // Newer flags of other students reopen no case, and newer decisions about others close none.
    expect(await listed('open', all)).toEqual(names(best, second, third, early))
    await clear(second)
    expect(await listed('open', all)).toEqual(names(best, third, early))
    await by(owner)(disqualifyStudent, { ...paramsOf(best), body: { reason: 'Two accounts.' } })
    expect(await listed('open', all)).toEqual(names(third, early))
  })

  it('leaves out a student on hold, even after new flags', async () => {
    const student = await makeFlagged()
    await hold(student)
    await flag(student, { kind: 'same-wrong' })
    expect(await listed('open', [student])).toEqual([])
    expect(await listed('held', [student])).toEqual(names(student))
  })
})

describe('the lists of held and of decided students', () => {
  it('show the longest hold or the newest decision first, and each student once', async () => {
    const [first, second, third] = [await makeFlagged(1), await makeFlagged(3), await makeFlagged(2)]
    const all = [first, second, third, await makeFlagged()]
    for (const student of [second, third, first]) await hold(student)
    expect(await listed('held', all)).toEqual(names(second, third, first))
    expect(await listed('decided', all)).toEqual([])
    await clear(first)
    await clear(second)
    expect(await listed('held', all)).toEqual(names(third))
    expect(await listed('decided', all)).toEqual(names(second, first))
    await erase(second)
    expect(await listed('decided', all)).toEqual(names(first))
  })
})

describe('a listed student', () => {
  it('has only their own flags and last decision', async () => {
    const [cleared, removed] = [await makeFlagged(2), await makeFlagged(3)]
    await flag(cleared, { kind: 'same-wrong' })
    const lastFlagAt = t.app.clock.now().toISOString()
    await hold(cleared)
    await clear(cleared, support)
    const body = { reason: 'second-account' as const, text: 'Two accounts.' }
    await by(owner)(admin.disqualifyFlagged, { ...paramsOf(removed), body })
    const decided = await list('decided')
    expect(decided.find(({ _id }) => _id === cleared.id)).toMatchObject({
      score: 20,
      rank: expect.any(Number),
      kinds: ['fast', 'same-wrong'],
      lastFlagAt,
      isHeld: false,
      isDisqualified: false,
      lastDecision: { kind: 'cleared', reason: null, by: support.username },
    })
    expect(decided.find(({ _id }) => _id === removed.id)).toMatchObject({
      score: 30,
      rank: null,
      kinds: ['fast'],
      isHeld: false,
      isDisqualified: true,
      lastDecision: { kind: 'disqualified', reason: 'second-account', by: owner.username },
    })
    expect((await read(removed)).student.entries).toEqual([{ ageCategory: '11-20', score: 30, rank: null }])
  })

  it('has the time of their appeal until it is answered', async () => {
    const student = await makeFlagged()
    const find = async () => (await list('held')).find(({ _id }) => _id === student.id)
    await hold(student)
    expect(await find()).toMatchObject({ isHeld: true, appealDueAt: null })
    const { hold: held } = await appeal(student)
    expect(await find()).toMatchObject({ appealDueAt: held.appeal?.dueAt })
    await answer((await read(student)).appeals[0]?._id ?? '')
    expect(await find()).toMatchObject({ isHeld: true, appealDueAt: null })
  })

  it('has the score for the listed age group, and is in no other group’s list', async () => {
    const [grown, other] = [await makeFlagged(), await makeFlagged()]
    const entry = { studentId: grown.id, score: 70, reachedAt: t.app.clock.now(), leavesOn: '2099-01-01' }
    await t.app.db.insert(leaderboardEntries).values({ ...entry, ageCategory: '5-10' })
    const expectScores = async (show: admin.FlaggedState) => {
      const scores = async (ageCategory: AgeCategory) =>
        (await list(show, ageCategory)).flatMap(({ _id, score }) => ([grown.id, other.id].includes(_id) ? [score] : []))
      expect({ younger: await scores('5-10'), older: await scores('11-20') }).toEqual({
        younger: [70],
        older: [10, 10],
      })
    }
    await expectScores('open')
    for (const student of [grown, other]) await hold(student)
    await expectScores('held')
    for (const student of [grown, other]) await clear(student)
    await expectScores('decided')
  })
})

describe('the evidence about a student', () => {
  it('has the newest flag and appeal first, and marks those after the last decision', async () => {
    const [student, another] = [await makeFlagged(), await makeFlagged()]
    const count = async () => {
      const { flagCount, openFlagCount } = (await by(owner)(studentDetails, paramsOf(student))).data
      return { flagCount, openFlagCount }
    }
    expect(await count()).toEqual({ flagCount: 1, openFlagCount: 1 })
    await hold(student)
    await appeal(student)
    await clear(student)
    await hold(student, 'other')
    t.app.clock.advance(1)
    await appeal(student)
    await flag(another, { kind: 'same-wrong' })
    const newest = await flag(student, { kind: 'same-wrong' })
    const { flags, appeals } = await read(student)
    expect(flags).toMatchObject([
      { _id: newest, kind: 'same-wrong', isNew: true },
      { kind: 'fast', isNew: false },
    ])
    expect(appeals).toMatchObject([{ answer: null }, { answer: { outcome: 'lifted' } }])
    expect(await count()).toEqual({ flagCount: 2, openFlagCount: 1 })
  })

  it('has each attempt’s answers and reviews in order, with unanswered questions last', async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    for (const [n, option] of [
      [3, 'right'],
      [1, 'wrong one'],
    ] as const) {
      await calls.start(student, quiz)
      t.app.clock.advance(5_000)
      await calls.answer(student, quiz, n, option)
    }
    await calls.finish(student, quiz)
    await calls.answer(other, quiz, 2, 'wrong two')
    const [attemptId, otherAttemptId] = [await findAttemptId(t, student), await findAttemptId(t, other)]
    const at = (minutes: number) => new Date(t.app.clock.now().getTime() + minutes * 60_000)
    await t.app.db.insert(attemptReviews).values([2, 1].map((minutes) => ({ attemptId, at: at(minutes) })))
    const looks = [1, 2].map((minutes) => at(minutes).toISOString())
    await flag(student, { kind: 'same-wrong', attemptId, otherStudentId: other.id, otherAttemptId })
    const [found] = (await read(student)).flags
    expect(found?.attempt).toMatchObject({ username: student.username, score: 10, reviewedAt: looks })
    const questions = found?.attempt?.questions.map(({ question, answer: given, correct, seconds }) => ({
      question,
      given,
      correct,
      seconds,
    }))
    expect(questions?.slice(0, 2)).toEqual([
      { question: 'Question 4?', given: 'right', correct: true, seconds: 5 },
      { question: 'Question 2?', given: 'wrong one', correct: false, seconds: 10 },
    ])
    expect(questions?.slice(2)).toMatchObject(
      Array.from({ length: 3 }, () => ({ given: null, correct: false, seconds: null })),
    )
    expect(found?.other).toMatchObject({ username: other.username, attempt: { reviewedAt: [], score: 0 } })
    expect(found?.other?.attempt?.questions[0]).toMatchObject({ question: 'Question 3?', answer: 'wrong two' })
  })

  it('names no deleted account, and is not shown for one', async () => {
    const [student, gone] = [await makeFlagged(), await makeFlagged()]
    await flag(student, { kind: 'shared-device', otherStudentId: gone.id })
    await flag(gone, { kind: 'shared-device', otherStudentId: student.id })
    expect((await read(student)).cluster).toEqual(names(gone))
    await erase(gone)
    const { flags, cluster } = await read(student)
    expect(flags[0]).toMatchObject({ kind: 'shared-device', other: { username: null } })
    expect(cluster).toEqual([null])
    // The second value is stored in the database in place of the name.
    for (const username of [gone.username, `erased:${gone.id}`])
      expect(await refusal(read({ ...gone, username }))).toMatchObject({ status: 404 })
  })
})
