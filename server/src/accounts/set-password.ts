// Sets a student's first password, or changes it.
import type { EndedAccess } from '@baobab/contract/accounts/sessions.ts'
import { COMMON_PASSWORD } from '@baobab/contract/kernel/fields.ts'
import { eq } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { hashPassword } from '../platform/security/passwords.ts'
import { accountMails, toPasswordMail } from './account-mails.ts'
import { lockOthersOut } from './lock-out.ts'
import { lockProven, proveStudent, type Proof } from './prove-student.ts'
import { findStudentById } from './queries.ts'
import { isCommonPassword } from './rules.ts'
import { markProved } from './sessions.ts'
import { students } from './tables.ts'

/** Stores a new password, given the old one or a mailed code, and locks everyone else out. @returns what ended */
export async function setPassword(app: App, who: StudentUser, newPassword: string, proof: Proof): Promise<EndedAccess> {
  const student = (await findStudentById(app.db, who.id)) ?? fail('not_found')
  if (isCommonPassword(newPassword, student)) failField('newPassword', COMMON_PASSWORD)
  const proven = await proveStudent(app, who.id, proof)
  const passwordHash = await hashPassword(newPassword)
  return app.db.transaction(async (tx) => {
    await lockProven(tx, proven)
    const ended = await lockOthersOut(app, tx, who, { proof: 'password', sessionId: who.sessionId })
    await tx.update(students).set({ passwordHash }).where(eq(students.id, who.id))
    await markProved(tx, who.sessionId, app.clock.now())
    await app.jobs.send(tx, accountMails, toPasswordMail(who.id, ended))
    return ended
  })
}
