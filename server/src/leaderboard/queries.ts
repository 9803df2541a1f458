// Queries for the leaderboard and for a student's own entry.
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { type LeaderboardEntry, LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { preparedQuery, type Db, type Tx } from '../platform/database/database.ts'
import { boardAvatar, competitionRanks } from './rules.ts'
import { leaderboardEntries } from './tables.ts'

const boardOrder = [desc(leaderboardEntries.score), asc(leaderboardEntries.reachedAt), asc(leaderboardEntries.id)]

/** Returns the first thousand entries of a category, ordered by score, then by who reached it first, then by id. */
export async function readBoard(db: Db, category: AgeCategory): Promise<LeaderboardEntry[]> {
  const rows = await db
    .select({
      _id: leaderboardEntries.id,
      username: students.username,
      score: leaderboardEntries.score,
      heldAt: students.heldAt,
      avatar: students.avatar,
      isAvatarPublic: students.isAvatarPublic,
    })
    .from(leaderboardEntries)
    .innerJoin(students, eq(students.id, leaderboardEntries.studentId))
    .where(and(eq(leaderboardEntries.ageCategory, category), eq(leaderboardEntries.isListed, true)))
    .orderBy(...boardOrder)
    .limit(LEADERBOARD_SIZE)
  const ranks = competitionRanks(rows.map((row) => row.score))
  return rows.map(({ _id, username, score, heldAt, ...drawn }, index) => {
    const avatar = boardAvatar({ username, ...drawn })
    const rank = ranks[index] ?? index + 1
    return { _id, username, score, rank, ...(avatar && { avatar }), ...(heldAt && { held: true }) }
  })
}

const ownEntryQuery = preparedQuery((db) =>
  db
    .select({ score: leaderboardEntries.score, isListed: leaderboardEntries.isListed })
    .from(leaderboardEntries)
    .where(
      and(
        eq(leaderboardEntries.studentId, sql.placeholder('studentId')),
        eq(leaderboardEntries.ageCategory, sql.placeholder('category')),
      ),
    )
    .prepare('own-entry'),
)

/**
 * Returns a student's rank, score and the number of students in a category; `rank` is null for a student who is not
 * listed there. Only the student's score is read from the database; the counts are in this server's memory and less
 * than a second old.
 */
export async function readRank(app: App, studentId: string, category: AgeCategory) {
  const [own] = await ownEntryQuery(app.db).execute({ studentId, category })
  const rank = own?.isListed ? app.ranking.rankOf(category, own.score) : null
  return { rank, score: own?.score ?? 0, total: Math.max(app.ranking.total(category), rank === null ? 0 : 1) }
}

/**
 * Returns whether a student is among the first thousand of a category. Students with the same score share a rank, but the board
 * may be cut between them: by who reached the score first, then by id.
 */
export async function isInTop(db: Db | Tx, studentId: string, category: AgeCategory): Promise<boolean> {
  const top = db
    .select({ studentId: leaderboardEntries.studentId })
    .from(leaderboardEntries)
    .where(and(eq(leaderboardEntries.ageCategory, category), eq(leaderboardEntries.isListed, true)))
    .orderBy(...boardOrder)
    .limit(LEADERBOARD_SIZE)
    .as('top')
  const [own] = await db.select().from(top).where(eq(top.studentId, studentId))
  return own !== undefined
}

/** Returns a student's score in a category, 0 before the first answer. */
export async function readScore(db: Db | Tx, studentId: string, category: AgeCategory): Promise<number> {
  const [row] = await db
    .select({ score: leaderboardEntries.score })
    .from(leaderboardEntries)
    .where(and(eq(leaderboardEntries.studentId, studentId), eq(leaderboardEntries.ageCategory, category)))
  return row?.score ?? 0
}
