import { disqualifyStudent } from '@baobab/contract/students/endpoints.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { FRIENDS_MAX, REQUESTS_MAX, REQUEST_DAYS } from '@baobab/contract/friends/rules.ts'
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeAdmin, makeStudent, PASSWORD, type MadeStudent } from '../../test/factories.ts'
import { friendCalls } from '../../test/friends.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { expectRefusalWithoutWrites } from '../../test/take-quiz.ts'
import { students } from '../accounts/tables.ts'
import { attemptBackoffs } from '../platform/database/tables.ts'
import { attemptKey } from '../platform/security/attempt-backoff.ts'
import { deleteOldFriendData } from './clean-up.ts'
import { mergeFriends } from './merge-friends.ts'
import { friendCodes, friendNotifications, friendships } from './tables.ts'
import { toPair } from './rules.ts'

const t = await openStillTestApp({ RATE_LIMIT_FACTOR: '0' })
const admin = await makeAdmin(t)
const opened = t.app.clock.now()
const { list, makeCode, request, agree, remove, challenge, befriend } = friendCalls((token) => t.as(token))
const [ada, bola, chidi, full] = [
  await makeStudent(t),
  await makeStudent(t),
  await makeStudent(t),
  await makeStudent(t),
]
beforeEach(async () => {
  await t.app.db.delete(friendships)
  await t.app.db.delete(friendCodes)
  await t.app.db.delete(friendNotifications)
  await t.app.db.delete(attemptBackoffs)
})
afterEach(() => t.app.clock.set(opened))

const setBirth = ({ id }: MadeStudent, birth: string) =>
  t.app.db.update(students).set({ birth }).where(eq(students.id, id))
const titlesOf = async ({ username, token }: MadeStudent) => {
  const { notifications } = await t.as(token)(studentNotifications, { params: { username }, query: {} })
  return notifications.map(({ title }) => title)
}

it('two students become friends when one enters the other’s code and the other says yes', async () => {
  expect(await list(ada)).toEqual({ code: null, friends: [], requests: [], challenges: [] })
  const code = await makeCode(ada)
  expect((await list(ada)).code).toBe(code)
  const sent = { message: `Sent! Now ${ada.username} has to say yes.`, areFriends: false }
  expect(await request(bola, code.toLowerCase())).toEqual(sent)
  expect(await request(bola, code)).toEqual(sent)
  const [mine] = (await list(bola)).requests
  const person = { avatar: expect.any(String), ageCategory: '11-20' }
  expect(mine).toEqual({ _id: mine?._id, ...person, username: ada.username, whose: 'mine' })
  const [theirs] = (await list(ada)).requests
  expect(theirs).toEqual({ _id: mine?._id, ...person, username: bola.username, whose: 'theirs' })
  const id = theirs?._id ?? ''
  expect(await agree(ada, id)).toEqual({ message: `You and ${bola.username} are friends now.` })
  expect(await agree(ada, id)).toEqual({ message: `You and ${bola.username} are friends now.` })
  const figures = { pointsThisMonth: 0, streakDays: 0, challengeRefusal: 'no_shared_quiz' }
  const asSeenByBola = { _id: id, ...person, username: ada.username, ...figures }
  expect(await list(bola)).toMatchObject({ friends: [asSeenByBola], requests: [] })
  expect(Object.keys((await list(bola)).friends[0] ?? {}).toSorted()).toEqual(Object.keys(asSeenByBola).toSorted())
  expect(await titlesOf(ada)).toEqual(['A friend request'])
  expect(await titlesOf(bola)).toEqual(['You have a new friend'])
})

it('a friend’s picture is shown only if it was chosen after others could see it', async () => {
  await befriend(ada, bola)
  const choose = (isAvatarPublic: boolean) =>
    t.app.db.update(students).set({ avatar: 'red-cap', isAvatarPublic }).where(eq(students.id, bola.id))
  await choose(false)
  expect((await list(ada)).friends[0]).not.toHaveProperty('avatar')
  await choose(true)
  expect((await list(ada)).friends).toMatchObject([{ avatar: 'red-cap' }])
})

it('two requests that cross make a friendship', async () => {
  const code = await makeCode(ada)
  await request(ada, await makeCode(bola))
  expect(await request(bola, code)).toEqual({
    message: `You and ${ada.username} are friends now.`,
    areFriends: true,
  })
  expect((await list(ada)).friends).toMatchObject([{ username: bola.username }])
})

it('a friend is removed with one call by either of them, and told nothing', async () => {
  for (const one of [ada, bola]) {
    await t.app.db.delete(friendships)
    const id = await befriend(ada, bola)
    const before = await titlesOf(ada)
    expect(await remove(one, id)).toEqual({ message: 'Done.' })
    expect([(await list(ada)).friends, (await list(bola)).friends]).toEqual([[], []])
    expect(await titlesOf(ada)).toEqual(before)
    expect(await refusal(remove(one, id))).toMatchObject({ code: 'friend_not_found' })
  }
})

