// Tests which attempts get back the time lost in a pause; maintenance.test.ts tests it over HTTP.
import { randomUUID } from 'node:crypto'
import { GRACE_MS } from '@baobab/contract/quiz/rules.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeQuiz, makeStudent, type MadeStudent } from '../../test/factories.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { quizCalls, quizRows } from '../../test/take-quiz.ts'
import { giveTimeBack } from './give-time-back.ts'
import { practiceAnswers } from './streak-tables.ts'
import { attemptReviews, attempts } from './tables.ts'

const MINUTE = 60_000

const t = await openStillTestApp()
const quiz = await makeQuiz(t)

const { start, answer } = quizCalls((token) => t.as(token))
const { loadAttempts } = quizRows(() => t)
const loadAttempt = async (student: MadeStudent) => {
  const [attempt] = await loadAttempts(student)
  if (!attempt) throw new Error('there is no attempt')
  return attempt
}

/** Creates a student whose time ran out, so that the attempt was locked at its deadline. */
async function makeRunOut(): Promise<MadeStudent> {
  const student = await makeStudent(t)
  await start(student, quiz)
  const { id, deadline } = await loadAttempt(student)
  await t.app.db.update(attempts).set({ lockedAt: deadline }).where(eq(attempts.id, id))
  return student
}

/** Gives back the time of a ten-minute pause that started half a minute or more after an attempt. */
async function giveBack(student: MadeStudent, afterMs = 30_000) {
  const { startedAt } = await loadAttempt(student)
  const from = new Date(startedAt.getTime() + afterMs)
  const pause = { from, until: new Date(from.getTime() + 10 * MINUTE) }
  return t.app.db.transaction((tx) => giveTimeBack(tx, pause))
}

type Practised = Partial<typeof practiceAnswers.$inferInsert>
const practise = async (student: MadeStudent, changes: Practised) =>
  t.app.db.insert(practiceAnswers).values({
    studentId: student.id,
    questionId: randomUUID(),
    day: '2026-11-25',
    videoId: quiz.video.id,
    ageCategory: quiz.ageCategory,
    isCorrect: true,
    answeredAt: new Date((await loadAttempt(student)).startedAt.getTime() + 1),
    ...changes,
  })

it('an attempt is reopened even if its student practised something else, or others practised or saw its answers', async () => {
  const [student, other, elsewhere] = [await makeRunOut(), await makeRunOut(), await makeQuiz(t)]
  const { id, deadline, startedAt } = await loadAttempt(student)
  await practise(student, { videoId: elsewhere.video.id })
  await practise(student, { ageCategory: '5-10' })
  // This practice was before the attempt: it belongs to an earlier attempt, which has been reset since.
  await practise(student, { answeredAt: startedAt })
  await practise(other, {})
  await t.app.db.insert(attemptReviews).values({ attemptId: (await loadAttempt(other)).id, at: t.app.clock.now() })
  expect(await giveBack(student)).toMatchObject({ reopened: 1 })
  expect(await loadAttempt(student)).toMatchObject({
    id,
    lockedAt: null,
    deadline: new Date(deadline.getTime() + 10 * MINUTE),
  })
  expect((await loadAttempt(other)).lockedAt).not.toBeNull()
})

it('an attempt in its grace period gets time back, whether or not it has been locked', async () => {
  const [open, locked] = [await makeStudent(t), await makeRunOut()]
  await start(open, quiz)
  const { deadline, startedAt } = await loadAttempt(open)
  await giveBack(open, deadline.getTime() - startedAt.getTime() + GRACE_MS)
  for (const student of [open, locked])
    expect(await loadAttempt(student)).toMatchObject({
      lockedAt: null,
      deadline: new Date(deadline.getTime() + 10 * MINUTE),
    })
})

it('each attempt’s last answer counts separately', async () => {
  const [student, other] = [await makeStudent(t), await makeStudent(t)]
  for (const one of [student, other]) await start(one, quiz)
  const { deadline } = await loadAttempt(student)
  await answer(student, quiz, 0, 'right')
  // A server that learned of the pause late accepted it.
  t.app.clock.advance(MINUTE)
  await answer(other, quiz, 0, 'right')
  await giveBack(student)
  expect((await loadAttempt(student)).deadline).toEqual(new Date(deadline.getTime() + 10 * MINUTE))
})
