// Deducts points by adding a row to the ledger; rows that awarded points are never changed.
import { and, eq, sql } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { Tx } from '../platform/database/database.ts'
import { keepAboveZero } from './keep-above-zero.ts'
import { reachedAtSql } from './reached-at.ts'
import { leaderboardEntries, pointsLedger } from './tables.ts'

type LeaderboardEntryRow = typeof leaderboardEntries.$inferSelect

/** Returns a student's leaderboard entry, locked until the transaction ends, so that no answer can change it. */
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

type Deduction = { entry: LeaderboardEntryRow; points: number; attemptId: string; at: Date }

/** Deducts an attempt's points from an entry that the caller has locked. */
export async function deductPoints(tx: Tx, { points, attemptId, at, ...deduction }: Deduction): Promise<void> {
  const entry = await keepAboveZero(tx, deduction.entry, { delta: -points, at })
  await tx.insert(pointsLedger).values({
    entryId: entry.id,
    studentId: entry.studentId,
    ageCategory: entry.ageCategory,
    delta: -points,
    scoreAfter: entry.score - points,
    wasListed: entry.isListed,
    isListed: entry.isListed,
    reason: 'reset',
    attemptId,
    at,
  })
  await tx
    .update(leaderboardEntries)
    .set({ score: entry.score - points, reachedAt: reachedAtSql(sql`${entry.id}::uuid`) })
    .where(eq(leaderboardEntries.id, entry.id))
}