it('a new code makes the former one useless', async () => {
  const former = await makeCode(ada)
  const code = await makeCode(ada)
  expect(code).not.toBe(former)
  expect(await refusal(request(bola, former))).toMatchObject({ code: 'friend_code_unknown' })
  await request(bola, code)
})

it('a student who is not in a pair can neither see it nor do anything with it, nor agree to their own request', async () => {
  await request(bola, await makeCode(ada))
  const id = (await list(bola)).requests[0]?._id ?? ''
  const gone = { status: 404, code: 'friend_not_found' }
  expect((await list(chidi)).requests).toEqual([])
  await expectRefusalWithoutWrites(t, () => agree(chidi, id), gone)
  await expectRefusalWithoutWrites(t, () => agree(bola, id), gone)
  await expectRefusalWithoutWrites(t, () => remove(chidi, id), gone)
  await expectRefusalWithoutWrites(t, () => challenge(chidi, id), gone)
  await expectRefusalWithoutWrites(t, () => challenge(ada, id), { status: 409, code: 'not_yet_friends' })
})

describe('a student under 13', () => {
  const gone = {
    status: 404,
    code: 'friend_code_unknown',
    message: 'We cannot find this code. Check it with your friend.',
  }

  it('is refused by every call', async () => {
    const young = await makeStudent(t, { birth: '2014-05-01' })
    const calls = [
      () => list(young),
      () => makeCode(young),
      () => request(young, 'CDFHJKMN'),
      () => agree(young, ada.id),
      () => remove(young, ada.id),
      () => challenge(young, ada.id),
      () => friendCalls((token) => t.as(token)).start(young, ada.id),
      () => friendCalls((token) => t.as(token)).answer(young, ada.id, ada.id),
    ]
    for (const call of calls)
      await expectRefusalWithoutWrites(t, call, {
        status: 403,
        code: 'friends_too_young',
        message: 'Friends are for 13 and up. See you when you are 13!',
      })
  })

  it('disappears for friends and strangers at once, as if the code belonged to nobody', async () => {
    const [young, friend] = [ada, bola]
    const id = await befriend(friend, young)
    const code = await makeCode(young)
    await setBirth(young, '2014-05-01')
    expect(await list(friend)).toMatchObject({ friends: [], requests: [] })
    for (const tried of ['CDFHJKMN', code]) expect(await refusal(request(chidi, tried))).toMatchObject(gone)
    for (const call of [() => remove(friend, id), () => challenge(friend, id), () => agree(friend, id)])
      expect(await refusal(call())).toMatchObject({ code: 'friend_not_found' })
    await setBirth(young, '2012-05-01')
    expect((await list(friend)).friends).toHaveLength(1)
  })
})

it('a disqualified student finds nobody and is not found', async () => {
  const cheat = await makeStudent(t)
  const code = await makeCode(cheat)
  await befriend(ada, cheat)
  const params = { username: cheat.username }
  await t.as(admin.token)(disqualifyStudent, { params, body: { reason: 'Two accounts.' } })
  expect((await list(ada)).friends).toEqual([])
  expect(await refusal(request(bola, code))).toMatchObject({ code: 'friend_code_unknown' })
  expect(await refusal(list(cheat))).toMatchObject({ status: 403, code: 'friends_off' })
})

it('a student’s own code is refused', async () => {
  expect(await refusal(request(ada, await makeCode(ada)))).toMatchObject({ status: 409, code: 'friend_code_own' })
})

it('codes cannot be guessed: after thirty tries each needs a longer wait, whether or not one was right', async () => {
  const [guesser, code] = [bola, await makeCode(ada)]
  const key = attemptKey('friend-code', guesser.id)
  await t.app.db.insert(attemptBackoffs).values({ key, count: 28, until: opened })
  expect(await refusal(request(guesser, 'CDFHJKMN'))).toMatchObject({ status: 404 })
  expect(await request(guesser, code)).toMatchObject({ areFriends: false })
  const refused = await refusal(request(guesser, code))
  expect(refused).toMatchObject({
    status: 429,
    message: 'That was a lot of codes. Please wait a while.',
    retryAfter: 60,
  })
  t.app.clock.advance(60_000)
  expect(await request(guesser, code)).toMatchObject({ areFriends: false })
  expect(await refusal(request(guesser, code))).toMatchObject({ status: 429, retryAfter: 120 })
})

