// Pure rules of friends and their challenges: time and randomness are arguments.
import { ageAt, ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import { CODE_CHARACTERS, CODE_LENGTH, FRIENDS_AGE_MIN } from '@baobab/contract/friends/rules.ts'
import { GRACE_MS } from '@baobab/contract/quiz/rules.ts'
import { shuffle } from '../quiz/rules.ts'

type RandomBelow = (below: number) => number

/** What decides whether a student has friends. */
export type Account = {
  birth: string
  disqualifiedAt: Date | null
  guardianRemovedAt: Date | null
  erasedAt: Date | null
}

/**
 * Returns why a student has no friends now; undefined if they may have some. The same rule decides whether others find and see
 * the student, so an account that turns out to be younger disappears at once.
 */
export function findFriendsRefusal(account: Account, now: Date): 'friends_too_young' | 'friends_off' | undefined {
  if (account.erasedAt || account.disqualifiedAt || account.guardianRemovedAt) return 'friends_off'
  if (ageAt(account.birth, now) < FRIENDS_AGE_MIN) return 'friends_too_young'
  return ageCategoryAt(account.birth, now) === null ? 'friends_off' : undefined
}

/** Returns a new code. */
export function makeCode(randomBelow: RandomBelow): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS.charAt(randomBelow(CODE_CHARACTERS.length))).join('')
}

type Pair = { lowId: string; highId: string }
export type Side = 'low' | 'high'

/** Returns two students as a pair, the lower id first as PostgreSQL orders them. */
export function toPair(one: string, other: string): Pair {
  return one < other ? { lowId: one, highId: other } : { lowId: other, highId: one }
}

/** Returns which of a pair a student is. */
export function sideOf({ lowId }: Pair, studentId: string): Side {
  return lowId === studentId ? 'low' : 'high'
}

/** Returns the other student of a pair. */
export function otherOf({ lowId, highId }: Pair, studentId: string): string {
  return lowId === studentId ? highId : lowId
}

/**
 * Chooses the video of a challenge: one that the friends have not played yet, otherwise the one they played longest ago.
 * @param videoIds not empty
 * @param played the videos of their challenges, newest first
 */
export function chooseVideo(videoIds: readonly string[], played: readonly string[], randomBelow: RandomBelow): string {
  const fresh = videoIds.filter((id) => !played.includes(id))
  if (fresh.length > 0) return shuffle(fresh, randomBelow)[0] ?? ''
  return videoIds.toSorted((a, b) => played.indexOf(b) - played.indexOf(a))[0] ?? ''
}

type Turn = { deadline: Date; finishedAt: Date | null; answers: readonly { isCorrect: boolean }[] }

/** Returns when a turn ended, as of `now`; null while an answer may still arrive. */
export function endOfTurn({ deadline, finishedAt }: Pick<Turn, 'deadline' | 'finishedAt'>, now: Date): Date | null {
  if (finishedAt) return finishedAt
  return now.getTime() > deadline.getTime() + GRACE_MS ? deadline : null
}

const countRight = (turn: Turn) => turn.answers.filter(({ isCorrect }) => isCorrect).length

/** Returns the state of a challenge for one of the friends, with the results that they may see; undefined once it has expired. */
export function describeChallenge(
  { expiresAt, mine, theirs }: { expiresAt: Date; mine: Turn | undefined; theirs: Turn | undefined },
  now: Date,
): { state: 'open' | 'playing' | 'waiting' | 'over'; mine: number | null; theirs: number | null } | undefined {
  const amDone = mine !== undefined && endOfTurn(mine, now) !== null
  const areDone = theirs !== undefined && endOfTurn(theirs, now) !== null
  if (amDone && areDone) return { state: 'over', mine: countRight(mine), theirs: countRight(theirs) }
  if (mine && !amDone) return { state: 'playing', mine: null, theirs: null }
  if (now >= expiresAt) return undefined
  return amDone
    ? { state: 'waiting', mine: countRight(mine), theirs: null }
    : { state: 'open', mine: null, theirs: null }
}
