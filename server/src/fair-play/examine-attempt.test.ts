// Tests what an examination treats as one thing, what it leaves out, and the last instant at which something still counts.
import { startAttempt as startQuiz } from '@baobab/contract/quiz/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { resetAttempt } from '@baobab/contract/quiz/admin.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeQuiz, PASSWORD, stayReauthenticated, type MadeQuiz } from '../../test/factories.ts'
import { flagsOf, makePlayer, newAddress, play, type Player } from '../../test/fair-play.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { quizCalls, quizParams } from '../../test/take-quiz.ts'
import { attemptOrigins, attempts } from '../quiz/tables.ts'
import { examineAttempts } from './examine-attempts.ts'

/** Quizzes of three questions. Their players share no device or network with players in other tests. */
let quizzes: [MadeQuiz, MadeQuiz]
const t = await openStillTestApp()
const admin = await makeAdmin(t)
beforeAll(async () => {
  await stayReauthenticated(t)
  quizzes = [await makeQuiz(t, { count: 3 }), await makeQuiz(t, { count: 3 })]
})

const calls = quizCalls((token) => t.as(token))
const kindsOf = async (player: Player) => (await flagsOf(t, player)).map(({ kind }) => kind)

/** A question takes 0.45 s to read: the first pace is honest, the second leaves no time to think. */
const HONEST = { paceMs: 5_000 }
const QUICK = { paceMs: 800 }
const MISTAKEN = { ...HONEST, choose: (n: number) => (n === 0 ? 'wrong one' : 'right') }
const MINUTE = 60_000

const erase = ({ token }: Player) => t.as(token)(eraseAccount, { body: { password: PASSWORD } })
const startBy = ({ token, address }: Player, quiz: MadeQuiz) =>
  t.as(token, address)(startQuiz, { params: quizParams(quiz) })

async function makePlayers(count: number, place: { device?: string; address?: string } = {}): Promise<Player[]> {
  const players: Player[] = []
  for (let n = 0; n < count; n += 1) players.push(await makePlayer(t, place))
  return players
}

/** Creates two players on one network, or without an address on one device. */
async function makePair(address?: string): Promise<[Player, Player]> {
  const first = await makePlayer(t, address === undefined ? {} : { address })
  return [first, await makePlayer(t, address === undefined ? { device: first.device } : { address })]
}

async function reset({ id }: Player, { video }: MadeQuiz): Promise<void> {
  const [attempt] = await t.app.db
    .select()
    .from(attempts)
    .where(and(eq(attempts.studentId, id), eq(attempts.videoId, video.id)))
  const body = { reason: 'The power failed.' }
  await t.as(admin.token)(resetAttempt, { params: { attemptId: attempt?.id ?? '' }, body })
}

describe('equal wrong answers', () => {
  it('are not flagged if an admin has reset the matching attempt', async () => {
    const quiz = await makeQuiz(t, { count: 10 })
    const choose = (n: number) => (n < 8 ? 'wrong two' : 'right')
    const [first, second, third] = [await makePlayer(t), await makePlayer(t), await makePlayer(t)]
    await play(t, first, quiz, { ...HONEST, choose })
    await reset(first, quiz)
    await play(t, second, quiz, { ...HONEST, choose })
    expect([...(await flagsOf(t, first)), ...(await flagsOf(t, second))]).toEqual([])
    // They would be rare enough to be flagged.
    await play(t, third, quiz, { ...HONEST, choose })
    expect(await flagsOf(t, third)).toMatchObject([{ kind: 'same-wrong', otherStudentId: second.id }])
  })
})

