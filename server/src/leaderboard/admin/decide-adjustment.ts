// Decides about a proposed adjustment of points.
import { agreeToAdjustment as endpoint, type AdjustmentState } from '@baobab/contract/leaderboard/admin.ts'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { lockStudent } from '../../accounts/lock-student.ts'
import { requireAgreement, ruleOnMatter } from '../../accounts/admin/two-admins.ts'
import { findStudentByUsername, type StudentRow } from '../../accounts/queries.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Person } from '../../platform/feature-data.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { lockLeaderboardEntry } from '../deduct-points.ts'
import { pointsAdjustments, type leaderboardEntries } from '../tables.ts'
import { applyAdjustment } from './adjust-points.ts'
import { findAdjustment, lockAdjuster, type AdjustmentRow } from './queries.ts'

type Entry = typeof leaderboardEntries.$inferSelect
type Params = { username: string; adjustmentId: string }

/** Agrees to a proposed adjustment, and makes it. */
export async function agreeToAdjustment(app: App, who: AdminUser, params: Params): Promise<AdjustmentState> {
  return app.db.transaction(async (tx) => {
    const { student, entry, row } = await lockProposal(tx, params)
    const ruling = await ruleOnMatter(app, tx, who, { began: row.proposedAt, decidedBy: endpoint })
    const { admins } = requireAgreement(ruling, row.proposedBy === who.id)
    if ((entry?.score ?? 0) + row.amount < 0) fail('score_below_zero')
    await applyAdjustment(app, tx, { who, student, entry, row })
    const details = { ...describe(row), admins }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.points_agreed', subject: student.id, details })
    return 'applied' as const
  })
}

/** Ends a proposed adjustment without making it. */
export async function withdrawAdjustment(app: App, who: AdminUser, params: Params): Promise<AdjustmentState> {
  return app.db.transaction(async (tx) => {
    const { student, row } = await lockProposal(tx, params)
    await tx
      .update(pointsAdjustments)
      .set({ decision: 'withdrawn', decidedBy: who.id, decidedAt: app.clock.now() })
      .where(and(eq(pointsAdjustments.studentId, student.id), eq(pointsAdjustments.id, row.id)))
    const details = describe(row)
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.points_withdrawn', subject: student.id, details })
    return 'withdrawn' as const
  })
}

const describe = ({ id, ageCategory, amount }: AdjustmentRow) => ({ adjustmentId: id, ageCategory, amount })

/**
 * Locks a proposal's proposer, whose monthly sum it changes, its student, and the student's entry: a correction that holds the lock
 * may withdraw the proposal. Fails with 409 if it has been decided.
 */
async function lockProposal(
  tx: Tx,
  { username, adjustmentId }: Params,
): Promise<{ student: StudentRow; entry: Entry | undefined; row: AdjustmentRow }> {
  const found = (await findStudentByUsername(tx, username)) ?? fail('not_found')
  const { proposedBy, ageCategory } = await findAdjustment(tx, found, adjustmentId)
  if (proposedBy !== null) await lockAdjuster(tx, proposedBy)
  const student = await lockStudent(tx, username)
  const entry = await lockLeaderboardEntry(tx, student.id, ageCategory)
  const row = await findAdjustment(tx, student, adjustmentId)
  if (row.decision !== null) fail('adjustment_decided')
  return { student, entry, row }
}

/** Withdraws the proposals about a student whose account is being erased. */
export async function withdrawAdjustmentsOf(app: Pick<App, 'clock'>, tx: Tx, { ids }: Person): Promise<string[]> {
  await tx
    .update(pointsAdjustments)
    .set({ decision: 'withdrawn', decidedAt: app.clock.now() })
    .where(and(inArray(pointsAdjustments.studentId, ids), isNull(pointsAdjustments.decision)))
  return []
}
