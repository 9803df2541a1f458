// Queries for the adjustments of a student's points.
import { ageCategories, ageCategoryAt, isAllowed, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import {
  agreeToAdjustment,
  type AdjustmentState,
  type PointsAdjustment,
  type StudentPoints,
} from '@baobab/contract/leaderboard/admin.ts'
import { startOfLagosMonth, type MonthOfAdjustments } from '@baobab/contract/leaderboard/rules.ts'
import { and, asc, count, desc, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { canAgree } from '../../accounts/admin/rules.ts'
import { ruleOnMatter } from '../../accounts/admin/two-admins.ts'
import { findStudentByUsername } from '../../accounts/queries.ts'
import { admins, students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import { auditPageRead } from '../../platform/audit/write-audit-line.ts'
import { isId, type Db, type Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { keptPointsSql } from '../keep-above-zero.ts'
import { sumDoneAlone } from '../rules.ts'
import { leaderboardEntries, pointsAdjustments } from '../tables.ts'

export type AdjustmentRow = typeof pointsAdjustments.$inferSelect

/** The maximum number of a student's adjustments that are listed. Adjustments are rare. */
const LISTED = 100

export const toAdjustmentState = ({ decision }: AdjustmentRow): AdjustmentState => decision ?? 'proposed'

/** Finds a student's adjustment, or fails with `not_found`. */
export async function findAdjustment(db: Db | Tx, student: { id: string }, id: string): Promise<AdjustmentRow> {
  const isThis = and(eq(pointsAdjustments.studentId, student.id), eq(pointsAdjustments.id, id))
  const [row] = isId(id) ? await db.select().from(pointsAdjustments).where(isThis) : []
  return row ?? fail('not_found')
}

/**
 * Locks an admin until the transaction ends, so that the admin's adjustments of different students add up one after the other. Taken
 * before the lock of the student, which does the same for the adjustments of one student.
 */
export async function lockAdjuster(tx: Tx, adminId: string): Promise<void> {
  await tx.select({ id: admins.id }).from(admins).where(eq(admins.id, adminId)).for('no key update')
}

type Month = { student: { id: string }; who: { id: string }; at: Date }

/** Reads the month's adjustments for a student and by an admin. `aloneIds` are the ids of the adjustments summed in `alone`. */
export async function readMonth(
  db: Db | Tx,
  { student, who, at }: Month,
): Promise<{ month: MonthOfAdjustments; aloneIds: Set<string> }> {
  const monthStart = startOfLagosMonth(at)
  const { amount, studentId, proposedBy, decidedAt, decision } = pointsAdjustments
  const isMade = and(eq(decision, 'applied'), isNotNull(proposedBy))
  const made = await db
    .select()
    .from(pointsAdjustments)
    .where(and(isMade, eq(studentId, student.id)))
  const [ofAdmin] = await db
    .select({ byAdmin: sql`coalesce(sum(abs(${amount})), 0)`.mapWith(Number) })
    .from(pointsAdjustments)
    .where(and(isMade, gte(decidedAt, monthStart), eq(proposedBy, who.id)))
  const ofMonth = made.filter((one) => one.decidedAt !== null && one.decidedAt >= monthStart)
  const sumOf = (category: AgeCategory) =>
    ofMonth.reduce((sum, one) => sum + (one.ageCategory === category ? one.amount : 0), 0)
  const { ids, sum } = sumDoneAlone(made, { adminId: who.id, monthStart })
  const net = { '5-10': sumOf('5-10'), '11-20': sumOf('11-20') }
  return { month: { net, byAdmin: ofAdmin?.byAdmin ?? 0, alone: sum }, aloneIds: ids }
}

/** Reads a student's scores and adjustments, newest first, and writes an audit line about it. */
export async function readStudentPoints(app: App, who: AdminUser, username: string): Promise<StudentPoints> {
  const student = await findStudentByUsername(app.db, username)
  if (!student || student.erasedAt) fail('not_found')
  await auditPageRead(app, { adminId: who.id, action: 'student.details_read', subject: student.id })
  const at = app.clock.now()
  const { month, aloneIds } = await readMonth(app.db, { student, who, at })
  const [entries, ruling, adjustments] = await Promise.all([
    app.db.select().from(leaderboardEntries).where(eq(leaderboardEntries.studentId, student.id)),
    ruleOnMatter(app, app.db, who, { began: at, decidedBy: agreeToAdjustment }),
    listAdjustments(app, who, student, aloneIds),
  ])
  const today = ageCategoryAt(student.birth, at)
  const scores = ageCategories.flatMap((ageCategory) => {
    const entry = entries.find((each) => each.ageCategory === ageCategory)
    return entry || ageCategory === today ? [{ ageCategory, score: entry?.score ?? 0 }] : []
  })
  return { scores, month, isOnlyDecider: ruling.kind === 'alone', adjustments }
}

const proposers = alias(admins, 'proposers')
const deciders = alias(admins, 'deciders')

async function listAdjustments(
  app: App,
  who: AdminUser,
  student: { id: string },
  aloneIds: ReadonlySet<string>,
): Promise<PointsAdjustment[]> {
  const rows = await app.db
    .select({
      row: pointsAdjustments,
      proposedBy: proposers.username,
      decidedBy: deciders.username,
      kept: keptPointsSql(pointsAdjustments, sql`${pointsAdjustments.decidedAt}`),
    })
    .from(pointsAdjustments)
    .leftJoin(proposers, eq(proposers.id, pointsAdjustments.proposedBy))
    .leftJoin(deciders, eq(deciders.id, pointsAdjustments.decidedBy))
    .where(eq(pointsAdjustments.studentId, student.id))
    .orderBy(desc(pointsAdjustments.proposedAt), desc(pointsAdjustments.id))
    .limit(LISTED)
  const undoing = new Map(
    rows.flatMap(({ row }) => (row.undoOf !== null && row.decision !== 'withdrawn' ? [[row.undoOf, row]] : [])),
  )
  return Promise.all(
    rows.map(async ({ row, proposedBy, decidedBy, kept }) => {
      const undo = undoing.get(row.id)
      return {
        _id: row.id,
        ageCategory: row.ageCategory,
        amount: row.amount,
        reason: row.reason,
        state: toAdjustmentState(row),
        isUndo: row.undoOf !== null,
        isUndone: undo?.decision === 'applied',
        proposedBy,
        proposedAt: row.proposedAt.toISOString(),
        decidedBy,
        decidedAt: row.decidedAt?.toISOString() ?? null,
        canUndo: row.decision === 'applied' && row.undoOf === null && !undo,
        isAlone: aloneIds.has(row.id),
        kept: Math.min(kept, Math.max(0, -row.amount)),
        canAgree: await mayAgree(app, who, row),
      }
    }),
  )
}

async function mayAgree(app: App, who: AdminUser, row: AdjustmentRow): Promise<boolean> {
  if (row.decision !== null || !isAllowed(agreeToAdjustment.who, who.roles)) return false
  const ruling = await ruleOnMatter(app, app.db, who, { began: row.proposedAt, decidedBy: agreeToAdjustment })
  return canAgree(ruling, row.proposedBy === who.id)
}

/** Lists the students with proposed adjustments that nobody has decided, the longest waiting first. */
export async function listStudentsWithAdjustments({
  db,
}: Pick<App, 'db'>): Promise<{ username: string; count: number }[]> {
  const first = sql`min(${pointsAdjustments.proposedAt})`
  return db
    .select({ username: students.username, count: count() })
    .from(pointsAdjustments)
    .innerJoin(students, eq(students.id, pointsAdjustments.studentId))
    .where(isNull(pointsAdjustments.decision))
    .groupBy(students.id, students.username)
    .orderBy(asc(first), asc(students.id))
}
