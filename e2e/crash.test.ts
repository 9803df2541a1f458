// Kills the server while students answer: every acknowledged answer must be stored afterwards, exactly once.
import { randomInt } from 'node:crypto'
import * as leaderboard from '@baobab/contract/leaderboard.ts'
import * as quiz from '@baobab/contract/quiz.ts'
import * as videos from '@baobab/contract/videos.ts'
import { createClient } from '@baobab/contract/client.ts'
import { expect, test } from '@playwright/test'
import { makeStudent, type Student } from './people.ts'
import { startProduct, type Product } from './product.ts'

const CONNECTIONS = 16
const ROUNDS = 10
const ageCategory = '11-20'

type Acknowledged = { videoTitle: string; result: quiz.AnswerResult }

let product: Product
test.beforeAll(async () => {
  product = await startProduct({ RATE_LIMIT_FACTOR: '0' })
})
test.afterAll(() => product.remove())

/** Answers every question of every video until the server is killed. Records the acknowledged answers. */
async function answerAll(student: Student, titles: string[], acknowledgedAnswers: Acknowledged[]): Promise<void> {
  for (const videoTitle of titles) {
    const params = { videoTitle, ageCategory } as const
    const attempt = await student.call(quiz.startAttempt, { params })
    for (const [index, question] of attempt.questions.entries()) {
      const answer = question.options[index % 4] ?? ''
      const result = await student.call(quiz.answerQuestion, { params, body: { triviaId: question._id, answer } })
      acknowledgedAnswers.push({ videoTitle, result })
    }
  }
}

/** Repeats every acknowledged answer and compares the replies, then compares the score with the attempts. */
async function check(student: Student, acknowledgedAnswers: Acknowledged[]): Promise<void> {
  for (const { videoTitle, result } of acknowledgedAnswers) {
    const params = { videoTitle, ageCategory } as const
    const body = { triviaId: result.triviaId, answer: result.answer }
    expect(await student.call(quiz.answerQuestion, { params, body })).toEqual(result)
  }
  const { attempts } = await student.call(quiz.listAttempts, {})
  const { score } = await student.call(leaderboard.myRank, { query: { ageCategory } })
  expect(score).toBe(attempts.reduce((sum, attempt) => sum + attempt.score, 0))
  const acknowledged = acknowledgedAnswers.filter(({ result }) => result.correct).length * 10
  expect(score).toBeGreaterThanOrEqual(acknowledged)
  // At most one answer, which was in flight when the server was killed, may be stored without a reply.
  expect(score).toBeLessThanOrEqual(acknowledged + 10)
}

test('SIGKILL while 16 connections answer, ten times: no acknowledged answer is lost or duplicated', async () => {
  test.setTimeout(600_000)
  const list = await createClient({ baseUrl: product.url })(videos.listVideos, {})
  const titles = list.map((video) => video.title)
  for (let round = 0; round < ROUNDS; round += 1) {
    // One after another: a busy machine refuses many registrations at the same time.
    const students: Student[] = []
    while (students.length < CONNECTIONS) students.push(await makeStudent(product.url))
    const acknowledgedAnswers = students.map(() => [] as Acknowledged[])
    const running = students.map((student, index) =>
      answerAll(student, titles, acknowledgedAnswers[index] ?? []).catch(() => undefined),
    )
    const enough = randomInt(1, 100)
    await expect.poll(() => acknowledgedAnswers.flat().length, { intervals: [1] }).toBeGreaterThanOrEqual(enough)
    await product.stop('SIGKILL')
    await Promise.all(running)
    await product.restart()
    for (const [index, student] of students.entries()) await check(student, acknowledgedAnswers[index] ?? [])
  }
})
