// What an admin does about a student's email.
import { eq } from 'drizzle-orm'
import { students } from '../../accounts/tables.ts'
import { verifyAnew } from '../../accounts/verify-anew.ts'
import type { App } from '../../app.ts'
import { writeLine } from '../../audit/write-line.ts'
import type { AdminPerson } from '../../platform/auth.ts'
import { holdStudent } from './hold-student.ts'

/** Mails a new code to a student who has to verify the email. */
export async function resendVerification(app: App, who: AdminPerson, username: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const student = await holdStudent(tx, username)
    await verifyAnew(app, tx, student)
    await writeLine(app, tx, { adminId: who.id, action: 'student.verification_resent', subject: student.id })
  })
}

/** Notes that mail to a student came back: nothing more goes there until the email is verified anew. */
export async function markBounced(app: App, who: AdminPerson, username: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id, emailBouncedAt } = await holdStudent(tx, username)
    if (emailBouncedAt) return
    await tx.update(students).set({ emailBouncedAt: app.clock.now() }).where(eq(students.id, id))
    await writeLine(app, tx, { adminId: who.id, action: 'student.email_bounced', subject: id })
  })
}
