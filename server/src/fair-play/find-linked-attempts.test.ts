// Tests who is linked by a device or a network, and above all who is not: a false flag would make an honest child explain
// themselves.
import { startAttempt as startQuiz } from '@baobab/contract/quiz/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { readFlagged } from '@baobab/contract/fair-play/admin.ts'
import { resetAttempt } from '@baobab/contract/quiz/admin.ts'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeQuiz, PASSWORD, stayReauthenticated, type MadeQuiz } from '../../test/factories.ts'
import { flagsOf, logInBeside, makePlayer, newAddress, play, type Player } from '../../test/fair-play.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { quizCalls, quizParams } from '../../test/take-quiz.ts'
import { students } from '../accounts/tables.ts'
import { logInStudent } from '../accounts/log-in.ts'
import { presentedBrowsers } from '../accounts/erased-tables.ts'
import { attempts } from '../quiz/tables.ts'
import { deleteOldOrigins } from './delete-old-origins.ts'
import { fairPlayFlags } from './tables.ts'

/** Three quizzes, and a fourth that many take. Their players share no device or network with others. */
let quizzes: MadeQuiz[]
let otherQuiz: MadeQuiz
const t = await openStillTestApp()
const admin = await makeAdmin(t)
beforeAll(async () => {
  await stayReauthenticated(t)
  quizzes = [await makeQuiz(t, { count: 3 }), await makeQuiz(t, { count: 3 }), await makeQuiz(t, { count: 3 })]
  otherQuiz = await makeQuiz(t, { count: 3 })
})

const calls = quizCalls((token) => t.as(token))
const kindsOf = async (player: Player) => (await flagsOf(t, player)).map(({ kind }) => kind)

/** A question takes 0.45 s to read: the first pace is honest, the second leaves no time to think. */
const HONEST = { paceMs: 5_000 }
const QUICK = { paceMs: 800 }
const MISTAKEN = { ...HONEST, choose: (n: number) => (n === 0 ? 'wrong one' : 'right') }
const MINUTE = 60_000

const isAttempt = ({ id }: Player, { video }: MadeQuiz) =>
  and(eq(attempts.studentId, id), eq(attempts.videoId, video.id))
const erase = ({ token }: Player) => t.as(token)(eraseAccount, { body: { password: PASSWORD } })

/** Moves an attempt to another age group's quiz. */
const moveToOtherAges = (player: Player, quiz: MadeQuiz) =>
  t.app.db.update(attempts).set({ ageCategory: '5-10' }).where(isAttempt(player, quiz))

async function reset(player: Player, quiz: MadeQuiz): Promise<void> {
  const [attempt] = await t.app.db.select().from(attempts).where(isAttempt(player, quiz))
  const body = { reason: 'The power failed.' }
  await t.as(admin.token)(resetAttempt, { params: { attemptId: attempt?.id ?? '' }, body })
}

/** Lets five other players start a quiz. */
async function startByFive(quiz: MadeQuiz, place: { device?: string; address?: string }): Promise<Player[]> {
  const others: Player[] = []
  for (let n = 0; n < 5; n += 1) others.push(await makePlayer(t, place))
  for (const other of others) await t.as(other.token, other.address)(startQuiz, { params: quizParams(quiz) })
  return others
}

async function makePair(place: { address?: string } = {}): Promise<[Player, Player]> {
  const first = await makePlayer(t, place)
  return [first, await makePlayer(t, place.address === undefined ? { device: first.device } : place)]
}

/** Creates an account that takes a quiz and is then deleted. */
async function makeFormer({ taken = quizzes[0] as MadeQuiz, address = newAddress() } = {}): Promise<Player> {
  const former = await makePlayer(t, { address })
  await play(t, former, taken, MISTAKEN)
  await erase(former)
  return former
}

