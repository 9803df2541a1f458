import type { PauseForm } from '@baobab/contract/quiz/forms.ts'
import type { App } from '../platform/app.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import { isId } from '../platform/database/database.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { deletePause, pauseStreak } from '../quiz/pause-streak.ts'
import { lockStudent } from '../accounts/lock-student.ts'

/** Pauses a student's streak for days of illness or exams, and writes an audit line. */
export async function pauseStudentStreak(
  app: App,
  who: AdminUser,
  { username, from, to }: PauseForm & { username: string },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id } = await lockStudent(tx, username)
    await pauseStreak(app, tx, { studentId: id, setter: { kind: 'admin', id: who.id }, from, to })
    const line = { adminId: who.id, action: 'student.streak_paused', subject: id, details: { from, to } }
    await writeAuditLine(app, tx, line)
  })
}

/** Deletes a pause that an admin or the guardian set, and writes an audit line. */
export async function deleteStreakPause(
  app: App,
  who: AdminUser,
  { username, pauseId }: { username: string; pauseId: string },
): Promise<void> {
  if (!isId(pauseId)) fail('not_found')
  await app.db.transaction(async (tx) => {
    const { id } = await lockStudent(tx, username)
    const days = (await deletePause(tx, { studentId: id, pauseId })) ?? fail('not_found')
    const line = { adminId: who.id, action: 'student.streak_pause_deleted', subject: id, details: days }
    await writeAuditLine(app, tx, line)
  })
}