describe('limits', () => {
  const fill = async ({ id }: MadeStudent, count: number, agreedAt: Date | null) => {
    const [made] = await t.app.db.select().from(students).where(eq(students.id, id))
    if (!made) throw new Error('no student')
    const others = Array.from({ length: count }, () => {
      const otherId = randomUUID()
      const name = otherId.slice(0, 10)
      const keys = { username: name, usernameKey: name, email: name, emailKey: name, consentId: null }
      return { ...made, ...keys, id: otherId }
    })
    await t.app.db.insert(students).values(others)
    const pairs = others.map((other) => toPair(id, other.id))
    const values = { requestedBy: 'low', requestedAt: opened, agreedAt } as const
    await t.app.db.insert(friendships).values(pairs.map((pair) => ({ ...pair, ...values })))
  }

  it('a student has at most 50 friends', async () => {
    const codes = [await makeCode(full), await makeCode(ada)] as const
    await request(bola, codes[0])
    await fill(full, FRIENDS_MAX, opened)
    expect(await refusal(request(full, codes[1]))).toMatchObject({ status: 409, code: 'too_many_friends' })
    expect(await refusal(request(chidi, codes[0]))).toMatchObject({ status: 409, code: 'friend_is_full' })
    const id = (await list(full)).requests[0]?._id ?? ''
    expect(await refusal(agree(full, id))).toMatchObject({ status: 409, code: 'too_many_friends' })
    expect(await t.app.db.$count(friendships)).toBe(FRIENDS_MAX + 1)
  })

  it('a student has at most 20 open requests, sent and received', async () => {
    const codes = [await makeCode(full), await makeCode(ada)] as const
    await fill(full, REQUESTS_MAX, null)
    expect(await refusal(request(full, codes[1]))).toMatchObject({ status: 409, code: 'too_many_friend_requests' })
    expect(await refusal(request(chidi, codes[0]))).toMatchObject({ status: 409, code: 'friend_is_full' })
  })
})

it('asking, taking back and asking again makes no second notification on a day', async () => {
  const [before, code] = [(await titlesOf(ada)).length, await makeCode(ada)]
  for (let n = 0; n < 2; n += 1) {
    await request(bola, code)
    await remove(bola, (await list(bola)).requests[0]?._id ?? '')
  }
  expect(await titlesOf(ada)).toHaveLength(before + 1)
  await t.app.db.update(friendNotifications).set({ day: '2026-01-31' })
  await request(bola, code)
  expect(await titlesOf(ada)).toHaveLength(before + 2)
})

it('a merged account’s friends and code move, and two pairs with the same friend become one', async () => {
  const [kept, merged, shared] = [full, chidi, bola]
  await befriend(merged, ada)
  await befriend(merged, shared)
  await request(kept, await makeCode(shared))
  await befriend(kept, merged)
  const other = await makeStudent(t)
  await request(merged, await makeCode(other))
  const code = await makeCode(merged)
  await t.app.db.transaction((tx) => mergeFriends(tx, { kept, merged }))
  const after = await list(kept)
  const names = after.friends.map(({ username }) => username)
  expect(names.toSorted()).toEqual([ada.username, shared.username].toSorted())
  expect(after).toMatchObject({ code, requests: [{ username: other.username, whose: 'mine' }] })
  const left = await t.app.db.select().from(friendships)
  expect(JSON.stringify(left)).not.toContain(merged.id)
})

it('a request without an answer is deleted after 30 days, a friendship is not', async () => {
  await befriend(ada, bola)
  await request(chidi, await makeCode(ada))
  t.app.clock.advance(REQUEST_DAYS * 24 * 3_600_000)
  await deleteOldFriendData(t.app)
  expect(await t.app.db.$count(friendships)).toBe(2)
  t.app.clock.advance(1)
  // Whatever fails first, the rest is deleted, and the next run deletes what is left.
  const failing = vi.spyOn(t.app.separate.slow.db, 'execute').mockRejectedValueOnce(new Error('too slow'))
  await expect(deleteOldFriendData(t.app)).rejects.toThrow('too slow')
  failing.mockRestore()
  expect(await t.app.db.$count(friendNotifications)).toBe(0)
  await deleteOldFriendData(t.app)
  expect(await t.app.db.select().from(friendships)).toMatchObject([{ agreedAt: opened }])
})

it('an erased student leaves nothing behind, and the copy of all data names friends only by username', async () => {
  const [leaving, staying] = [chidi, bola]
  await befriend(leaving, staying)
  const { tables } = await t.as(leaving.token)(exportData, {})
  expect(tables['friends']).toEqual([
    {
      username: staying.username,
      isOwnRequest: true,
      requestedAt: opened.toISOString(),
      agreedAt: opened.toISOString(),
    },
  ])
  expect(JSON.stringify(tables)).not.toContain(staying.id)
  await t.as(leaving.token)(eraseAccount, { body: { password: PASSWORD } })
  expect(await list(staying)).toMatchObject({ friends: [], requests: [] })
  expect(JSON.stringify([await t.app.db.select().from(friendNotifications)])).not.toContain(leaving.id)
})
