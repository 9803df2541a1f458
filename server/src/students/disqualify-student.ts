// Disqualified students may still log in, watch and answer, but stand on no board and in no draw (decisions 2).
// The reason is about a person, so it stands with the student, where it can be erased; the log is for ever.
import { eq, sql } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { writeAuditLine } from '../audit/write-audit-line.ts'
import { removeFromLeaderboard } from '../leaderboard/remove-from-leaderboard.ts'
import { restoreToLeaderboard } from '../leaderboard/restore-to-leaderboard.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { lockStudent } from './lock-student.ts'

type About = { username: string; reason: string }
const details = { withReason: true }

/** Takes a student off every board, at once; a student who is off already keeps the day and gets the new reason. */
export async function disqualifyStudent(app: App, who: AdminUser, { username, reason }: About): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id, disqualifiedAt } = await lockStudent(tx, username)
    await tx
      .update(students)
      .set({ disqualifiedAt: disqualifiedAt ?? app.clock.now(), disqualifiedReason: reason })
      .where(eq(students.id, id))
    await removeFromLeaderboard(app, tx, { reason: 'disqualified', condition: sql`student_id = ${id}` })
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.disqualified', subject: id, details })
  })
}

/** Brings a disqualified student back, with all points earned meanwhile; for others nothing happens. */
export async function restoreStudent(app: App, who: AdminUser, { username, reason }: About): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id, disqualifiedAt } = await lockStudent(tx, username)
    if (!disqualifiedAt) return
    await tx.update(students).set({ disqualifiedAt: null, disqualifiedReason: reason }).where(eq(students.id, id))
    await restoreToLeaderboard(app, tx, id)
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.restored', subject: id, details })
  })
}
