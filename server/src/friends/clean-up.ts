// Work that no call triggers: ends turns that students left, and deletes old data.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { CHALLENGE_KEPT_DAYS, REQUEST_DAYS } from '@baobab/contract/friends/rules.ts'
import { GRACE_MS } from '@baobab/contract/quiz/rules.ts'
import { and, eq, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { App } from '../platform/app.ts'
import { lockStudents } from './find-friends.ts'
import { endTurn } from './play-challenge.ts'
import { otherOf } from './rules.ts'
import { challengeTurns, friendChallenges, friendNotifications, friendships, type TurnRow } from './tables.ts'

const DAY_MS = 86_400_000
const BATCH_SIZE = 200
const DELETED_TOGETHER = 1_000

/** Ends the turns whose time is up, as of their deadline, and tells the friends who had played before. */
export async function endOverdueTurns(app: App): Promise<void> {
  const overdue = new Date(app.clock.now().getTime() - GRACE_MS)
  const found = await app.db
    .select({ turn: challengeTurns, pair: friendships })
    .from(challengeTurns)
    .innerJoin(friendChallenges, eq(friendChallenges.id, challengeTurns.challengeId))
    .innerJoin(friendships, eq(friendships.id, friendChallenges.friendshipId))
    .where(and(isNull(challengeTurns.finishedAt), lt(challengeTurns.deadline, overdue)))
    .orderBy(challengeTurns.deadline)
    .limit(BATCH_SIZE)
  for (const { turn, pair } of found) await endOverdueTurn(app, turn, otherOf(pair, turn.studentId))
  if (found.length === BATCH_SIZE) await endOverdueTurns(app)
}

async function endOverdueTurn(app: App, { challengeId, studentId, deadline }: TurnRow, otherId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockStudents(tx, [studentId, otherId])
    const turns = await tx.select().from(challengeTurns).where(eq(challengeTurns.challengeId, challengeId))
    const turn = turns.find((one) => one.studentId === studentId)
    // Its last answer, an erasure or the end of the friendship came first.
    if (!turn || turn.finishedAt) return
    await endTurn(app, tx, { turn, turns, at: deadline, otherId })
  })
}

/**
 * Deletes unanswered requests, challenges with their results, and when somebody was notified, once they are old. If one of these
 * fails, the others are still deleted.
 */
export async function deleteOldFriendData(app: Pick<App, 'clock' | 'separate'>): Promise<void> {
  const now = app.clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const outcomes = await Promise.allSettled([
    deleteInBatches(
      app,
      friendships,
      and(isNull(friendships.agreedAt), lt(friendships.requestedAt, daysAgo(REQUEST_DAYS))),
    ),
    deleteInBatches(app, friendChallenges, lt(friendChallenges.createdAt, daysAgo(CHALLENGE_KEPT_DAYS))),
    deleteInBatches(app, friendNotifications, lt(friendNotifications.day, lagosDate(now))),
  ])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

async function deleteInBatches(
  { separate: { slow } }: Pick<App, 'separate'>,
  table: PgTable,
  condition: SQL | undefined,
): Promise<void> {
  let deleted: number | null
  do {
    ;({ rowCount: deleted } = await slow.db.execute(sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where ${condition} limit ${DELETED_TOGETHER}))`))
  } while (deleted === DELETED_TOGETHER)
}