describe('a second account on a device', () => {
  const quiz = () => quizzes[0]

  it('is flagged if two accounts take many quizzes in a day, because they are not a crowd', async () => {
    const [first, second] = await makePair()
    for (let n = 0; n < 5; n += 1) await startBy(first, await makeQuiz(t, { count: 1 }))
    await play(t, first, quiz(), HONEST)
    await play(t, second, quiz(), QUICK)
    expect(await kindsOf(second)).toEqual(['shared-device'])
  })

  it('is flagged even if a crowd uses the device later but before the examination', async () => {
    const [first, second] = await makePair()
    await play(t, first, quiz(), HONEST)
    await play(t, second, quiz(), QUICK)
    for (const player of await makePlayers(5, { device: first.device })) await startBy(player, quiz())
    expect(await kindsOf(second)).toEqual(['shared-device'])
  })

  it('is flagged if it starts up to ten minutes after the first one saw the answers, but not later', async () => {
    const kindsAfter = async (ms: number, act: 'end' | 'review') => {
      const [first, second] = await makePair()
      await play(t, first, quiz(), HONEST)
      if (act === 'review') {
        t.app.clock.advance(60 * MINUTE)
        await calls.review(first, quiz())
      }
      t.app.clock.advance(ms)
      await play(t, second, quiz(), QUICK)
      return kindsOf(second)
    }
    for (const act of ['end', 'review'] as const) {
      expect(await kindsAfter(10 * MINUTE, act)).toEqual(['shared-device'])
      expect(await kindsAfter(10 * MINUTE + 1, act)).toEqual([])
    }
  })

  it('is flagged if the first one saw the answers at the instant of its last answer', async () => {
    const [first, second] = await makePair()
    await play(t, first, quiz(), HONEST)
    t.app.clock.advance(60 * MINUTE)
    await play(t, second, quiz(), QUICK)
    await calls.review(first, quiz())
    expect(await kindsOf(second)).toEqual(['shared-device'])
  })
})

describe('a second account on a network', () => {
  it('is flagged even if a crowd takes the quiz there more than half an hour later', async () => {
    const [quiz, address] = [await makeQuiz(t, { count: 3 }), newAddress()]
    const [first, second] = await makePair(address)
    await play(t, first, quiz, HONEST)
    await play(t, second, quiz)
    t.app.clock.advance(31 * MINUTE)
    for (const player of await makePlayers(5, { address })) await startBy(player, quiz)
    expect(await kindsOf(second)).toEqual(['fast', 'shared-network'])
  })

  it('is not flagged for two quizzes whose answers the first one saw twice each', async () => {
    const [first, second] = await makePair(newAddress())
    for (const quiz of quizzes) {
      await play(t, first, quiz, MISTAKEN)
      await reset(first, quiz)
      await play(t, first, quiz, MISTAKEN)
      await play(t, second, quiz, QUICK)
      t.app.clock.advance(11 * MINUTE)
    }
    expect(await kindsOf(second)).toEqual([])
  })
})

describe('a quiz after a deleted account', () => {
  const quiz = () => quizzes[0]

  it('is not flagged if it has a mistake, even on the same device', async () => {
    const [former, again] = await makePair()
    await play(t, former, quiz(), MISTAKEN)
    await erase(former)
    t.app.clock.advance(MINUTE)
    await play(t, again, quiz(), MISTAKEN)
    expect(await kindsOf(again)).toEqual([])
  })

  it('is flagged on its network for up to an hour', async () => {
    const address = newAddress()
    const [former, again] = await makePair(address)
    const late = await makePlayer(t, { address })
    await play(t, former, quiz(), MISTAKEN)
    await erase(former)
    t.app.clock.advance(60 * MINUTE)
    await startBy(again, quiz())
    t.app.clock.advance(1)
    await startBy(late, quiz())
    for (const player of [again, late]) await play(t, player, quiz(), QUICK)
    expect([await kindsOf(again), await kindsOf(late)]).toEqual([['former-account'], []])
  })

  it('is flagged if the other account was deleted at the instant it started', async () => {
    const [former, again] = await makePair()
    await play(t, former, quiz(), MISTAKEN)
    await erase(former)
    await play(t, again, quiz(), HONEST)
    expect(await kindsOf(again)).toEqual(['former-account'])
  })

  it('is not flagged on a crowd’s network if no device is known', async () => {
    const [used, address] = [await makeQuiz(t, { count: 3 }), newAddress()]
    const [former, again] = await makePair(address)
    await play(t, former, used, MISTAKEN)
    await erase(former)
    for (const player of await makePlayers(5, { address })) await startBy(player, used)
    const forgetDevices = async () => {
      const ids = t.app.db
        .select({ id: attempts.id })
        .from(attempts)
        .where(inArray(attempts.studentId, [former.id, again.id]))
      await t.app.db.update(attemptOrigins).set({ deviceId: null }).where(inArray(attemptOrigins.attemptId, ids))
    }
    await play(t, again, used, { ...QUICK, afterStart: forgetDevices })
    expect(await kindsOf(again)).toEqual([])
  })
})

it('nothing is examined while the disk is full', async () => {
  const diskSpace = { ...t.app.diskSpace, isFull: () => true }
  const db = Object.assign(Object.create(t.app.db) as typeof t.app.db, {
    transaction: () => Promise.reject(new Error('The database was written to.')),
  })
  await expect(examineAttempts({ ...t.app, db })).rejects.toThrow('written')
  await examineAttempts({ ...t.app, db, diskSpace })
})
