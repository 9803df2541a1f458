import { ageAt, lagosDate } from '@baobab/contract/accounts/rules.ts'
import { findFriendCode } from '@baobab/contract/friends/rules.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseVideo, describeChallenge, findFriendsRefusal, makeCode, otherOf, sideOf, toPair } from './rules.ts'

const now = new Date('2026-11-29T12:00:00Z')
const account = { birth: '2012-05-01', disqualifiedAt: null, guardianRemovedAt: null, erasedAt: null }
const minutes = (n: number) => new Date(now.getTime() + n * 60_000)

describe('who may have friends', () => {
  it('is every student from 13 to 20, by the date in Lagos', () => {
    const date = { min: new Date('2000-01-01'), max: new Date('2026-11-29'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(date), (at) => {
        const birth = lagosDate(at)
        const age = ageAt(birth, now)
        const expected = age < 13 ? 'friends_too_young' : age > 20 ? 'friends_off' : undefined
        expect(findFriendsRefusal({ ...account, birth }, now)).toBe(expected)
      }),
    )
    const birth = '2013-11-30'
    expect(findFriendsRefusal({ ...account, birth }, new Date('2026-11-29T22:59:59Z'))).toBe('friends_too_young')
    expect(findFriendsRefusal({ ...account, birth }, new Date('2026-11-29T23:00:00Z'))).toBeUndefined()
  })

  it.each(['disqualifiedAt', 'guardianRemovedAt', 'erasedAt'])('is nobody with %s', (field) => {
    expect(findFriendsRefusal({ ...account, [field]: now }, now)).toBe('friends_off')
  })
})

it('every new code can be read and typed', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), (numbers) => {
      let at = 0
      const code = makeCode((below) => (numbers[at++] ?? 0) % below)
      expect(findFriendCode(code)).toBe(code)
    }),
  )
})

it('a pair is the same from both sides', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, other) => {
      fc.pre(one !== other)
      const pair = toPair(one, other)
      expect(pair).toEqual(toPair(other, one))
      expect(pair.lowId < pair.highId).toBe(true)
      expect(otherOf(pair, one)).toBe(other)
      expect(sideOf(pair, one)).not.toBe(sideOf(pair, other))
    }),
  )
})

it('a challenge is about a video that the friends have not played, otherwise about the one they played longest ago', () => {
  expect(chooseVideo(['a', 'b', 'c'], ['b', 'a'], () => 0)).toBe('c')
  expect(chooseVideo(['a', 'b', 'c'], ['b'], (below) => below - 1)).toBe('c')
  expect(chooseVideo(['a', 'b', 'c'], ['b', 'c', 'a'], () => 0)).toBe('a')
})

describe('a challenge', () => {
  const expiresAt = minutes(1)
  const done = { deadline: minutes(1), finishedAt: minutes(-1), answers: [{ isCorrect: true }, { isCorrect: false }] }
  const running = { deadline: now, finishedAt: null, answers: [{ isCorrect: true }] }
  const later = new Date(now.getTime() + 2_001)
  const nothing = { mine: null, theirs: null }
  it.each([
    ['is open before anybody has played', undefined, undefined, now, { state: 'open', ...nothing }],
    [
      'is open while only the friend has played, whose result stays secret',
      undefined,
      done,
      now,
      { state: 'open', ...nothing },
    ],
    [
      'is playing until the grace period after the deadline ends',
      running,
      done,
      minutes(0),
      { state: 'playing', ...nothing },
    ],
    [
      'shows a student’s own result while the friend has not played',
      done,
      undefined,
      now,
      { state: 'waiting', mine: 1, theirs: null },
    ],
    ['hides the result of a friend who is playing', done, running, now, { state: 'waiting', mine: 1, theirs: null }],
    ['is over once both have played or their time is up', running, done, later, { state: 'over', mine: 1, theirs: 1 }],
    ['has expired if one has not played in time', done, undefined, expiresAt, undefined],
    ['keeps its result when it would have expired', done, done, minutes(60), { state: 'over', mine: 1, theirs: 1 }],
  ])('%s', (_, mine, theirs, at, expected) => {
    expect(describeChallenge({ expiresAt, mine, theirs }, at)).toEqual(expected)
  })
})
