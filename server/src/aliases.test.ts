import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { leaderboard, myRank } from '@baobab/contract/leaderboard/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../test/harness.ts'
import { makeAdmin, makePaidStudent, makeQuiz, makeStudent, makeVideo, type MadeQuiz } from '../test/factories.ts'
import { expectScoresToAddUp } from '../test/expect-scores.ts'
import { snapshotDatabase } from '../test/snapshot-database.ts'
import { quizCalls, quizRows } from '../test/take-quiz.ts'
import { watches } from './videos/tables.ts'

const t = await openTestApp()
const admin: { token: string } = await makeAdmin(t)

const { answer } = quizCalls((token) => t.as(token))
const { loadAnswers, loadEntry } = quizRows(() => t)

type Method = 'GET' | 'HEAD'
const call = (url: string, token?: string, method: Method = 'GET') =>
  t.http.inject({ method, url, headers: token ? { authorization: `Bearer ${token}` } : {} })
const answerUrl = (quiz: MadeQuiz, n: number, option: string) =>
  `/api/trivia/video/${encodeURIComponent(quiz.video.title)}/${quiz.ageCategory}/answer?` +
  String(new URLSearchParams({ triviaId: quiz.questions[n]?.id ?? '', answer: option }))
const watchUrl = (id: string) => `/api/videos/${id}/watch`

describe('answering by GET', () => {
  it('does the same as POST, counts only once, and is never cached', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const first = await call(answerUrl(quiz, 0, ' RIGHT '), student.token)
    expect(first.statusCode).toBe(200)
    expect(first.headers['cache-control']).toBe('no-store')
    expect(first.json()).toMatchObject({ message: 'Correct answer!', correct: true, points: 10, answer: 'right' })
    expect(await answer(student, quiz, 0, 'right')).toEqual(first.json())
    expect((await call(answerUrl(quiz, 0, 'wrong one'), student.token)).json()).toMatchObject({
      code: 'already_answered',
      message: 'You have already answered this question.',
    })
    expect(await loadAnswers(student)).toHaveLength(1)
    await expectScoresToAddUp(t)
  })

  it('requires the same token and the same input', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
    const before = await snapshotDatabase(t)
    const refused = async (url: string, token: string | undefined, status: number, message: string) => {
      const reply = await call(url, token)
      expect([reply.statusCode, reply.json()]).toMatchObject([status, { message }])
    }
    await refused(answerUrl(quiz, 0, 'right'), undefined, 401, 'You must be logged in to submit an answer.')
    await refused(answerUrl(quiz, 0, 'right'), admin.token, 403, 'You do not have permission to do this.')
    await refused(answerUrl(quiz, 0, ''), student.token, 400, 'Please select an answer for this question.')
    await refused(answerUrl(quiz, 99, 'right'), student.token, 400, 'Please select an answer for this question.')
    expect((await call(`${answerUrl(quiz, 0, 'right')}&answer=right`, student.token)).statusCode).toBe(400)
    expect((await call(`${answerUrl(quiz, 0, 'right')}&points=9`, student.token)).statusCode).toBe(400)
    expect(await snapshotDatabase(t)).toEqual(before)
  })
})

describe('marking as watched by GET', () => {
  it('does the same as PUT, and gives no points', async () => {
    const [student, video] = [await makeStudent(t), await makeVideo(t)]
    const reply = await call(watchUrl(video.id), student.token)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.json()).toEqual({ message: 'Video marked as watched.', isWatched: true })
    const rows = (await t.app.db.select().from(watches)).filter((row) => row.studentId === student.id)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.watchedAt).toBeInstanceOf(Date)
    expect(await loadEntry(student)).toBeUndefined()
  })

  it('requires the same token and the same payment', async () => {
    const premium = await makeVideo(t, { access: 'premium' })
    const student = await makeStudent(t)
    const before = await snapshotDatabase(t)
    const anonymous = await call(watchUrl(premium.id))
    expect([anonymous.statusCode, anonymous.json()]).toMatchObject([401, { message: 'Authentication required.' }])
    expect((await call(watchUrl(premium.id), admin.token)).statusCode).toBe(403)
    expect((await call(watchUrl(premium.id), student.token)).statusCode).toBe(402)
    expect((await call(watchUrl('nonsense'), student.token)).statusCode).toBe(404)
    expect(await snapshotDatabase(t)).toEqual(before)
    expect((await call(watchUrl(premium.id), (await makePaidStudent(t)).token)).statusCode).toBe(200)
  })
})

it('R-38 HEAD requests change nothing', async () => {
  const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
  const before = await snapshotDatabase(t)
  for (const url of [answerUrl(quiz, 0, 'right'), watchUrl(quiz.video.id)])
    expect((await call(url, student.token, 'HEAD')).statusCode).toBe(404)
  expect(await snapshotDatabase(t)).toEqual(before)
})

describe('ageCategorys', () => {
  it.each([leaderboard.path, myRank.path])('R-36 is an alias of ageCategory on %s', async (path) => {
    const young = await makeStudent(t, { birth: `${Number(lagosDate(t.app.clock.now()).slice(0, 4)) - 8}-01-01` })
    await answer(young, await makeQuiz(t, { ageCategory: '5-10', count: 1 }), 0, 'right')
    await t.app.ranking.follow()
    const read = async (query: string) => (await call(path + query, young.token)).json<unknown>()
    const [own, other] = [await read('?ageCategory=5-10'), await read('?ageCategory=11-20')]
    expect(own).not.toEqual(other)
    expect(await read('?ageCategorys=5-10')).toEqual(own)
    expect(await read('?ageCategorys=11-20')).toEqual(other)
    expect(await read('')).toEqual(other)
    expect(await read('?ageCategory=5-10&ageCategorys=5-10')).toEqual(own)
    for (const query of [
      '?ageCategory=5-10&ageCategorys=11-20',
      '?ageCategorys=21-30',
      '?ageCategorys=5-10&ageCategorys=5-10',
      '?ageCategory=5-10&ageCategory=11-20',
      '?agecategory=5-10',
    ])
      expect((await call(path + query, young.token)).statusCode).toBe(400)
  })
})

it('the API description marks exactly the old spellings as deprecated', async () => {
  type Operation = { deprecated?: boolean; parameters?: { name: string; deprecated?: boolean }[] }
  const { paths } = (await call('/api/openapi.json')).json<{ paths: Record<string, Record<string, Operation>> }>()
  const old = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => [
      ...(operation.deprecated ? [`${method} ${path}`] : []),
      ...(operation.parameters ?? []).filter((one) => one.deprecated).map((one) => `${method} ${path} ${one.name}`),
    ]),
  )
  expect(old.toSorted()).toEqual([
    'get /api/leaderboard ageCategorys',
    'get /api/leaderboard/rank ageCategorys',
    'get /api/trivia/video/{videoTitle}/{ageCategory}/answer',
    'get /api/videos/{id}/watch',
  ])
})
