// Admins who adjust points at the same moment, over several connections.
import { randomUUID } from 'node:crypto'
import { resetAttempt } from '@baobab/contract/quiz/admin.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { adjustmentCalls, expectPointsToAddUp } from '../../../test/adjust-points.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  PASSWORD,
  type MadeAdmin,
  type MadeStudent,
} from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { releaseTogether } from '../../../test/release-together.ts'
import { quizCalls, quizRows } from '../../../test/take-quiz.ts'

let support: MadeAdmin
let second: MadeAdmin
let student: MadeStudent
const t = await openTestApp()
const owner = await makeAdmin(t)
beforeAll(async () => {
  support = await makeAnotherAdmin(t, owner, 'support')
  second = await makeAnotherAdmin(t, owner, 'support')
})
beforeEach(async () => {
  student = await makeStudent(t)
  return () => expectPointsToAddUp(t)
})

const { answer } = quizCalls((token) => t.as(token))
const { loadAttempts, loadEntry } = quizRows(() => t)
const { adjust, undo, agree, withdraw, findLast } = adjustmentCalls((token) => t.as(token))

const lockRow = (table: 'students' | 'admins', { id }: { id: string }) =>
  `select from ${table} where id = '${id}' for update`

/** Makes calls that wait for the same row, and lets them continue together. @returns the states and codes of the replies, sorted */
async function race(lock: string, calls: readonly (() => Promise<{ state?: string } | object>)[]): Promise<string[]> {
  const outcomes = await releaseTogether([t], { lock, waiting: calls.length }, () =>
    Promise.allSettled(calls.map((call) => call())),
  )
  return outcomes
    .map((outcome) =>
      outcome.status === 'fulfilled'
        ? String('state' in outcome.value ? outcome.value.state : 'done')
        : String((outcome.reason as { code?: string }).code),
    )
    .toSorted()
}

it('two admins who agree at the same moment make the adjustment once', async () => {
  await adjust(support, student, 60)
  const id = await findLast(support, student)
  const calls = [owner, second].map((who) => () => agree(who, student, id))
  expect(await race(lockRow('students', student), calls)).toEqual(['adjustment_decided', 'applied'])
  expect((await loadEntry(student))?.score).toBe(60)
})

it('an agreement and a withdrawal at the same moment are one decision', async () => {
  await adjust(support, student, 60)
  const id = await findLast(support, student)
  const calls = [() => agree(owner, student, id), () => withdraw(support, student, id)]
  const outcomes = await race(lockRow('students', student), calls)
  expect(outcomes).toContain('adjustment_decided')
  expect((await loadEntry(student))?.score).toBe(outcomes.includes('applied') ? 60 : undefined)
})

it('of two adjustments of a student at the same moment, the one that exceeds the month’s limit waits', async () => {
  const calls = [owner, second].map((who) => () => adjust(who, student, 30))
  expect(await race(lockRow('students', student), calls)).toEqual(['applied', 'proposed'])
  expect((await loadEntry(student))?.score).toBe(30)
})

it('of two adjustments by an admin at the same moment, the one that exceeds the month’s limit waits', async () => {
  const admin = await makeAnotherAdmin(t, owner, 'support')
  for (let n = 0; n < 9; n += 1) await adjust(admin, await makeStudent(t), 50)
  const calls = [student, await makeStudent(t)].map((each) => () => adjust(admin, each, 30))
  expect(await race(lockRow('admins', admin), calls)).toEqual(['applied', 'proposed'])
})

it('one request that arrives twice at the same moment is one adjustment', async () => {
  const key = randomUUID()
  const calls = [1, 2].map(() => () => adjust(support, student, 20, { key }))
  expect(await race(lockRow('students', student), calls)).toEqual(['applied', 'applied'])
  expect((await loadEntry(student))?.score).toBe(20)
})

it('two admins who undo at the same moment take the points back once', async () => {
  await answer(student, await makeQuiz(t), 0, 'right')
  await adjust(support, student, 20)
  const id = await findLast(support, student)
  const calls = [owner, second].map((who) => () => undo(who, student, id))
  expect(await race(lockRow('students', student), calls)).toEqual(['adjustment_undone', 'applied'])
  expect((await loadEntry(student))?.score).toBe(10)
})

it('an agreement after the student was erased is refused', async () => {
  await adjust(support, student, 60)
  const id = await findLast(support, student)
  const agreeing = releaseTogether(
    [t],
    {
      lock: lockRow('students', student),
      waiting: 1,
      change: `update students set erased_at = now() where id = '${student.id}'`,
    },
    () => agree(owner, student, id),
  )
  await expect(agreeing).rejects.toMatchObject({ code: 'not_found' })
  expect(await loadEntry(student)).toBeUndefined()
})

it('an erasure and an agreement at the same moment leave no open proposal', async () => {
  await adjust(support, student, 60)
  const id = await findLast(support, student)
  const erase = () => t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
  await race(lockRow('students', student), [erase, () => agree(owner, student, id)])
  const { rows } = await t.owner.query('select from points_adjustments where student_id = $1 and decision is null', [
    student.id,
  ])
  expect(rows).toEqual([])
})

it('an answer at the same moment counts as well', async () => {
  const quiz = await makeQuiz(t)
  await answer(student, quiz, 0, 'wrong one')
  const calls = [() => adjust(support, student, 20), () => answer(student, quiz, 1, 'right')]
  await race(`select from standings where student_id = '${student.id}' for update`, calls)
  expect((await loadEntry(student))?.score).toBe(30)
})

it('an admin who undoes what kept a score at 0, or agrees to that, is too late if a correction has just done it', async () => {
  const quiz = await makeQuiz(t, { count: 3 })
  const answerAll = async () => {
    for (let n = 0; n < 3; n += 1) await answer(student, quiz, n, 'right')
  }
  await answerAll()
  await adjust(owner, student, -30)
  const [attempt] = await loadAttempts(student)
  const params = { attemptId: attempt?.id ?? '' }
  await t.as(owner.token)(resetAttempt, { params, body: { reason: 'The phone broke.' } })
  const kept = await findLast(owner, student)
  await answerAll()
  const lock = `select from standings where student_id = '${student.id}' for update`
  const change = `
    update points_adjustments set decision = 'withdrawn', decided_at = now() where undo_of = '${kept}';
    insert into points_adjustments (student_id, age_category, amount, reason, key, undo_of, proposed_at, decision, decided_at)
    values ('${student.id}', '11-20', -30, 'Automatic', gen_random_uuid(), '${kept}', now(), 'applied', now())`
  const lose = (call: () => Promise<unknown>) => releaseTogether([t], { lock, waiting: 1, change }, call)
  const remove = () => t.owner.query('delete from points_adjustments where undo_of = $1', [kept])
  await expect(lose(() => undo(second, student, kept))).rejects.toMatchObject({ code: 'adjustment_undone' })
  await remove()
  expect(await undo(second, student, kept)).toMatchObject({ state: 'proposed' })
  const id = await findLast(second, student)
  await expect(lose(() => agree(owner, student, id))).rejects.toMatchObject({ code: 'adjustment_decided' })
  await remove()
})
