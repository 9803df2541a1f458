import { and, eq, isNull, sql } from 'drizzle-orm'
import { students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import { lockLeaderboardEntry, deductPoints } from '../../leaderboard/deduct-points.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { isId, type Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { scoreAttempt } from '../rules.ts'
import { attempts } from '../tables.ts'

/**
 * Resets an attempt, with a reason: its answers are kept, its points are deducted with a new ledger row, and the student may
 * try again. Fails with 404 if there is no such attempt or it has already been reset.
 */
export async function resetAttempt(
  app: App,
  who: AdminUser,
  { attemptId, reason }: { attemptId: string; reason: string },
): Promise<void> {
  if (!isId(attemptId)) fail('not_found')
  const at = app.clock.now()
  await app.db.transaction(async (tx) => {
    await lockStudent(tx, attemptId)
    // Locks the attempt's row as an answer does: an earlier answer is reset too, and a later one opens a new attempt.
    const [attempt] = await tx
      .update(attempts)
      .set({
        resetAt: at,
        resetReason: reason,
        lockedAt: sql`coalesce(${attempts.lockedAt}, least(${attempts.deadline}, ${at}))`,
      })
      .where(and(eq(attempts.id, attemptId), isNull(attempts.resetAt)))
      .returning()
    if (!attempt) fail('not_found')
    const { score: points } = scoreAttempt(attempt)
    const entry = await lockLeaderboardEntry(tx, attempt.studentId, attempt.ageCategory)
    if (entry && points > 0) await deductPoints(tx, { entry, points, attemptId: attempt.id, at })
    const details = { withReason: true, points, studentId: attempt.studentId }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'attempt.reset', subject: attempt.id, details })
  })
}

/** Locks the student until the commit, so that a later account erasure also deletes the reason written here. */
async function lockStudent(tx: Tx, attemptId: string): Promise<void> {
  const [student] = await tx
    .select({ erasedAt: students.erasedAt })
    .from(attempts)
    .innerJoin(students, eq(students.id, attempts.studentId))
    .where(eq(attempts.id, attemptId))
    .for('share', { of: students })
  if (!student || student.erasedAt) fail('not_found')
}
