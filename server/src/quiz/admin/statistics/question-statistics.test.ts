// Tests question statistics with real attempts.
import { STATISTICS_ATTEMPTS } from '@baobab/contract/quiz/rules.ts'
import * as quizAdmin from '@baobab/contract/quiz/admin.ts'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { openStillTestApp } from '../../../../test/harness.ts'
import { makeAdmin, makeQuiz, makeStudent, type MadeQuiz } from '../../../../test/factories.ts'
import { quizCalls } from '../../../../test/take-quiz.ts'

const t = await openStillTestApp()
const admin = await makeAdmin(t)
afterEach(() => t.app.clock.set(new Date()))

const { start, answer, finish } = quizCalls((token) => t.as(token))
const statistics = ({ video, ageCategory }: MadeQuiz) =>
  t.as(admin.token)(quizAdmin.questionStatistics, { query: { videoId: video.id, ageCategory } })

/** Takes the quiz as a new student: each step waits, then answers the n-th question. */
async function take(quiz: MadeQuiz, steps: readonly [n: number, option: string, seconds: number][]) {
  t.app.clock.set(new Date())
  const student = await makeStudent(t)
  const { _id } = await start(student, quiz)
  for (const [n, option, seconds] of steps) {
    t.app.clock.advance(seconds * 1_000)
    await answer(student, quiz, n, option)
  }
  await finish(student, quiz)
  return _id
}

/** Copies an attempt for `count` other students, who all gave a wrong answer an hour earlier. */
async function addOlder({ newest, count }: { newest: string; count: number }): Promise<void> {
  const copied = sql`insert into students
    select (jsonb_populate_record(student, jsonb_build_object(
      'id', gen_random_uuid(), 'username_key', 'older-' || n, 'email_key', 'older-' || n))).*
    from students as student join attempts on student_id = student.id, generate_series(1, ${count}::integer) as n
    where attempts.id = ${newest} returning id`
  const taken = sql`insert into attempts
    select (jsonb_populate_record(attempt, jsonb_build_object(
      'id', gen_random_uuid(), 'student_id', copied.id, 'locked_at', attempt.locked_at - interval '1 hour'))).*
    from attempts as attempt, copied where attempt.id = ${newest} returning *`
  await t.app.db.execute(sql`with copied as (${copied}), taken as (${taken})
    insert into answers (attempt_id, question_id, answer, correct, points, answered_at)
    select taken.id, (questions -> 0 ->> 'id')::uuid, 'wrong one', false, 0, locked_at
    from taken join question_snapshots on question_snapshots.id = snapshot_id`)
}

describe('a quiz’s statistics', () => {
  it('count correct answers, options, time since the previous answer, and missing answers', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    await take(quiz, [
      [0, 'right', 10],
      [1, 'wrong two', 20],
    ])
    await take(quiz, [
      [1, 'wrong two', 4],
      [0, 'wrong one', 30],
    ])
    await take(quiz, [[0, 'right', 11]])
    const { attempts, limit, since, until, questions } = await statistics(quiz)
    expect({ attempts, limit }).toEqual({ attempts: 3, limit: STATISTICS_ATTEMPTS })
    expect(Date.parse(since ?? '')).toBeLessThan(Date.parse(until ?? ''))
    const [first, second] = questions
    expect(first).toMatchObject({
      _id: quiz.questions[0]?.id,
      asked: 3,
      answered: 3,
      correct: 2,
      topWrong: 'wrong one',
    })
    expect(first?.options).toContainEqual({ option: 'right', isCorrect: true, chosen: 2 })
    // 10, 30 and 11 seconds.
    expect(first).toMatchObject({ medianSeconds: 11, meanSeconds: 17 })
    expect(second).toMatchObject({ asked: 3, answered: 2, correct: 0, topWrong: 'wrong two', former: 0 })
    expect(second?.medianSeconds).toBe(12)
  })

  it('leave out reset and running attempts, and other quizzes', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const other = await makeQuiz(t, { video: quiz.video, ageCategory: '5-10', count: 1 })
    const reset = await take(quiz, [[0, 'wrong one', 1]])
    const body = { reason: 'The power failed.' }
    await t.as(admin.token)(quizAdmin.resetAttempt, { params: { attemptId: reset }, body })
    await start(await makeStudent(t), quiz)
    for (const key of [quiz, other]) {
      const { attempts, since, questions } = await statistics(key)
      expect({ attempts, since }).toEqual({ attempts: 0, since: null })
      expect(questions).toMatchObject([{ asked: 0, answered: 0, medianSeconds: null, meanSeconds: null }])
    }
  })

  it('follow a question through an edit, and end when it is deleted', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    await take(quiz, [
      [0, 'wrong two', 1],
      [1, 'right', 1],
    ])
    const [edited = '', deleted = ''] = quiz.questions.map(({ id }) => id)
    const change = { question: 'Anew?', options: ['right', 'wrong one', 'wrong three', 'new'], correctAnswer: 'right' }
    await t.as(admin.token)(quizAdmin.editQuestion, { params: { triviaId: edited }, body: change })
    const added = { ...change, question: 'New?', videoTitle: quiz.video.title, ageCategory: quiz.ageCategory }
    await t.as(admin.token)(quizAdmin.addQuestion, { body: added })
    await t.as(admin.token)(quizAdmin.deleteQuestion, { params: { triviaId: deleted } })
    expect((await statistics(quiz)).questions).toMatchObject([
      { _id: edited, question: 'Anew?', answered: 1, correct: 0, former: 1, topWrong: null },
      { question: 'New?', asked: 0, answered: 0 },
    ])
  })

  it('count only the newest attempts', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const newest = await take(quiz, [[0, 'right', 1]])
    await addOlder({ newest, count: STATISTICS_ATTEMPTS + 20 })
    const { attempts, questions } = await statistics(quiz)
    expect(attempts).toBe(STATISTICS_ATTEMPTS)
    expect(questions).toMatchObject([
      { asked: STATISTICS_ATTEMPTS, answered: STATISTICS_ATTEMPTS, correct: 1, topWrong: 'wrong one' },
    ])
  })

  it('refuse an unknown video', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    for (const id of [crypto.randomUUID(), 'nonsense'])
      expect(await refusal(statistics({ ...quiz, video: { ...quiz.video, id } }))).toMatchObject({ status: 404 })
  })
})
