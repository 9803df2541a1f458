// An admin's actions on a student's email address.
import { eq } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import { sendNewVerificationCode } from '../accounts/send-new-verification-code.ts'
import type { App } from '../platform/app.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { lockStudent } from '../accounts/lock-student.ts'

/** Emails a new code to a student who has to verify the address. */
export async function resendVerification(app: App, who: AdminUser, username: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const student = await lockStudent(tx, username)
    await sendNewVerificationCode(app, tx, student)
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.verification_resent', subject: student.id })
  })
}

/** Marks the address as bounced: nothing more is sent to it until it is verified again. */
export async function markBounced(app: App, who: AdminUser, username: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id, emailBouncedAt } = await lockStudent(tx, username)
    if (emailBouncedAt) return
    await tx.update(students).set({ emailBouncedAt: app.clock.now() }).where(eq(students.id, id))
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.email_bounced', subject: id })
  })
}
