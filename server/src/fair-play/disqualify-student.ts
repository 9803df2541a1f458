// Disqualified students can still log in, watch and answer, but are on no leaderboard and in no draw. The reason is personal
// data, so it is stored with the student, where it can be erased, and not in the permanent audit log.
import { fairPlayNotifications } from '@baobab/contract/fair-play/text.ts'
import * as contract from '@baobab/contract/students/endpoints.ts'
import { eq, sql } from 'drizzle-orm'
import type { StudentRow } from '../accounts/queries.ts'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import { removeFromLeaderboard } from '../leaderboard/remove-from-leaderboard.ts'
import { restoreToLeaderboard } from '../leaderboard/restore-to-leaderboard.ts'
import { createNotification } from '../notifications/create-notification.ts'
import type { Tx } from '../platform/database/database.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { mayChange, type ChangeOptions } from '../scholarship/admin/entrant-changes.ts'
import { lockStudent } from '../accounts/lock-student.ts'

type DisqualificationInput = { username: string; reason: string }
const details = { withReason: true }

/**
 * Removes a student from every leaderboard, and tells the student why. If the student is already disqualified, keeps the first
 * date and stores the new reason. Fails with `student_is_held` for a student on hold, which fair play decides.
 * @returns whether it is done; false if another admin has to agree first, because the student is in an open draw
 */
export async function disqualifyStudent(
  app: App,
  who: AdminUser,
  { username, reason }: DisqualificationInput,
  options?: ChangeOptions,
): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const student = await lockStudent(tx, username)
    if (student.heldAt) fail('student_is_held')
    const { id: studentId, disqualifiedAt } = student
    const change = { studentId, change: 'disqualified', text: reason, decidedBy: contract.disqualifyStudent } as const
    if (!disqualifiedAt && !(await mayChange(app, tx, who, change, options))) return false
    await disqualifyLocked(app, tx, { who, student, reason })
    if (!disqualifiedAt) await tell(app, tx, studentId, fairPlayNotifications.disqualified(reason))
    return true
  })
}

/** Disqualifies a student whose row the caller has locked. This also settles a hold. */
export async function disqualifyLocked(
  app: App,
  tx: Tx,
  { who, student, reason }: { who: AdminUser; student: StudentRow; reason: string },
): Promise<void> {
  const { id, disqualifiedAt } = student
  await tx
    .update(students)
    .set({ disqualifiedAt: disqualifiedAt ?? app.clock.now(), disqualifiedReason: reason, heldAt: null })
    .where(eq(students.id, id))
  await removeFromLeaderboard(app, tx, { reason: 'disqualified', condition: sql`student_id = ${id}` })
  await writeAuditLine(app, tx, { adminId: who.id, action: 'student.disqualified', subject: id, details })
}

/**
 * Returns a disqualified student to the leaderboard with all points earned in the meantime. Does nothing for others.
 * @returns whether it is done; false if another admin has to agree first, because the student is in an open draw
 */
export async function restoreStudent(
  app: App,
  who: AdminUser,
  { username, reason }: DisqualificationInput,
  options?: ChangeOptions,
): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const { id, disqualifiedAt } = await lockStudent(tx, username)
    if (!disqualifiedAt) return true
    const change = { studentId: id, change: 'restored', text: reason, decidedBy: contract.restoreStudent } as const
    if (!(await mayChange(app, tx, who, change, options))) return false
    await tx.update(students).set({ disqualifiedAt: null, disqualifiedReason: reason }).where(eq(students.id, id))
    await restoreToLeaderboard(app, tx, id)
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.restored', subject: id, details })
    await tell(app, tx, id, fairPlayNotifications.restored)
    return true
  })
}

async function tell(app: App, tx: Tx, studentId: string, content: { title: string; description: string }) {
  await createNotification(app, tx, { to: { studentId }, ...content, type: 'scholarship', method: 'in-app+email' })
}
