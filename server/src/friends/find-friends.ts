// Finds a student's friends and requests. The other student of a pair is found only while both may have friends.
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { StudentRow } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import { isId, type Db, type Tx } from '../platform/database/database.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { findFriendsRefusal, otherOf } from './rules.ts'
import { friendships, type FriendshipRow } from './tables.ts'

/** A pair as one of its students sees it. */
export type FoundFriend = { pair: FriendshipRow; other: StudentRow }

type WithClock = Pick<App, 'clock'>

/** Returns whether other students find and see a student. */
export function isVisible(app: WithClock, student: StudentRow): boolean {
  return findFriendsRefusal(student, app.clock.now()) === undefined
}

/** Loads the caller's account. Fails with 403 if the student may not have friends now. */
export async function requireFriends(app: App, db: Db | Tx, { id }: StudentUser): Promise<StudentRow> {
  const [student] = await db.select().from(students).where(eq(students.id, id))
  if (!student) fail('unauthorised')
  const refusal = findFriendsRefusal(student, app.clock.now())
  if (refusal) fail(refusal)
  return student
}

/** The pairs that include a student. */
export const isInPair = (studentId: string) => or(eq(friendships.lowId, studentId), eq(friendships.highId, studentId))

/** Loads a student's friends and requests, oldest first. */
export async function loadFriends(app: WithClock, db: Db | Tx, studentId: string): Promise<FoundFriend[]> {
  const rows = await db
    .select({ pair: friendships, other: students })
    .from(friendships)
    .innerJoin(
      students,
      sql`${students.id} = case when ${friendships.lowId} = ${studentId} then ${friendships.highId} else ${friendships.lowId} end`,
    )
    .where(isInPair(studentId))
    .orderBy(friendships.requestedAt, friendships.id)
  return rows.filter(({ other }) => isVisible(app, other))
}

/** Returns one of the caller's pairs; undefined for any other, or if the other student may not have friends now. */
export async function loadFriend(
  app: WithClock,
  db: Db | Tx,
  who: StudentUser,
  friendId: string,
): Promise<FoundFriend | undefined> {
  if (!isId(friendId)) return undefined
  const [pair] = await db
    .select()
    .from(friendships)
    .where(and(eq(friendships.id, friendId), isInPair(who.id)))
  if (!pair) return undefined
  const [other] = await db
    .select()
    .from(students)
    .where(eq(students.id, otherOf(pair, who.id)))
  return other && isVisible(app, other) ? { pair, other } : undefined
}

/**
 * Locks two students until the transaction ends, in id order, so that their requests and friendship stay as read,
 * and no limit is exceeded.
 */
export async function lockStudents(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: students.id })
    .from(students)
    .where(inArray(students.id, [...ids]))
    .orderBy(students.id)
    .for('no key update')
}

/** Returns one of the caller's pairs with both students locked. Fails with 404 if `loadFriend` finds none. */
export async function lockFriend(app: WithClock, tx: Tx, who: StudentUser, friendId: string): Promise<FoundFriend> {
  const load = async () => (await loadFriend(app, tx, who, friendId)) ?? fail('friend_not_found')
  const { other } = await load()
  await lockStudents(tx, [who.id, other.id])
  return load()
}
