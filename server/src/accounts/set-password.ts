// Sets the first password of a student, or changes it.
import { COMMON_PASSWORD } from '@baobab/contract/fields.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { hashPassword } from '../platform/security/passwords.ts'
import { accountMails } from './account-mails.ts'
import { forgetOtherBrowsers } from './known-browsers.ts'
import { lockProven, proveStudent, type Proof } from './prove-student.ts'
import { findStudentById } from './queries.ts'
import { isCommonPassword } from './rules.ts'
import { endOtherSessions } from './sessions.ts'
import { passwordResets, students } from './tables.ts'

/** Stores a new password, given the old one or a mailed code, and ends every other session and reset link. */
export async function setPassword(app: App, who: StudentUser, newPassword: string, proof: Proof): Promise<void> {
  const student = (await findStudentById(app.db, who.id)) ?? fail('not_found')
  if (isCommonPassword(newPassword, student)) failField('newPassword', COMMON_PASSWORD)
  const proven = await proveStudent(app, who.id, proof)
  const passwordHash = await hashPassword(newPassword)
  await app.db.transaction(async (tx) => {
    await lockProven(tx, proven)
    await tx.update(students).set({ passwordHash }).where(eq(students.id, who.id))
    await tx.delete(passwordResets).where(and(eq(passwordResets.studentId, who.id), isNull(passwordResets.usedAt)))
    await endOtherSessions(app, tx, who)
    await forgetOtherBrowsers(tx, who)
    await app.jobs.send(tx, accountMails, { kind: 'password-changed', studentId: who.id })
  })
}
