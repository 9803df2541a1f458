import * as contract from '@baobab/contract/quiz/endpoints.ts'
import { changeMovementSetting } from '@baobab/contract/leaderboard/endpoints.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeQuiz, makeStudent, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { quizCalls, quizParams } from '../../test/take-quiz.ts'
import { students } from '../accounts/tables.ts'
import { removeFromLeaderboard } from '../leaderboard/remove-from-leaderboard.ts'
import { updateListing } from '../leaderboard/update-listing.ts'

const t = await openTestApp()
const first = await makeQuiz(t, { count: 9 })
const second = await makeQuiz(t, { count: 9 })
beforeEach(async () => {
  t.app.clock.set(new Date('2027-05-05T10:00:00Z'))
  await removeFromLeaderboard(t.app, t.app.db, { reason: 'disqualified', condition: sql`true` })
})

const { start, answer, finish } = quizCalls((token) => t.as(token))

/** Starts a quiz, answers `right` questions correctly, and finishes it. */
async function play(student: MadeStudent, right: number, quiz = first): Promise<void> {
  await t.app.ranking.follow()
  await start(student, quiz)
  await answer(student, quiz, 8, 'wrong one')
  for (let n = 0; n < right; n += 1) await answer(student, quiz, n, 'right')
  await finish(student, quiz)
  t.app.clock.advance(1_000)
}

/** Creates students who reach these scores in this order. */
async function makeBoard<const Scores extends readonly number[]>(scores: Scores) {
  const made: MadeStudent[] = []
  for (const score of scores) {
    const student = await makeStudent(t)
    await play(student, score / 10)
    made.push(student)
  }
  return made as { [Index in keyof Scores]: MadeStudent }
}

async function read(student: MadeStudent, quiz = second) {
  await t.app.ranking.follow()
  return (await t.as(student.token)(contract.readMovement, { params: quizParams(quiz) })).movement
}

describe('the movement caused by an attempt', () => {
  it('shows the rank at its start and now, and who is now directly behind', async () => {
    const [, , passed, , , me] = await makeBoard([80, 70, 50, 40, 40, 10])
    await play(me, 5, second)
    expect(await read(me)).toEqual({ rankBefore: 6, rankNow: 3, passed: passed.username })
  })

  it('passes a student with the same score before, but nobody with the same score now who reached it first', async () => {
    const [ahead, same, me] = await makeBoard([20, 10, 10])
    await play(me, 1, second)
    expect(await read(me)).toEqual({ rankBefore: 2, rankNow: 1, passed: same.username })
    await play(ahead, 0, second)
    expect(await read(ahead)).toEqual({ rankBefore: 1, rankNow: 1, passed: null })
  })

  it('passes nobody without points', async () => {
    const [me] = await makeBoard([20, 10])
    await play(me, 0, second)
    expect(await read(me)).toEqual({ rankBefore: 1, rankNow: 1, passed: null })
  })

  it('does not name a student who has since joined the board', async () => {
    const [me] = await makeBoard([20])
    await start(me, second)
    t.app.clock.advance(1_000)
    await makeBoard([10])
    await answer(me, second, 0, 'right')
    await finish(me, second)
    expect(await read(me)).toEqual({ rankBefore: 1, rankNow: 1, passed: null })
  })

  it('does not name a student who was behind at its start and has since earned points', async () => {
    const [behind, me] = await makeBoard([10, 20])
    await start(me, second)
    t.app.clock.advance(1_000)
    await play(behind, 2, second)
    for (const n of [0, 1]) await answer(me, second, n, 'right')
    await finish(me, second)
    expect(await read(me)).toEqual({ rankBefore: 1, rankNow: 1, passed: null })
  })

  it('has no earlier rank for a student who was not on the board', async () => {
    await makeBoard([30, 10])
    const me = await makeStudent(t)
    await play(me, 2, second)
    expect(await read(me)).toEqual({ rankBefore: null, rankNow: 2, passed: null })
  })

  it('is null while the attempt is running', async () => {
    const [me] = await makeBoard([10])
    await start(me, second)
    expect(await read(me)).toBeNull()
  })

  it('is null after an hour, and after other points', async () => {
    const [me] = await makeBoard([10])
    await play(me, 1, second)
    expect(await read(me, first)).toBeNull()
    t.app.clock.advance(3_598_000)
    expect(await read(me)).not.toBeNull()
    t.app.clock.advance(2_000)
    expect(await read(me)).toBeNull()
  })

  it('is null for a student who is disqualified or on hold, or who hides it', async () => {
    const [me] = await makeBoard([10])
    await play(me, 1, second)
    await t.as(me.token)(changeMovementSetting, { body: { hidesMovement: true } })
    expect(await read(me)).toBeNull()
    await t.as(me.token)(changeMovementSetting, { body: { hidesMovement: false } })
    await t.app.db.update(students).set({ heldAt: t.app.clock.now() }).where(eq(students.id, me.id))
    expect(await read(me)).toBeNull()
    await t.app.db.update(students).set({ heldAt: null }).where(eq(students.id, me.id))
    expect(await read(me)).not.toBeNull()
    await removeFromLeaderboard(t.app, t.app.db, { reason: 'disqualified', condition: sql`student_id = ${me.id}` })
    expect(await read(me)).toBeNull()
  })

  it('is null once the student has left the category', async () => {
    const young = await makeQuiz(t, { ageCategory: '5-10' })
    t.app.clock.set(new Date('2027-05-05T22:50:00Z'))
    const me = await makeStudent(t, { birth: '2016-05-06' })
    await start(me, young)
    await answer(me, young, 0, 'right')
    await finish(me, young)
    expect(await read(me, young)).toMatchObject({ rankNow: 1 })
    t.app.clock.set(new Date('2027-05-05T23:00:00Z'))
    await updateListing(t.app)
    expect(await read(me, young)).toBeNull()
  })

  it('is refused without an attempt', async () => {
    const me = await makeStudent(t)
    expect(await refusal(read(me))).toMatchObject({ status: 404 })
  })
})