describe('a second account on a device', () => {
  const [quiz, other] = [() => quizzes[0] as MadeQuiz, () => quizzes[1] as MadeQuiz]

  it('is not flagged if the first one saw the answers of another quiz', async () => {
    const [first, second] = await makePair()
    await play(t, first, other(), HONEST)
    await calls.review(first, other())
    await play(t, second, quiz(), QUICK)
    expect(await kindsOf(second)).toEqual([])
  })

  it('is not flagged if the first one took another age group’s quiz', async () => {
    const [first, second] = await makePair()
    await play(t, first, quiz(), HONEST)
    await calls.review(first, quiz())
    await moveToOtherAges(first, quiz())
    await play(t, second, quiz(), QUICK)
    expect(await kindsOf(second)).toEqual([])
  })

  it('is not flagged if the first one saw the answers long before', async () => {
    const [first, second] = await makePair()
    await play(t, first, quiz(), HONEST)
    await calls.review(first, quiz())
    t.app.clock.advance(11 * MINUTE)
    await play(t, second, quiz(), QUICK)
    expect(await kindsOf(second)).toEqual([])
  })

  it('is not flagged if the first one finishes the quiz after it', async () => {
    const [first, second] = await makePair()
    await play(t, second, quiz(), QUICK)
    await play(t, first, quiz(), HONEST)
    expect(await kindsOf(second)).toEqual([])
  })
})

const readEvidence = ({ username }: Player) => t.as(admin.token)(readFlagged, { params: { username } })

describe('a browser secret in the hands of another account', () => {
  const quiz = () => quizzes[0] as MadeQuiz

  it('Q-27 frames nobody: the owner has no flag and is in no cluster, whichever of the two saw the answers', async () => {
    const [owner, thief] = [await makePlayer(t), await makePlayer(t)]
    const other = await logInBeside(t, thief, owner)
    await play(t, owner, quiz(), HONEST)
    await play(t, other, quiz(), QUICK)
    t.app.clock.advance(60 * MINUTE)
    const next = quizzes[1] as MadeQuiz
    await play(t, other, next, HONEST)
    await play(t, owner, next, QUICK)
    expect(await flagsOf(t, owner)).toEqual([])
    const flag = { kind: 'shared-device', otherStudentId: owner.id, facts: { presented: 1 } }
    expect(await flagsOf(t, other)).toMatchObject([
      { ...flag, role: 'user' },
      { ...flag, role: 'source' },
    ])
    expect((await readEvidence(other)).cluster).toEqual([])
    expect((await readEvidence(owner)).cluster).toEqual([])
  })

  it('Q-27 frames no third account that also logged in with it', async () => {
    const [owner, thief] = [await makePlayer(t), await makePlayer(t)]
    const sibling = await makePlayer(t, { device: owner.device })
    await play(t, await logInBeside(t, thief, owner), quiz(), HONEST)
    await play(t, sibling, quiz(), QUICK)
    expect([...(await flagsOf(t, sibling)), ...(await flagsOf(t, thief))]).toEqual([])
  })

  it('Q-27 frames nobody through a deleted account', async () => {
    const [owner, thief] = [await makePlayer(t), await makePlayer(t)]
    await play(t, await logInBeside(t, thief, owner), quiz(), MISTAKEN)
    await erase(thief)
    t.app.clock.advance(MINUTE)
    await play(t, owner, quiz(), HONEST)
    expect(await kindsOf(owner)).toEqual([])
    const next = await makePlayer(t, { device: owner.device })
    await play(t, next, quiz(), HONEST)
    expect(await kindsOf(next)).toEqual([])
  })

  it('is evidence against both once each has logged in with the other’s, and they form a cluster', async () => {
    const before = await t.app.db.$count(presentedBrowsers)
    const [first, second] = await makePair()
    const [one, two] = [await logInBeside(t, first, second), await logInBeside(t, second)]
    expect(await t.app.db.$count(presentedBrowsers)).toBe(before + 2)
    await play(t, one, quiz(), HONEST)
    await play(t, two, quiz(), QUICK)
    expect(await flagsOf(t, one)).toMatchObject([{ kind: 'shared-device', role: 'source', otherStudentId: two.id }])
    expect(await flagsOf(t, two)).toMatchObject([{ kind: 'shared-device', role: 'user', otherStudentId: one.id }])
    expect((await readEvidence(one)).cluster).toEqual([two.username])
    expect((await readEvidence(two)).cluster).toEqual([one.username])
  })

  it('links the thief to nobody whose only flag is about someone else', async () => {
    const [owner, thief, friend] = [await makePlayer(t), await makePlayer(t), await makePlayer(t)]
    const merged = await makePlayer(t)
    const isMerged = { erasedAt: t.app.clock.now(), mergedIntoId: owner.id }
    await t.app.db.update(students).set(isMerged).where(eq(students.id, merged.id))
    const flag = (from: Player, about: Player) =>
      ({
        studentId: from.id,
        otherStudentId: about.id,
        kind: 'shared-device',
        facts: {},
        at: t.app.clock.now(),
      }) as const
    await t.app.db
      .insert(fairPlayFlags)
      .values([flag(thief, owner), flag(thief, merged), flag(thief, friend), flag(friend, thief)])
    expect((await readEvidence(thief)).cluster).toEqual([friend.username])
  })

  it('is no evidence about its owner’s other browsers', async () => {
    const [owner, thief] = [await makePlayer(t), await makePlayer(t)]
    const other = await logInBeside(t, thief, owner)
    const credentials = { email: owner.email, password: PASSWORD }
    const origin = { address: owner.address, userAgent: 'test' }
    const { authToken: token } = await logInStudent(t.app, credentials, origin)
    await play(t, { ...owner, token }, quiz(), HONEST)
    await play(t, other, quiz(), QUICK)
    expect(await kindsOf(other)).toEqual([])
  })
})

