import { randomUUID } from 'node:crypto'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { addDays } from '@baobab/contract/kernel/days.ts'
import { exportData } from '@baobab/contract/privacy/endpoints.ts'
import { deleteStreakPause, pauseStudentStreak, studentDetails } from '@baobab/contract/students/endpoints.ts'
import { beforeAll, expect, it } from 'vitest'
import { makeAdmin, makeAnotherAdmin, makeQuiz, makeStudent, type MadeAdmin } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { expectRefusalWithoutWrites, quizCalls } from '../../test/take-quiz.ts'
import { pauseStreak } from '../quiz/pause-streak.ts'
import { practiceAnswers } from '../quiz/streak-tables.ts'

const TODAY = '2027-05-05'

let owner: MadeAdmin
const t = await openTestApp()
beforeAll(async () => {
  t.app.clock.set(new Date(`${TODAY}T10:00:00Z`))
  owner = await makeAdmin(t)
})

const { start, list } = quizCalls((token) => t.as(token))
const pause = (admin: MadeAdmin, username: string, from: string, to: string) =>
  t.as(admin.token)(pauseStudentStreak, { params: { username }, body: { from, to } })
const details = (username: string) => t.as(owner.token)(studentDetails, { params: { username } })

it("an admin pauses a student's streak, and the student sees the days and gets them in a copy of all data", async () => {
  const student = await makeStudent(t)
  const support = await makeAnotherAdmin(t, owner, 'support')
  const [from, to] = [addDays(TODAY, -2), addDays(TODAY, -1)]
  expect(await pause(support, student.username, from, to)).toEqual({
    message: 'The streak is paused on these days.',
  })
  expect((await details(student.username)).streakPauses).toMatchObject([{ from, to, setBy: 'admin' }])
  const { streakWeek } = await list(student)
  expect(streakWeek.map(({ state }) => state)).toEqual(['open', 'open', 'open', 'open', 'pause', 'pause', 'open'])
  const { tables } = await t.as(student.token)(exportData, {})
  expect(tables['streakPauses']).toMatchObject([{ firstDay: from, lastDay: to, setBy: 'admin' }])
  expect(JSON.stringify(tables)).not.toContain(support.id)
  const { lines } = await t.as(owner.token)(auditLog, { query: { action: 'student.streak_paused' } })
  expect(lines).toMatchObject([{ admin: support.username, subject: { _id: student.id }, details: { from, to } }])
})

it('a pause set by mistake is deleted, and its days count again', async () => {
  const [student, other] = [await makeStudent(t), await makeStudent(t)]
  const support = await makeAnotherAdmin(t, owner, 'support')
  const [from, to] = [addDays(TODAY, -2), addDays(TODAY, -1)]
  const { video, ageCategory } = await makeQuiz(t)
  const tried = { questionId: randomUUID(), videoId: video.id, ageCategory, isCorrect: true }
  await t.app.db
    .insert(practiceAnswers)
    .values({ ...tried, studentId: student.id, day: addDays(TODAY, -3), answeredAt: t.app.clock.now() })
  await pause(owner, student.username, from, to)
  expect((await list(student)).streakDays).toBe(1)
  const pauseId = (await details(student.username)).streakPauses[0]?._id ?? ''
  const remove = (username: string, id = pauseId) =>
    t.as(support.token)(deleteStreakPause, { params: { username, pauseId: id } })
  for (const call of [() => remove(other.username), () => remove(student.username, randomUUID())])
    await expectRefusalWithoutWrites(t, call, { status: 404 })
  expect(await remove(student.username)).toEqual({ message: 'The pause has been deleted.' })
  expect((await details(student.username)).streakPauses).toEqual([])
  const { streakWeek, streakDays } = await list(student)
  expect(streakWeek.map(({ state }) => state)).not.toContain('pause')
  expect(streakDays).toBe(0)
  const { lines } = await t.as(owner.token)(auditLog, { query: { action: 'student.streak_pause_deleted' } })
  expect(lines).toMatchObject([{ admin: support.username, subject: { _id: student.id }, details: { from, to } }])
  await expectRefusalWithoutWrites(t, () => remove(student.username), { status: 404 })
})

it('a paused week keeps the streak from the days before it', async () => {
  t.app.clock.set(new Date('2027-05-04T23:30:00Z'))
  const student = await makeStudent(t)
  await start(student, await makeQuiz(t))
  t.app.clock.set(new Date(`${TODAY}T10:00:00Z`))
  await t.app.db.transaction((tx) =>
    pauseStreak(t.app, tx, { studentId: student.id, setter: { kind: 'guardian' }, from: TODAY, to: addDays(TODAY, 6) }),
  )
  expect((await details(student.username)).streakPauses).toMatchObject([{ setBy: 'guardian' }])
  expect((await list(student)).streakDays).toBe(1)
})

it.each([
  ['the last day before the first', TODAY, addDays(TODAY, -1), 'to', 'The last day cannot be before the first day'],
  ['61 days', TODAY, addDays(TODAY, 60), 'to', 'A pause can be at most 60 days long'],
  ['a start 61 days ago', addDays(TODAY, -61), TODAY, 'to', 'A pause can be at most 60 days long'],
  [
    'a start in 61 days',
    addDays(TODAY, 61),
    addDays(TODAY, 62),
    'from',
    'A pause can start at most 60 days before or after today',
  ],
  ['no date', '', TODAY, 'from', 'First day is required'],
  ['a day that does not exist', '2027-02-30', TODAY, 'from', 'Invalid date format'],
])('a pause with %s is refused', async (_, from, to, path, message) => {
  const { username } = await makeStudent(t)
  expect(await refusal(pause(owner, username, from, to))).toMatchObject({
    status: 400,
    errors: expect.arrayContaining([{ path, message }]),
  })
  expect((await details(username)).streakPauses).toEqual([])
})

it('a pause of 60 days is stored, and listed after one that begins earlier', async () => {
  const { username } = await makeStudent(t)
  const [later, earlier] = [[TODAY, addDays(TODAY, 59)] as const, [addDays(TODAY, -2), TODAY] as const]
  for (const [from, to] of [later, earlier]) await pause(owner, username, from, to)
  const { streakPauses } = await details(username)
  expect(streakPauses.map(({ from, to }) => [from, to])).toEqual([earlier, later])
})

it('an unknown student cannot be paused', async () => {
  expect(await refusal(pause(owner, 'nobody99', TODAY, TODAY))).toMatchObject({ status: 404 })
})
