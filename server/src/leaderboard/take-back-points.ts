// Takes points back, by a new line in the ledger: what was awarded is never rewritten.
import { and, eq, sql } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { Tx } from '../platform/database.ts'
import { standingChanges, standings } from './tables.ts'

type Standing = typeof standings.$inferSelect

/** The standing of a student, locked until the transaction ends, so that no answer moves it meanwhile. */
export async function lockStanding(tx: Tx, studentId: string, ageCategory: AgeCategory): Promise<Standing | undefined> {
  const [standing] = await tx
    .select()
    .from(standings)
    .where(and(eq(standings.studentId, studentId), eq(standings.ageCategory, ageCategory)))
    .for('update')
  return standing
}

type Taking = {
  standing: Standing
  points: number
  attemptId: string
  at: Date
  /** Of what still counts. */
  reachedAt: Date
}

/** Takes points of an attempt from a locked standing. */
export async function takeBackPoints(tx: Tx, { standing, points, attemptId, at, reachedAt }: Taking): Promise<void> {
  await tx
    .update(standings)
    .set({ score: sql`${standings.score} - ${points}`, reachedAt })
    .where(eq(standings.id, standing.id))
  await tx.insert(standingChanges).values({
    standingId: standing.id,
    ageCategory: standing.ageCategory,
    delta: -points,
    scoreAfter: standing.score - points,
    stood: standing.stands,
    stands: standing.stands,
    reason: 'reset',
    attemptId,
    at,
  })
}
