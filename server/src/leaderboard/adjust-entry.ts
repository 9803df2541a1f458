// Changes an entry's points for a reason other than an answer, using new ledger rows.
import { randomUUID } from 'node:crypto'
import { adjustmentText } from '@baobab/contract/leaderboard/text.ts'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../platform/database/database.ts'
import { reachedAtSql } from './reached-at.ts'
import { leaderboardEntries, pointsAdjustments, pointsLedger } from './tables.ts'

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

/**
 * Prepares an entry, which the caller has locked, for losing points: after an adjustment took points away, the entry may have
 * fewer than the answers that are about to lose theirs. What is missing is added first, as an adjustment by nobody, so that a
 * score is still the sum of its answers and adjustments and never negative.
 * @param delta what will be added to the score; negative
 * @returns the entry with the score that it has now
 */
export async function keepAboveZero(tx: Tx, entry: Entry, { delta, at }: { delta: number; at: Date }): Promise<Entry> {
  const amount = -(entry.score + delta)
  if (amount <= 0) return entry
  const { studentId, ageCategory } = entry
  const decided = { proposedAt: at, decision: 'applied' as const, decidedAt: at }
  const [adjustment] = await tx
    .insert(pointsAdjustments)
    .values({ studentId, ageCategory, amount, reason: adjustmentText.keptAboveZero, key: randomUUID(), ...decided })
    .returning()
  if (!adjustment) throw new Error('the adjustment was not written')
  return { ...entry, score: await adjustEntry(tx, entry, { amount, adjustmentId: adjustment.id, at }) }
}
