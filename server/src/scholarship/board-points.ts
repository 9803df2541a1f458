import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { Db, Tx } from '../platform/database/database.ts'
import { drawEntries } from './tables.ts'

/** Reads the points in each row of both leaderboards when a month closed, from position 1. */
export async function readBoardPoints(db: Db | Tx, drawId: string): Promise<Record<AgeCategory, number[]>> {
  const rows = await db
    .select({ category: drawEntries.ageCategory, points: drawEntries.points })
    .from(drawEntries)
    .where(and(eq(drawEntries.drawId, drawId), lte(drawEntries.position, LEADERBOARD_SIZE)))
    .orderBy(asc(drawEntries.position))
  const list = (category: AgeCategory) => rows.filter((row) => row.category === category).map(({ points }) => points)
  return { '5-10': list('5-10'), '11-20': list('11-20') }
}
