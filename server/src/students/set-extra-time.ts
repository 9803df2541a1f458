import type { ExtraTimeFactor } from '@baobab/contract/quiz/rules.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { lockStudent } from '../accounts/lock-student.ts'

/**
 * Sets how much longer a student's quizzes take, starting with the next quiz. A student who reads slowly or uses a screen reader
 * needs more time (WCAG 2.2.1). The audit log does not say how much, because it outlives the account.
 */
export async function setExtraTime(
  app: App,
  who: AdminUser,
  { username, factor }: { username: string; factor: ExtraTimeFactor },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id } = await lockStudent(tx, username)
    await tx.update(students).set({ extraTimeFactor: factor }).where(eq(students.id, id))
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.extra_time_set', subject: id })
  })
}

/** Reads a student's current extra time by id. Null for an erased account. */
export async function readExtraTime(app: Pick<App, 'db'>, studentId: string): Promise<number | null> {
  const [row] = await app.db
    .select({ factor: students.extraTimeFactor })
    .from(students)
    .where(and(eq(students.id, studentId), isNull(students.erasedAt)))
  return row?.factor ?? null
}
