// The ledger of one student's points for an admin, and how each score follows from it.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import type { CategoryPoints, listPointChanges as endpoint, PointChange } from '@baobab/contract/students/points.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { and, asc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { findStudentByUsername, type StudentRow } from '../../accounts/queries.ts'
import { readRank } from '../../leaderboard/queries.ts'
import { leaderboardEntries, pointsAdjustments, pointsLedger } from '../../leaderboard/tables.ts'
import type { App } from '../../platform/app.ts'
import { auditRead } from '../../platform/audit/write-audit-line.ts'
import type { Db } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { withSnapshots } from '../../quiz/question-snapshots.ts'
import { attempts, regrades } from '../../quiz/tables.ts'
import { explainMerged } from '../explain-merged.ts'

type Input = ParsedOf<typeof endpoint>['params'] & ParsedOf<typeof endpoint>['query']
type EntryRow = typeof leaderboardEntries.$inferSelect
type ChangeRow = typeof pointsLedger.$inferSelect

/** Returns a page of the changes of a student's points, newest first, and writes an audit line about it. */
export async function listPointChanges(
  app: App,
  who: AdminUser,
  { username, limit, cursor }: Input,
): Promise<ReplyOf<typeof endpoint>> {
  const student = await findStudentByUsername(app.db, username)
  if (!student) return fail('not_found')
  if (student.erasedAt) return fail('not_found', await explainMerged(app, student))
  await auditRead(app, { adminId: who.id, action: 'student.points_read', subject: student.id })
  const entries = await app.db
    .select()
    .from(leaderboardEntries)
    .where(eq(leaderboardEntries.studentId, student.id))
    .orderBy(asc(leaderboardEntries.ageCategory))
  const rows = await readChanges(app.db, entries, { studentId: student.id, limit: limit + 1, cursor })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    username: student.username,
    heldAt: student.heldAt?.toISOString() ?? null,
    categories: await describeCategories(app, student, entries),
    changes: await explainChanges(app, student.id, page),
    nextCursor: last ? String(last.seq) : null,
  }
}

async function readChanges(
  db: Db,
  entries: readonly EntryRow[],
  { studentId, limit, cursor }: { studentId: string; limit: number; cursor: string | undefined },
): Promise<ChangeRow[]> {
  const ids = entries.map(({ id }) => id)
  return (
    db
      .select()
      .from(pointsLedger)
      .where(
        and(
          inArray(pointsLedger.entryId, ids),
          eq(pointsLedger.studentId, studentId),
          cursor === undefined ? undefined : lt(pointsLedger.seq, Number(cursor)),
        ),
      )
      // Does not sort by the column itself, whose index covers all students: one student's rows are found by entry, then sorted.
      .orderBy(sql`${pointsLedger.seq} + 0 desc`)
      .limit(limit)
  )
}

async function describeCategories(
  app: App,
  student: StudentRow,
  entries: readonly EntryRow[],
): Promise<CategoryPoints[]> {
  const sums = await sumParts(app.db, student.id, entries)
  return Promise.all(
    entries.map(async (entry) => ({
      ageCategory: entry.ageCategory,
      score: entry.score,
      rank: (await readRank(app, student.id, entry.ageCategory)).rank,
      listing: explainListing(student, entry, lagosDate(app.clock.now())),
      parts: sums
        .filter(({ entryId }) => entryId === entry.id)
        .map(({ reason, count, points }) => ({ reason, count, points })),
    })),
  )
}

function explainListing(
  { disqualifiedAt }: Pick<StudentRow, 'disqualifiedAt'>,
  { isListed, leavesOn }: Pick<EntryRow, 'isListed' | 'leavesOn'>,
  today: string,
): CategoryPoints['listing'] {
  if (isListed) return 'listed'
  if (leavesOn <= today) return 'outgrown'
  return disqualifiedAt ? 'disqualified' : 'unlisted'
}

