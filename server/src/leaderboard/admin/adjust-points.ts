// Adjustments of a student's points by admins. Above the monthly limits, an adjustment is a proposal that another admin decides.
import { ageCategoryAt, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import {
  agreeToAdjustment,
  type AdjustmentForm,
  type AdjustmentState,
  type UndoAdjustmentForm,
} from '@baobab/contract/leaderboard/admin.ts'
import { needsSecondAdmin } from '@baobab/contract/leaderboard/rules.ts'
import { adjustmentNotification, adjustmentText } from '@baobab/contract/leaderboard/text.ts'
import { and, eq } from 'drizzle-orm'
import { lockStudent } from '../../accounts/lock-student.ts'
import type { StudentRow } from '../../accounts/queries.ts'
import { requireDecider, ruleOnMatter } from '../../accounts/admin/two-admins.ts'
import { createNotification } from '../../notifications/create-notification.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { adjustEntry } from '../adjust-entry.ts'
import { createEntry } from '../create-entry.ts'
import { lockLeaderboardEntry } from '../deduct-points.ts'
import { loadKeptPoints, takeBackKept } from '../keep-above-zero.ts'
import { leaderboardEntries, pointsAdjustments } from '../tables.ts'
import { findAdjustment, lockAdjuster, readMonth, toAdjustmentState, type AdjustmentRow } from './queries.ts'

type Entry = typeof leaderboardEntries.$inferSelect

/** A request for an adjustment, or for the opposite of an earlier one. */
type Adjusting = {
  key: string
  ageCategory: AgeCategory
  amount: number
  reason: string
  undoOf: string | null
}

/** Makes or proposes an adjustment of a student's points. A request with a known key changes nothing. @returns its state */
export async function adjustPoints(
  app: App,
  who: AdminUser,
  { username, ...form }: AdjustmentForm & { username: string },
): Promise<AdjustmentState> {
  return app.db.transaction(async (tx) => {
    await lockAdjuster(tx, who.id)
    const student = await lockStudent(tx, username)
    const adjusting = { ...form, undoOf: null }
    const known = await findKnown(tx, student, adjusting)
    if (known) return toAdjustmentState(known)
    const entry = await lockLeaderboardEntry(tx, student.id, form.ageCategory)
    if (!entry && ageCategoryAt(student.birth, app.clock.now()) !== form.ageCategory)
      failField('ageCategory', adjustmentText.notInCategory)
    const score = entry?.score ?? 0
    if (score + form.amount < 0) failField('amount', adjustmentText.tooFewPoints(score))
    return store(app, tx, { who, student, entry, adjusting })
  })
}

/** Makes or proposes the opposite of an adjustment. A request with a known key changes nothing. */
export async function undoAdjustment(
  app: App,
  who: AdminUser,
  { username, adjustmentId, key, reason }: UndoAdjustmentForm & { username: string; adjustmentId: string },
): Promise<AdjustmentState> {
  return app.db.transaction(async (tx) => {
    await lockAdjuster(tx, who.id)
    const student = await lockStudent(tx, username)
    const { ageCategory, amount, ...undone } = await findAdjustment(tx, student, adjustmentId)
    const adjusting = { key, ageCategory, amount: -amount, reason, undoOf: undone.id }
    const known = await findKnown(tx, student, adjusting)
    if (known) return toAdjustmentState(known)
    if (undone.decision !== 'applied' || undone.undoOf !== null) fail('adjustment_not_undoable')
    // Locked first: a correction that holds the lock may undo the adjustment.
    const entry = await lockLeaderboardEntry(tx, student.id, ageCategory)
    const rows = await tx
      .select({ decision: pointsAdjustments.decision })
      .from(pointsAdjustments)
      .where(and(eq(pointsAdjustments.studentId, student.id), eq(pointsAdjustments.undoOf, undone.id)))
    if (rows.some(({ decision }) => decision !== 'withdrawn')) fail('adjustment_undone')
    if ((entry?.score ?? 0) < amount) fail('score_below_zero')
    return store(app, tx, { who, student, entry, adjusting })
  })
}

/**
 * Finds the adjustment that an earlier request from the same form stored. Fails with `adjustment_differs` if the form has changed
 * since then: the first reply was lost, so the admin does not know that the first values count.
 */
async function findKnown(tx: Tx, student: { id: string }, adjusting: Adjusting): Promise<AdjustmentRow | undefined> {
  const isKnown = and(eq(pointsAdjustments.studentId, student.id), eq(pointsAdjustments.key, adjusting.key))
  const [row] = await tx.select().from(pointsAdjustments).where(isKnown)
  const same = ['ageCategory', 'amount', 'reason', 'undoOf'] as const
  if (row && same.some((column) => row[column] !== adjusting[column])) fail('adjustment_differs')
  return row
}

type Storing = {
  who: AdminUser
  student: StudentRow
  /** Missing if the student has answered nothing in the category. */
  entry: Entry | undefined
  adjusting: Adjusting
}

/** Stores an adjustment, and makes it unless another admin has to agree. The caller has locked admin, student and entry. */
async function store(app: App, tx: Tx, { who, student, entry, adjusting }: Storing): Promise<AdjustmentState> {
  const at = app.clock.now()
  const { month, aloneIds } = await readMonth(tx, { student, who, at })
  const isAlone = adjusting.undoOf !== null && aloneIds.has(adjusting.undoOf)
  const needsTwo = needsSecondAdmin({ ...adjusting, isAlone }, month)
  const ruling = needsTwo ? await ruleOnMatter(app, tx, who, { began: at, decidedBy: agreeToAdjustment }) : undefined
  const isDecided = !ruling || requireDecider(ruling) !== undefined
  const [row] = await tx
    .insert(pointsAdjustments)
    .values({ ...adjusting, studentId: student.id, proposedBy: who.id, proposedAt: at })
    .returning()
  if (!row) throw new Error('the adjustment was not written')
  const details = { adjustmentId: row.id, ageCategory: row.ageCategory, amount: row.amount }
  if (!isDecided) {
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.points_proposed', subject: student.id, details })
    return 'proposed'
  }
  await applyAdjustment(app, tx, { who, student, entry, row })
  const action = row.undoOf === null ? 'student.points_adjusted' : 'student.points_undone'
  await writeAuditLine(app, tx, { adminId: who.id, action, subject: student.id, details })
  return 'applied'
}

type Applying = Omit<Storing, 'adjusting'> & { row: AdjustmentRow }

/** Makes an adjustment, dated now even if it was proposed earlier, and tells the student. */
export async function applyAdjustment(app: App, tx: Tx, { who, student, entry, row }: Applying): Promise<void> {
  const { id, studentId, ageCategory, amount, reason, undoOf } = row
  const at = app.clock.now()
  await tx
    .update(pointsAdjustments)
    .set({ decision: 'applied', decidedBy: who.id, decidedAt: at })
    .where(and(eq(pointsAdjustments.studentId, studentId), eq(pointsAdjustments.id, id)))
  const adjusted = entry ?? (await createEntry(tx, { student, ageCategory, reachedAt: at, at }))
  const isUndo = undoOf !== null
  const changed = await adjustEntry(tx, adjusted, { amount, adjustmentId: undoOf ?? id, at })
  const kept = isUndo && amount > 0 ? await loadKeptPoints(tx, [studentId], ageCategory) : []
  const since = (isUndo && kept.length > 0 && (await findAdjustment(tx, student, undoOf)).decidedAt) || at
  const score = await takeBackKept(tx, { ...adjusted, score: changed }, { points: amount, since, kept, at })
  await createNotification(app, tx, {
    to: { studentId },
    ...adjustmentNotification({ amount: score - adjusted.score, ageCategory, score, reason, isUndo }),
    type: 'quiz',
    method: 'in-app',
  })
}
