import { ageCategoryAt, lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { Challenge, Friend, listFriends as endpoint } from '@baobab/contract/friends/endpoints.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import type { StudentRow } from '../accounts/queries.ts'
import { boardAvatar } from '../leaderboard/rules.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { countStreaks } from '../quiz/active-days.ts'
import { quizSeconds } from '../quiz/rules.ts'
import { videos } from '../videos/tables.ts'
import {
  describeFor,
  findChallengeRefusal,
  listSharedQuizzes,
  loadChallenges,
  type ListedChallenge,
} from './challenge-friend.ts'
import { loadFriends, requireFriends, type FoundFriend } from './find-friends.ts'
import { sideOf } from './rules.ts'
import { friendChallenges, friendCodes } from './tables.ts'

type Loaded = { me: StudentRow; friends: FoundFriend[]; challenges: ListedChallenge[] }

/** Lists a student's friends, requests and challenges. Everyone who may not have friends now is left out. */
export async function listFriends(app: App, who: StudentUser): Promise<ReplyOf<typeof endpoint>> {
  const me = await requireFriends(app, app.db, who)
  const [code] = await app.db.select().from(friendCodes).where(eq(friendCodes.studentId, who.id))
  const found = await loadFriends(app, app.db, who.id)
  const friends = found.filter(({ pair }) => pair.agreedAt !== null)
  const challenges = await loadChallenges(
    app.db,
    friends.map(({ pair }) => pair.id),
  )
  return {
    code: code?.code ?? null,
    friends: await describeFriends(app, { me, friends, challenges }),
    requests: found
      .filter(({ pair }) => pair.agreedAt === null)
      .map(({ pair, other }) => ({
        _id: pair.id,
        ...describePerson(app, other),
        whose: pair.requestedBy === sideOf(pair, who.id) ? ('mine' as const) : ('theirs' as const),
      })),
    challenges: await describeChallenges(app, { me, friends, challenges }),
  }
}

/** Returns what students see of each other: never a photo, and the drawn picture as on the leaderboard. */
function describePerson(app: App, student: StudentRow) {
  const ageCategory = ageCategoryAt(student.birth, app.clock.now()) ?? fail('friends_off')
  const avatar = boardAvatar(student)
  return { username: student.username, ...(avatar && { avatar }), ageCategory }
}

async function describeFriends(app: App, { me, friends, challenges }: Loaded): Promise<Friend[]> {
  const now = app.clock.now()
  const otherIds = friends.map(({ other }) => other.id)
  if (otherIds.length === 0) return []
  const ageCategory = ageCategoryAt(me.birth, now) ?? fail('friends_off')
  const points = await countPointsThisMonth(app, otherIds)
  const streaks = await countStreaks(app, otherIds)
  const shared = await listSharedQuizzes(app, app.db, { studentId: me.id, otherIds, ageCategory })
  const byPair = Map.groupBy(challenges, ({ challenge }) => challenge.friendshipId)
  return friends.map(({ pair, other }) => {
    const person = describePerson(app, other)
    const refuse = (): Friend['challengeRefusal'] => {
      if (person.ageCategory !== ageCategory) return 'other_group'
      const refusal = findChallengeRefusal(byPair.get(pair.id) ?? [], pair, now)
      if (refusal) return refusal
      return shared.has(other.id) ? null : 'no_shared_quiz'
    }
    return {
      _id: pair.id,
      ...person,
      pointsThisMonth: points.get(other.id) ?? 0,
      streakDays: streaks.get(other.id) ?? 0,
      challengeRefusal: refuse(),
    }
  })
}

/** Counts the points that students have earned this month, by student. */
async function countPointsThisMonth(app: App, ids: readonly string[]): Promise<Map<string, number>> {
  const month = `${lagosDate(app.clock.now()).slice(0, 7)}-01T00:00:00+01:00`
  const { rows } = await app.db.execute<{ id: string; points: number }>(sql`
    select entry.student_id as id, greatest(0, sum(change.delta))::int as points
    from standings as entry join standing_changes as change on change.standing_id = entry.id
    where entry.student_id = any(${sql.param(ids)}::uuid[]) and change.at >= ${month}::timestamptz
      and change.reason in ('first-answer', 'answer', 'reset', 'regrade')
    group by entry.student_id`)
  return new Map(rows.map(({ id, points }) => [id, points]))
}

async function describeChallenges(app: App, { me, friends, challenges }: Loaded): Promise<Challenge[]> {
  if (challenges.length === 0) return []
  const now = app.clock.now()
  const titles = await app.db
    .select({ id: videos.id, title: videos.title })
    .from(videos)
    .where(
      inArray(
        videos.id,
        challenges.map(({ challenge }) => challenge.videoId),
      ),
    )
  const titleOf = new Map(titles.map(({ id, title }) => [id, title]))
  const friendOf = new Map(friends.map((friend) => [friend.pair.id, friend]))
  const questionsOf = await loadQuestionsToRead(app, me, challenges)
  return challenges.flatMap(({ challenge, turns }) => {
    const friend = friendOf.get(challenge.friendshipId)
    const described = describeFor({ challenge, turns }, me.id, now)
    if (!friend || !described) return []
    const { id: _id, friendshipId: friendId, questionCount, expiresAt } = challenge
    const mine = turns.find(({ studentId }) => studentId === me.id)
    return {
      _id,
      friendId,
      username: friend.other.username,
      videoTitle: titleOf.get(challenge.videoId) ?? '',
      whose: challenge.madeBy === sideOf(friend.pair, me.id) ? ('mine' as const) : ('theirs' as const),
      questionCount,
      seconds: mine?.seconds ?? Math.trunc(quizSeconds(me, questionsOf.get(_id) ?? [])),
      expiresAt: expiresAt.toISOString(),
      ...described,
    }
  })
}

/** Loads the questions of the challenges that a student can still start, if reading them aloud gives the student more time. */
async function loadQuestionsToRead(app: App, me: StudentRow, challenges: readonly ListedChallenge[]) {
  if (!me.wantsReading) return new Map<string, never>()
  const now = app.clock.now()
  const open = challenges.filter((one) => describeFor(one, me.id, now)?.state === 'open')
  const { id, questions } = friendChallenges
  const ids = open.map(({ challenge }) => challenge.id)
  const rows = await app.db.select({ id, questions }).from(friendChallenges).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, row.questions]))
}
