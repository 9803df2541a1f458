// Pauses of a student's streak: days of illness or exams, which do not break it.
import { and, asc, eq } from 'drizzle-orm'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { streakText } from '@baobab/contract/quiz/text.ts'
import type { StreakPause } from '@baobab/contract/quiz/endpoints.ts'
import type { PauseForm } from '@baobab/contract/quiz/forms.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { failField } from '../platform/http/errors.ts'
import { isPauseNear } from './streak-rules.ts'
import { streakPauses } from './streak-tables.ts'

/** Who sets a pause: an admin, or the student's guardian. */
type PauseSetter = { kind: 'admin'; id: string } | { kind: 'guardian' }

/** Pauses a student's streak. Fails with 400 if the pause starts long before or after today. Pauses may overlap. */
export async function pauseStreak(
  app: App,
  tx: Tx,
  { studentId, setter, from, to }: PauseForm & { studentId: string; setter: PauseSetter },
): Promise<void> {
  const now = app.clock.now()
  if (!isPauseNear({ from, to }, lagosDate(now))) failField('from', streakText.pauseTooFar)
  await tx.insert(streakPauses).values({
    studentId,
    firstDay: from,
    lastDay: to,
    setBy: setter.kind,
    adminId: setter.kind === 'admin' ? setter.id : null,
    createdAt: now,
  })
}

/** Deletes a pause, and returns its days; undefined if the student has no such pause. */
export async function deletePause(
  tx: Tx,
  { studentId, pauseId }: { studentId: string; pauseId: string },
): Promise<{ from: string; to: string } | undefined> {
  const [deleted] = await tx
    .delete(streakPauses)
    .where(and(eq(streakPauses.id, pauseId), eq(streakPauses.studentId, studentId)))
    .returning({ from: streakPauses.firstDay, to: streakPauses.lastDay })
  return deleted
}

/** Returns a student's pauses, earliest first. */
export async function listStreakPauses(db: Db | Tx, studentId: string): Promise<StreakPause[]> {
  return db
    .select({
      _id: streakPauses.id,
      from: streakPauses.firstDay,
      to: streakPauses.lastDay,
      setBy: streakPauses.setBy,
    })
    .from(streakPauses)
    .where(eq(streakPauses.studentId, studentId))
    .orderBy(asc(streakPauses.firstDay), asc(streakPauses.createdAt))
}
