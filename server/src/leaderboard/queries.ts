// Reads of the board and of one's own place.
import { and, asc, desc, eq } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { Place } from '@baobab/contract/leaderboard.ts'
import { BOARD_PLACES } from '@baobab/contract/limits.ts'
import { students } from '../accounts/tables.ts'
import type { App } from '../app.ts'
import type { Db, Tx } from '../platform/database.ts'
import { ranksOf } from './rules.ts'
import { standings } from './tables.ts'

const onBoard = (category: AgeCategory) => and(eq(standings.ageCategory, category), eq(standings.stands, true))

/** The first thousand of a category: score, then who reached it first, then id (decisions 5). */
export async function readBoard(db: Db, category: AgeCategory): Promise<Place[]> {
  const rows = await db
    .select({ _id: standings.id, username: students.username, score: standings.score })
    .from(standings)
    .innerJoin(students, eq(students.id, standings.studentId))
    .where(onBoard(category))
    .orderBy(desc(standings.score), asc(standings.reachedAt), asc(standings.id))
    .limit(BOARD_PLACES)
  const ranks = ranksOf(rows.map((row) => row.score))
  return rows.map((row, index) => ({ ...row, rank: ranks[index] ?? index + 1 }))
}

/**
 * A student's place in a category; rank is null for one who does not stand there. One indexed read: the own score. The
 * counts are those of this server, at most a moment old.
 */
export async function readRank(app: App, studentId: string, category: AgeCategory) {
  const [own] = await app.db
    .select({ score: standings.score, stands: standings.stands })
    .from(standings)
    .where(and(eq(standings.studentId, studentId), eq(standings.ageCategory, category)))
  const rank = own?.stands ? app.ranking.rankOf(category, own.score) : null
  return { rank, score: own?.score ?? 0, total: Math.max(app.ranking.total(category), rank === null ? 0 : 1) }
}

/** A student's score in a category, 0 before the first answer. */
export async function scoreOf(db: Db | Tx, studentId: string, category: AgeCategory): Promise<number> {
  const [row] = await db
    .select({ score: standings.score })
    .from(standings)
    .where(and(eq(standings.studentId, studentId), eq(standings.ageCategory, category)))
  return row?.score ?? 0
}
