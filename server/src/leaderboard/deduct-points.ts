// Takes points back, by a new line in the ledger: what was awarded is never rewritten.
import { and, eq, sql } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { Tx } from '../platform/database/database.ts'
import { pointsLedger, leaderboardEntries } from './tables.ts'

type LeaderboardEntryRow = typeof leaderboardEntries.$inferSelect

/** The standing of a student, locked until the transaction ends, so that no answer moves it meanwhile. */
export async function lockLeaderboardEntry(
  tx: Tx,
  studentId: string,
  ageCategory: AgeCategory,
): Promise<LeaderboardEntryRow | undefined> {
  const [entry] = await tx
    .select()
    .from(leaderboardEntries)
    .where(and(eq(leaderboardEntries.studentId, studentId), eq(leaderboardEntries.ageCategory, ageCategory)))
    .for('update')
  return entry
}

type Taking = {
  entry: LeaderboardEntryRow
  points: number
  attemptId: string
  at: Date
  /** Of what still counts. */
  reachedAt: Date
}

/** Takes points of an attempt from a locked standing. */
export async function deductPoints(tx: Tx, { entry, points, attemptId, at, reachedAt }: Taking): Promise<void> {
  await tx
    .update(leaderboardEntries)
    .set({ score: sql`${leaderboardEntries.score} - ${points}`, reachedAt })
    .where(eq(leaderboardEntries.id, entry.id))
  await tx.insert(pointsLedger).values({
    standingId: entry.id,
    ageCategory: entry.ageCategory,
    delta: -points,
    scoreAfter: entry.score - points,
    stood: entry.stands,
    stands: entry.stands,
    reason: 'reset',
    attemptId,
    at,
  })
}
