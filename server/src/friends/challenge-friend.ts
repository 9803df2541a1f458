// Challenges: the same questions of a quiz that both friends have done for points. They change no attempts and no points.
import { randomInt } from 'node:crypto'
import { ageCategoryAt, lagosDate, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import {
  CHALLENGES_A_DAY,
  CHALLENGES_MAX,
  CHALLENGE_DAYS,
  CHALLENGE_QUESTIONS,
} from '@baobab/contract/friends/rules.ts'
import { startOfLagosDay } from '@baobab/contract/kernel/days.ts'
import { GRACE_MS } from '@baobab/contract/quiz/rules.ts'
import { desc, getTableColumns, inArray, sql } from 'drizzle-orm'
import { hasAccessSql } from '../payments/queries.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { loadPool } from '../quiz/question-pool.ts'
import { makeQuestionSnapshot, shuffle } from '../quiz/rules.ts'
import { attempts, questions } from '../quiz/tables.ts'
import { quizNow } from '../quiz/queries.ts'
import { isListed } from '../videos/queries.ts'
import { videos } from '../videos/tables.ts'
import { lockFriend, requireFriends } from './find-friends.ts'
import { notifyFriend } from './notify-friend.ts'
import { chooseVideo, describeChallenge, sideOf } from './rules.ts'
import { challengeTurns, friendChallenges, type ChallengeRow, type FriendshipRow, type TurnRow } from './tables.ts'

const DAY_MS = 86_400_000

/**
 * Lists the videos whose quiz in an age category was done by a student and by each of these others, and which both may open now.
 * @returns the ids of videos by the other student's id
 */
export async function listSharedQuizzes(
  app: App,
  db: Db | Tx,
  { studentId, otherIds, ageCategory }: { studentId: string; otherIds: readonly string[]; ageCategory: AgeCategory },
): Promise<Map<string, string[]>> {
  const isOver = (alias: string) =>
    sql.raw(`${alias}.reset_at is null and (${alias}.locked_at is not null or ${alias}.deadline < `)
  const now = sql`(select ${quizNow(app)} - ${GRACE_MS}::float8 * interval '1 millisecond'))`
  const { rows } = await db.execute<{ other: string; video: string }>(sql`
    select theirs.student_id as other, theirs.video_id as video
    from ${attempts} as mine
    join ${attempts} as theirs on theirs.video_id = mine.video_id and theirs.age_category = mine.age_category
    join ${videos} on ${videos.id} = mine.video_id
    where mine.student_id = ${studentId} and mine.age_category = ${ageCategory}
      and theirs.student_id = any(${sql.param(otherIds)}::uuid[])
      and ${isOver('mine')}${now} and ${isOver('theirs')}${now} and ${isListed(app.clock.now())}
      and (${videos.access} = 'free'
        or (${hasAccessSql(sql`mine.student_id`)} and ${hasAccessSql(sql`theirs.student_id`)}))
      and exists (select from ${questions} where ${questions.videoId} = mine.video_id
        and ${questions.ageCategory} = mine.age_category)
    order by theirs.video_id`)
  return new Map(
    [...Map.groupBy(rows, ({ other }) => other)].map(([other, of]) => [other, of.map(({ video }) => video)]),
  )
}

/** A challenge as lists need it: its questions, which are large, stay in the database. */
export type ListedChallenge = {
  challenge: Omit<ChallengeRow, 'questions'> & { questionCount: number }
  turns: TurnRow[]
}

/** Returns a challenge's state for one of the friends; undefined once it has expired. */
export function describeFor(
  { challenge, turns }: { challenge: Pick<ChallengeRow, 'expiresAt'>; turns: readonly TurnRow[] },
  studentId: string,
  now: Date,
) {
  const mine = turns.find((turn) => turn.studentId === studentId)
  const theirs = turns.find((turn) => turn.studentId !== studentId)
  return describeChallenge({ expiresAt: challenge.expiresAt, mine, theirs }, now)
}

/** Loads the challenges of pairs with their turns, newest first. */
export async function loadChallenges(db: Db | Tx, pairIds: readonly string[]): Promise<ListedChallenge[]> {
  const { questions: asked, ...columns } = getTableColumns(friendChallenges)
  const rows = await db
    .select({ ...columns, questionCount: sql`jsonb_array_length(${asked})`.mapWith(Number) })
    .from(friendChallenges)
    .where(inArray(friendChallenges.friendshipId, [...pairIds]))
    .orderBy(desc(friendChallenges.createdAt), desc(friendChallenges.id))
  const ids = rows.map(({ id }) => id)
  const turns = await db.select().from(challengeTurns).where(inArray(challengeTurns.challengeId, ids))
  const byChallenge = Map.groupBy(turns, ({ challengeId }) => challengeId)
  return rows.map((challenge) => ({ challenge, turns: byChallenge.get(challenge.id) ?? [] }))
}

/**
 * Returns why a pair can start no further challenge now; undefined if it can.
 * @param challenges those of the pair
 */
export function findChallengeRefusal(
  challenges: readonly ListedChallenge[],
  { lowId }: FriendshipRow,
  now: Date,
): 'too_many_challenges' | 'too_many_challenges_today' | undefined {
  const isOpen = (one: ListedChallenge) => !['over', undefined].includes(describeFor(one, lowId, now)?.state)
  if (challenges.filter(isOpen).length >= CHALLENGES_MAX) return 'too_many_challenges'
  const today = startOfLagosDay(lagosDate(now))
  const madeToday = challenges.filter(({ challenge }) => challenge.createdAt >= today)
  return madeToday.length >= CHALLENGES_A_DAY ? 'too_many_challenges_today' : undefined
}

/** Challenges a friend, and returns the challenge's id. The server chooses the video and the questions. */
export async function challengeFriend(app: App, who: StudentUser, friendId: string): Promise<string> {
  await requireFriends(app, app.db, who)
  return app.db.transaction(async (tx) => {
    const { pair, other } = await lockFriend(app, tx, who, friendId)
    const me = await requireFriends(app, tx, who)
    if (pair.agreedAt === null) fail('not_yet_friends')
    const now = app.clock.now()
    const ageCategory = ageCategoryAt(me.birth, now)
    if (ageCategory === null || ageCategory !== ageCategoryAt(other.birth, now)) fail('other_group')
    const earlier = await loadChallenges(tx, [pair.id])
    const refusal = findChallengeRefusal(earlier, pair, now)
    if (refusal) fail(refusal)
    const shared = await listSharedQuizzes(app, tx, { studentId: who.id, otherIds: [other.id], ageCategory })
    const videoIds = shared.get(other.id) ?? []
    if (videoIds.length === 0) fail('no_shared_quiz')
    const played = earlier.map(({ challenge }) => challenge.videoId)
    const videoId = chooseVideo(videoIds, played, (below) => randomInt(below))
    const id = await insertChallenge(app, tx, { pair, madeBy: sideOf(pair, who.id), videoId, ageCategory })
    await notifyFriend(app, tx, { to: other.id, from: who.id, about: 'challenge' })
    return id
  })
}

async function insertChallenge(
  app: App,
  tx: Tx,
  { pair, ...values }: { pair: FriendshipRow; madeBy: 'low' | 'high'; videoId: string; ageCategory: AgeCategory },
): Promise<string> {
  const pool = await loadPool(tx, values)
  const chosen = shuffle(pool.questions, (below) => randomInt(below)).slice(0, CHALLENGE_QUESTIONS)
  const createdAt = app.clock.now()
  const [row] = await tx
    .insert(friendChallenges)
    .values({
      ...values,
      friendshipId: pair.id,
      questions: makeQuestionSnapshot(chosen, (below) => randomInt(below)),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + CHALLENGE_DAYS * DAY_MS),
    })
    .returning({ id: friendChallenges.id })
  if (!row) throw new Error('The challenge was not stored.')
  return row.id
}
