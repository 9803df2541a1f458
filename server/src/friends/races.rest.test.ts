// Two students who act at the same moment, over real connections.
import { eq } from 'drizzle-orm'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { beforeEach, expect, it } from 'vitest'
import { openConnections } from '../../test/connections.ts'
import { makeQuiz, makeStudent } from '../../test/factories.ts'
import { friendCalls } from '../../test/friends.ts'
import { openTestApp } from '../../test/harness.ts'
import { releaseTogether } from '../../test/release-together.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { notifications } from '../notifications/tables.ts'
import { attemptBackoffs } from '../platform/database/tables.ts'
import { challengeTurns, friendCodes, friendNotifications, friendships } from './tables.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const as = await openConnections(t)
const calls = friendCalls((token) => as(token))
const { list, makeCode, request, agree, remove, challenge, play, start, answer, befriend } = calls
const [ada, bola] = [await makeStudent(t), await makeStudent(t)]
beforeEach(async () => {
  for (const table of [friendships, friendCodes, friendNotifications, attemptBackoffs, notifications])
    await t.app.db.delete(table)
})

const codeOf = (outcome: PromiseSettledResult<unknown>) => {
  if (outcome.status === 'fulfilled') return 'ok'
  return outcome.reason instanceof ApiError ? outcome.reason.code : String(outcome.reason)
}
/** Runs calls that all wait for a lock on one of the two students, and returns how each ended. */
const together = async (acts: (() => Promise<unknown>)[]) => {
  const lock = `select from students where id in ('${ada.id}', '${bola.id}') for update`
  const outcomes = await releaseTogether([t], { lock, waiting: acts.length }, () =>
    Promise.allSettled(acts.map((act) => act())),
  )
  return outcomes.map(codeOf)
}
const notificationsOf = ({ id }: { id: string }) => t.app.db.$count(notifications, eq(notifications.studentId, id))

it('two requests that cross make one friendship, of which one student is told once', async () => {
  const [codeA, codeB] = [await makeCode(ada), await makeCode(bola)]
  expect(await together([() => request(ada, codeB), () => request(bola, codeA)])).toEqual(['ok', 'ok'])
  expect([(await list(ada)).friends.length, (await list(bola)).friends.length]).toEqual([1, 1])
  expect(await t.app.db.$count(friendships)).toBe(1)
  expect([await notificationsOf(ada), await notificationsOf(bola)]).toEqual([1, 1])
})

it('four answers to one request make one friendship and one notification', async () => {
  await request(bola, await makeCode(ada))
  const id = (await list(ada)).requests[0]?._id ?? ''
  const acts = Array.from({ length: 4 }, () => () => agree(ada, id))
  expect(await together(acts)).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(await notificationsOf(bola)).toBe(1)
})

it('a request that is answered and taken back at once ends one way or the other, never in between', async () => {
  await request(bola, await makeCode(ada))
  const id = (await list(ada)).requests[0]?._id ?? ''
  const outcomes = await together([() => agree(ada, id), () => remove(bola, id)])
  expect([['ok', 'ok'].join(), ['friend_not_found', 'ok'].join()]).toContain(outcomes.join())
  expect(await t.app.db.$count(friendships)).toBe(0)
})

it('of two students who remove each other at once, one finds the friend gone', async () => {
  const id = await befriend(ada, bola)
  const outcomes = await together([() => remove(ada, id), () => remove(bola, id)])
  expect(outcomes.toSorted()).toEqual(['friend_not_found', 'ok'])
})

it('a request by a code that is replaced meanwhile is refused, or came first', async () => {
  const code = await makeCode(ada)
  const outcomes = await Promise.allSettled([request(bola, code), makeCode(ada)])
  const [first, second] = outcomes.map(codeOf)
  expect(second).toBe('ok')
  expect(['ok', 'friend_code_unknown']).toContain(first)
  expect(await t.app.db.$count(friendships)).toBe(first === 'ok' ? 1 : 0)
  const renewals = await Promise.all(Array.from({ length: 4 }, () => makeCode(ada)))
  expect(renewals).toContain((await list(ada)).code)
})

it('no race creates a fourth challenge, and simultaneous last answers end it for both', async () => {
  const quiz = await makeQuiz(t)
  const quizzes = quizCalls((token) => as(token))
  for (const student of [ada, bola]) {
    await quizzes.answer(student, quiz, 0, 'right')
    await quizzes.finish(student, quiz)
  }
  const id = await befriend(ada, bola)
  const acts = [ada, bola, ada, bola, ada].map((student) => () => challenge(student, id))
  const outcomes = await together(acts)
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(3)
  const [{ _id: challengeId } = { _id: '' }, { _id: second } = { _id: '' }] = (await list(ada)).challenges
  const { questions } = await start(ada, challengeId)
  await start(bola, challengeId)
  for (const { _id } of questions.slice(1)) for (const student of [ada, bola]) await answer(student, challengeId, _id)
  const last = questions[0]?._id ?? ''
  const ends = [ada, bola, ada, bola].map((student) => () => answer(student, challengeId, last))
  expect(await together(ends)).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect((await list(ada)).challenges).toMatchObject([{ state: 'over', mine: 5, theirs: 5 }, {}, {}])
  const turns = await t.app.db.select().from(challengeTurns)
  expect(turns.every(({ answers, finishedAt }) => answers.length === 5 && finishedAt !== null)).toBe(true)
  await Promise.all([play(ada, second, 2), play(bola, second, 3)])
  expect((await list(bola)).challenges[1]).toMatchObject({ state: 'over', mine: 3, theirs: 2 })
})