describe('a second account on a network', () => {
  it('is flagged even if many others took another quiz there, or this one an hour earlier', async () => {
    const [quiz, address] = [await makeQuiz(t, { count: 3 }), newAddress()]
    const [first, second] = await makePair({ address })
    const others = await startByFive(quiz, { address })
    t.app.clock.advance(60 * MINUTE)
    for (const { token } of others) await t.as(token, address)(startQuiz, { params: quizParams(otherQuiz) })
    await play(t, first, quiz, HONEST)
    await play(t, second, quiz)
    expect(await kindsOf(second)).toEqual(['fast', 'shared-network'])
  })

  it('is flagged for three quizzes whose answers the first one looked up again', async () => {
    const [first, second] = await makePair({ address: newAddress() })
    for (const quiz of quizzes) {
      await play(t, first, quiz, MISTAKEN)
      t.app.clock.advance(60 * MINUTE)
      await calls.review(first, quiz)
      await play(t, second, quiz, QUICK)
    }
    const flag = { kind: 'shared-network', role: 'user', otherStudentId: first.id, facts: { quizzes: 3 } }
    expect(await flagsOf(t, second)).toMatchObject([flag])
  })

  type Earlier = (pair: { first: Player; second: Player; third: Player }, quiz: MadeQuiz) => Promise<unknown>
  const earlier: Record<string, Earlier> = {
    'the first one took another quiz': async ({ first, second }, quiz) => {
      if (quiz === quizzes[0]) await play(t, first, otherQuiz, MISTAKEN)
      await play(t, second, quiz, QUICK)
    },
    'the first one took the quiz of another age group': async ({ first, second }, quiz) => {
      await play(t, first, quiz, MISTAKEN)
      await moveToOtherAges(first, quiz)
      await play(t, second, quiz, QUICK)
    },
    'the first one was in another network': async ({ first, second }, quiz) => {
      await play(t, { ...first, address: newAddress() }, quiz, MISTAKEN)
      await play(t, second, quiz, QUICK)
    },
    'the first one saw the answers long before, and after it': async ({ first, second }, quiz) => {
      await play(t, first, quiz, MISTAKEN)
      await calls.review(first, quiz)
      t.app.clock.advance(11 * MINUTE)
      await play(t, second, quiz, QUICK)
      t.app.clock.advance(1)
      await calls.review(first, quiz)
    },
    'only somebody else saw the answers again': async ({ first, second, third }, quiz) => {
      if (quiz === quizzes[0]) await play(t, third, otherQuiz, MISTAKEN)
      await play(t, first, quiz, MISTAKEN)
      t.app.clock.advance(11 * MINUTE)
      await calls.review(third, otherQuiz)
      await play(t, second, quiz, QUICK)
    },
    'the first one took the quiz after it': async ({ first, second }, quiz) => {
      await play(t, second, quiz, QUICK)
      t.app.clock.advance(1)
      await play(t, first, quiz, MISTAKEN)
    },
    'it was somebody else who was quick': async ({ first, third }, quiz) => {
      await play(t, first, quiz, MISTAKEN)
      await play(t, { ...third, address: first.address }, quiz, QUICK)
    },
    'an admin has reset its attempts': async ({ first, second }, quiz) => {
      await play(t, first, quiz, MISTAKEN)
      await play(t, second, quiz, QUICK)
      await reset(second, quiz)
    },
  }

  it.each(Object.entries(earlier))('is not flagged in one quiz if in two others %s', async (_, takeEarlier) => {
    const [first, second] = await makePair({ address: newAddress() })
    const third = await makePlayer(t)
    for (const quiz of quizzes.slice(0, 2)) await takeEarlier({ first, second, third }, quiz)
    t.app.clock.advance(11 * MINUTE)
    const quiz = quizzes[2] as MadeQuiz
    await play(t, first, quiz, MISTAKEN)
    await play(t, second, quiz, QUICK)
    expect(await kindsOf(second)).toEqual([])
  })
})

