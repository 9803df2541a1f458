// Asking, agreeing and removing. Two students are locked while something between them changes.
import { FRIENDS_MAX, REQUESTS_MAX } from '@baobab/contract/friends/rules.ts'
import { friendsText } from '@baobab/contract/friends/text.ts'
import { and, eq } from 'drizzle-orm'
import type { StudentRow } from '../accounts/queries.ts'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { attemptKey, countAttempt } from '../platform/security/attempt-backoff.ts'
import { isVisible, loadFriends, lockFriend, lockStudents, requireFriends } from './find-friends.ts'
import { notifyFriend } from './notify-friend.ts'
import { sideOf, toPair } from './rules.ts'
import { friendCodes, friendships, type FriendshipRow } from './tables.ts'

/**
 * A class may exchange codes in a lesson. After that, the waits make it hopeless to guess one of 25 billion codes. A right code
 * does not reset the count, because a guesser may know one.
 */
const backoff = { freeAttempts: 30, initialMs: 60_000, maxMs: 24 * 3_600_000 }

/** Asks the student with a code to be a friend. Replies the same if nobody has the code or its owner may not be found. */
export async function requestFriend(
  app: App,
  who: StudentUser,
  code: string,
): Promise<{ message: string; areFriends: boolean }> {
  await requireFriends(app, app.db, who)
  await countAttempt(app, attemptKey('friend-code', who.id), backoff, friendsText.tooManyCodes)
  const [found] = await app.db
    .select({ student: students })
    .from(friendCodes)
    .innerJoin(students, eq(students.id, friendCodes.studentId))
    .where(eq(friendCodes.code, code))
  if (!found || !isVisible(app, found.student)) fail('friend_code_unknown')
  if (found.student.id === who.id) fail('friend_code_own')
  return app.db.transaction((tx) => ask(app, tx, who, { code, other: found.student }))
}

async function ask(
  app: App,
  tx: Tx,
  who: StudentUser,
  { code, other }: { code: string; other: StudentRow },
): Promise<{ message: string; areFriends: boolean }> {
  await lockStudents(tx, [who.id, other.id])
  await requireFriends(app, tx, who)
  // Since the code was read, its owner may have replaced it, or may no longer be found.
  const [owner] = await tx
    .select({ student: students })
    .from(friendCodes)
    .innerJoin(students, eq(students.id, friendCodes.studentId))
    .where(and(eq(friendCodes.code, code), eq(friendCodes.studentId, other.id)))
  if (!owner || !isVisible(app, owner.student)) fail('friend_code_unknown')
  const pair = toPair(who.id, other.id)
  const [existing] = await tx
    .select()
    .from(friendships)
    .where(and(eq(friendships.lowId, pair.lowId), eq(friendships.highId, pair.highId)))
  if (existing?.agreedAt) return { message: friendsText.nowFriends(other.username), areFriends: true }
  await requireRoom(app, tx, who, other)
  if (existing && existing.requestedBy !== sideOf(pair, who.id)) {
    await agree(app, tx, who, { pair: existing, other })
    return { message: friendsText.nowFriends(other.username), areFriends: true }
  }
  if (!existing) {
    await requireRoomForRequests(app, tx, who, other)
    const requestedBy = sideOf(pair, who.id)
    await tx.insert(friendships).values({ ...pair, requestedBy, requestedAt: app.clock.now() })
    await notifyFriend(app, tx, { to: other.id, from: who.id, about: 'request' })
  }
  return { message: friendsText.requestSent(other.username), areFriends: false }
}

/** Refuses more friends than a student may have. */
async function requireRoom(app: App, tx: Tx, who: StudentUser, other: StudentRow): Promise<void> {
  const countFriends = async (id: string) =>
    (await loadFriends(app, tx, id)).filter(({ pair }) => pair.agreedAt !== null).length
  if ((await countFriends(who.id)) >= FRIENDS_MAX) fail('too_many_friends')
  if ((await countFriends(other.id)) >= FRIENDS_MAX) fail('friend_is_full')
}

/** Refuses more open requests than a student may have. */
async function requireRoomForRequests(app: App, tx: Tx, who: StudentUser, other: StudentRow): Promise<void> {
  const countRequests = async (id: string) =>
    (await loadFriends(app, tx, id)).filter(({ pair }) => pair.agreedAt === null).length
  if ((await countRequests(who.id)) >= REQUESTS_MAX) fail('too_many_friend_requests')
  if ((await countRequests(other.id)) >= REQUESTS_MAX) fail('friend_is_full')
}

async function agree(
  app: App,
  tx: Tx,
  who: StudentUser,
  { pair, other }: { pair: FriendshipRow; other: StudentRow },
): Promise<void> {
  await tx.update(friendships).set({ agreedAt: app.clock.now() }).where(eq(friendships.id, pair.id))
  await notifyFriend(app, tx, { to: other.id, from: who.id, about: 'agreed' })
}

/** Says yes to a request. Repeating it changes nothing; only the student who was asked may do so. */
export async function agreeToFriend(app: App, who: StudentUser, friendId: string): Promise<string> {
  await requireFriends(app, app.db, who)
  return app.db.transaction(async (tx) => {
    const { pair, other } = await lockFriend(app, tx, who, friendId)
    await requireFriends(app, tx, who)
    if (pair.agreedAt === null) {
      if (pair.requestedBy === sideOf(pair, who.id)) fail('friend_not_found')
      await requireRoom(app, tx, who, other)
      await agree(app, tx, who, { pair, other })
    }
    return friendsText.nowFriends(other.username)
  })
}

/** Removes a friend with all challenges, says no to a request, or takes one back. The other student is told nothing. */
export async function removeFriend(app: App, who: StudentUser, friendId: string): Promise<void> {
  await requireFriends(app, app.db, who)
  await app.db.transaction(async (tx) => {
    const { pair } = await lockFriend(app, tx, who, friendId)
    await tx.delete(friendships).where(eq(friendships.id, pair.id))
  })
}
