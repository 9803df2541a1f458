// An admin takes one attempt back, with a reason. Its answers stay as they are, its points go by a new line in the
// ledger, and the student may try again.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import { lockLeaderboardEntry, deductPoints } from '../../leaderboard/deduct-points.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { isId, type Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import type { AttemptRow } from '../queries.ts'
import { scoreAttempt } from '../rules.ts'
import { answers, attempts } from '../tables.ts'

/** Resets an attempt once; 404 where there is none that counts. */
export async function resetAttempt(
  app: App,
  who: AdminUser,
  { attemptId, reason }: { attemptId: string; reason: string },
): Promise<void> {
  if (!isId(attemptId)) fail('not_found')
  const at = app.clock.now()
  await app.db.transaction(async (tx) => {
    await holdOwner(tx, attemptId)
    // Locks the attempt as an answer does, so that either the answer comes first and goes too, or it finds none.
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
    if (entry && points > 0) {
      const reachedAt = (await reachedWithout(tx, attempt)) ?? entry.reachedAt
      await deductPoints(tx, { entry, points, attemptId: attempt.id, at, reachedAt })
    }
    const details = { withReason: true, points, studentId: attempt.studentId }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'attempt.reset', subject: attempt.id, details })
  })
}

/** The student stays until the end: a reason that is written now goes with an account that is erased after. */
async function holdOwner(tx: Tx, attemptId: string): Promise<void> {
  const [owner] = await tx
    .select({ erasedAt: students.erasedAt })
    .from(attempts)
    .innerJoin(students, eq(students.id, attempts.studentId))
    .where(eq(attempts.id, attemptId))
    .for('share', { of: students })
  if (!owner || owner.erasedAt) fail('not_found')
}

/** When the score was reached that is left: the last right answer that counts, else the first answer of all. */
async function reachedWithout(tx: Tx, attempt: AttemptRow): Promise<Date | null> {
  const counts = sql`${answers.correct} and ${attempts.resetAt} is null`
  const [row] = await tx
    .select({
      lastRight: sql`max(${answers.answeredAt}) filter (where ${counts})`.mapWith(answers.answeredAt),
      first: sql`min(${answers.answeredAt})`.mapWith(answers.answeredAt),
    })
    .from(answers)
    .innerJoin(attempts, eq(attempts.id, answers.attemptId))
    .where(and(eq(attempts.studentId, attempt.studentId), eq(attempts.ageCategory, attempt.ageCategory)))
  return row?.lastRight ?? row?.first ?? null
}
