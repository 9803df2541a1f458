// Changes an entry's points for a reason other than an answer, using new ledger rows.
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../platform/database/database.ts'
import { reachedAtSql } from './reached-at.ts'
import { leaderboardEntries, pointsLedger } from './tables.ts'

type Entry = typeof leaderboardEntries.$inferSelect

/** @param adjustmentId for an undo, the id of what it undoes */
type Change = { amount: number; adjustmentId: string; at: Date }

/** Makes an adjustment of an entry that the caller has locked, and returns the new score. */
export async function adjustEntry(tx: Tx, entry: Entry, { amount, adjustmentId, at }: Change): Promise<number> {
  const score = entry.score + amount
  await tx.insert(pointsLedger).values({
    entryId: entry.id,
    studentId: entry.studentId,
    ageCategory: entry.ageCategory,
    delta: amount,
    scoreAfter: score,
    wasListed: entry.isListed,
    isListed: entry.isListed,
    reason: 'adjustment',
    adjustmentId,
    at,
  })
  await tx
    .update(leaderboardEntries)
    .set({
      score,
      reachedAt: sql<Date>`coalesce(${reachedAtSql(sql`${entry.id}::uuid`)}, ${entry.reachedAt.toISOString()}::timestamptz)`,
    })
    .where(eq(leaderboardEntries.id, entry.id))
  return score
}