describe('a perfect quiz after a deleted account', () => {
  const quiz = () => quizzes[0] as MadeQuiz
  it('is not flagged if an admin has reset that account’s attempt', async () => {
    const former = await makePlayer(t)
    await play(t, former, quiz(), MISTAKEN)
    await reset(former, quiz())
    await erase(former)
    t.app.clock.advance(20 * MINUTE)
    const again = await makePlayer(t, { device: former.device, address: former.address })
    await play(t, again, quiz(), QUICK)
    expect(await kindsOf(again)).toEqual([])
  })

  it('is not flagged if that account took another quiz', async () => {
    const former = await makeFormer({ taken: otherQuiz })
    const again = await makePlayer(t, { device: former.device, address: former.address })
    await play(t, again, quiz(), QUICK)
    expect(await kindsOf(again)).toEqual([])
  })

  it('is not flagged if that account took another age group’s quiz', async () => {
    const former = await makeFormer()
    await moveToOtherAges(former, quiz())
    const again = await makePlayer(t, { device: former.device, address: former.address })
    await play(t, again, quiz(), QUICK)
    expect(await kindsOf(again)).toEqual([])
  })

  it('is not flagged if that account was deleted after the quiz started', async () => {
    const [former, again] = await makePair()
    await play(t, former, quiz(), MISTAKEN)
    t.app.clock.advance(MINUTE)
    const afterStart = () => {
      t.app.clock.advance(1)
      return erase(former)
    }
    await play(t, again, quiz(), { ...HONEST, afterStart })
    expect(await kindsOf(again)).toEqual([])
  })

  it('is not flagged on a device used by many', async () => {
    const former = await makeFormer()
    await startByFive(quiz(), { device: former.device })
    const again = await makePlayer(t, { device: former.device })
    await play(t, again, quiz(), HONEST)
    expect(await kindsOf(again)).toEqual([])
  })

  it('is not flagged on a network used by many', async () => {
    const [used, address] = [await makeQuiz(t, { count: 3 }), newAddress()]
    await makeFormer({ taken: used, address })
    await startByFive(used, { address })
    const again = await makePlayer(t, { address })
    await play(t, again, used, QUICK)
    expect(await kindsOf(again)).toEqual([])
  })
})

describe('after days', () => {
  it('a second account is flagged on a device that many others used on another day', async () => {
    const quiz = quizzes[0] as MadeQuiz
    const { device } = await makePlayer(t)
    await startByFive(quiz, { device })
    t.app.clock.advance(25 * 60 * MINUTE)
    const first = await makePlayer(t, { device })
    const second = await makePlayer(t, { device: first.device })
    await play(t, first, quiz, HONEST)
    await play(t, second, quiz, QUICK)
    expect(await kindsOf(second)).toEqual(['shared-device'])
  })

  it('a perfect quiz is not flagged because of an account deleted more than 90 days earlier', async () => {
    const former = await makeFormer()
    t.app.clock.advance(91 * 24 * 60 * MINUTE)
    const again = await makePlayer(t, { device: former.device })
    await play(t, again, quizzes[0] as MadeQuiz, HONEST)
    expect(await kindsOf(again)).toEqual([])
  })

  it('a record of whose secret a login sent is kept as long as its browser, and at least until 90 days after the login', async () => {
    const [first, second] = await makePair()
    const countAfterDays = async (days: number) => {
      t.app.clock.advance(days * 24 * 60 * MINUTE)
      await deleteOldOrigins(t.app)
      return t.app.db.$count(presentedBrowsers)
    }
    const before = await countAfterDays(91)
    const again = await logInBeside(t, second, first)
    await play(t, await logInBeside(t, first), otherQuiz, HONEST)
    await play(t, again, otherQuiz, QUICK)
    expect(await kindsOf(second)).toEqual(['shared-device'])
    await erase(again)
    expect(await countAfterDays(89)).toBe(before)
    expect(await countAfterDays(1)).toBe(before - 1)
  })
})