/** Sums the lines of each reason: those that gave points, and those that took some. The first answer counts like any other. */
async function sumParts(db: Db, studentId: string, entries: readonly EntryRow[]) {
  const reason = sql<string>`replace(${pointsLedger.reason}, 'first-answer', 'answer')`
  const { entryId, delta } = pointsLedger
  const count = sql`count(*)`.mapWith(Number)
  const points = sql`sum(${delta})`.mapWith(Number)
  const ids = entries.map(({ id }) => id)
  return db
    .select({ entryId, reason, count, points })
    .from(pointsLedger)
    .where(and(inArray(entryId, ids), eq(pointsLedger.studentId, studentId), ne(delta, 0)))
    .groupBy(entryId, sql`2`, sql`${delta} > 0`)
    .orderBy(sql`4 desc, 2`)
}

/** Adds the quiz, the number of the question, the corrected key and the admin's reason to rows of the ledger. */
async function explainChanges(app: App, studentId: string, rows: readonly ChangeRow[]): Promise<PointChange[]> {
  const [quizzes, keys, adjustments] = await Promise.all([
    loadAttempts(app, studentId, rows),
    loadRegrades(app.db, rows),
    loadAdjustments(app.db, studentId, rows),
  ])
  return rows.map((row) => {
    const attempt = quizzes.get(row.attemptId)
    const index = attempt?.questionSnapshot.findIndex(({ id }) => id === row.questionId) ?? -1
    const regrade = keys.get(row.regradeId)
    return {
      _id: String(row.seq),
      at: row.at.toISOString(),
      ageCategory: row.ageCategory,
      reason: row.reason,
      delta: row.delta,
      scoreAfter: row.scoreAfter,
      attemptId: attempt?.id ?? null,
      videoTitle: attempt?.videoTitle ?? null,
      questionNumber: index === -1 ? null : index + 1,
      regrade: regrade ? { from: regrade.oldAnswer, to: regrade.newAnswer, voided: regrade.voided } : null,
      note: row.reason === 'reset' ? (attempt?.resetReason ?? null) : findReason(adjustments, row),
    }
  })
}

async function loadAttempts(app: App, studentId: string, rows: readonly ChangeRow[]) {
  const ids = listIds(rows, 'attemptId')
  const found = await app.db
    .select()
    .from(attempts)
    .where(and(eq(attempts.studentId, studentId), inArray(attempts.id, ids)))
  const complete = await withSnapshots(app, found)
  return new Map<string | null, (typeof complete)[number]>(complete.map((attempt) => [attempt.id, attempt]))
}

async function loadRegrades(db: Db, rows: readonly ChangeRow[]) {
  const found = await db
    .select()
    .from(regrades)
    .where(inArray(regrades.id, listIds(rows, 'regradeId')))
  return new Map<string | null, (typeof found)[number]>(found.map((regrade) => [regrade.id, regrade]))
}

async function loadAdjustments(db: Db, studentId: string, rows: readonly ChangeRow[]) {
  const ids = listIds(rows, 'adjustmentId')
  const { id, undoOf } = pointsAdjustments
  return db
    .select()
    .from(pointsAdjustments)
    .where(and(eq(pointsAdjustments.studentId, studentId), or(inArray(id, ids), inArray(undoOf, ids))))
}

/** Returns what an admin wrote about an adjustment. An adjustment and its undo have the same id in the ledger. */
function findReason(adjustments: readonly (typeof pointsAdjustments.$inferSelect)[], row: ChangeRow): string | null {
  const isOfRow = (one: (typeof adjustments)[number]) => (one.undoOf ?? one.id) === row.adjustmentId
  return adjustments.find((one) => isOfRow(one) && one.amount === row.delta)?.reason ?? null
}

const listIds = (rows: readonly ChangeRow[], column: 'attemptId' | 'regradeId' | 'adjustmentId') => [
  ...new Set(rows.flatMap((row) => row[column] ?? [])),
]
