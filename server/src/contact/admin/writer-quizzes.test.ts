// A message about missing points shows the newest quizzes of the student with its email address.
import { listMessages, oneMessage, sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { resetAttempt } from '@baobab/contract/quiz/admin.ts'
import { expect, it } from 'vitest'
import { makeAdmin, makeQuiz, makeStudent, unique } from '../../../test/factories.ts'
import { openStillTestApp } from '../../../test/harness.ts'
import { quizCalls } from '../../../test/take-quiz.ts'

const t = await openStillTestApp()
const admin = await makeAdmin(t)
const { start, answer } = quizCalls((token) => t.as(token))

/** Sends a message from an email address, and returns the account that admins see with it. */
async function writeFrom(email: string) {
  const body = { firstName: 'Ada', lastName: 'Obi', email, message: 'My points are missing.' }
  await t.as()(sendMessage, { body })
  const { messages } = await t.as(admin.token)(listMessages, { query: { limit: 1 } })
  const params = { messageId: messages[0]?._id ?? '' }
  t.app.clock.advance(1_000)
  return (await t.as(admin.token)(oneMessage, { params })).message.writer
}

it('lists the three newest quizzes, newest first, with their points and whether they were reset', async () => {
  const [student, someone] = [await makeStudent(t), await makeStudent(t)]
  expect(await writeFrom(student.email)).toMatchObject({ username: student.username, quizzes: [] })
  const expected: object[] = []
  for (let n = 0; n < 4; n += 1) {
    const quiz = await makeQuiz(t, { count: 2 })
    const { _id } = await start(student, quiz)
    await answer(student, quiz, 0, 'right')
    await answer(someone, quiz, 0, 'right')
    const isReset = n === 2
    if (isReset)
      await t.as(admin.token)(resetAttempt, { params: { attemptId: _id }, body: { reason: 'The power failed.' } })
    const videoTitle = quiz.video.title
    const startedAt = t.app.clock.now().toISOString()
    expected.unshift({ _id, videoTitle, ageCategory: '11-20', score: 10, maxScore: 20, startedAt, isReset })
    t.app.clock.advance(60_000)
  }
  expect((await writeFrom(student.email))?.quizzes).toEqual(expected.slice(0, 3))
  expect(await writeFrom(`${unique('c')}@home.example`)).toBeNull()
})
