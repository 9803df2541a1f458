import { and, eq } from 'drizzle-orm'
import { ageCategoryAt, type AgeCategory } from '@baobab/contract/age.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { verifyLoginPassword, type LoginOrigin } from './login-guard.ts'
import { findStudentByEmail, type StudentRow } from './queries.ts'
import { describeDevice } from './rules.ts'
import { startSession } from './sessions.ts'
import { students } from './tables.ts'

type Credentials = { email: string; password: string; rememberMe?: boolean | undefined }

export type StudentLogin = {
  authToken: string
  studentData: { _id: string; username: string; email: string; ageCategory: AgeCategory | null }
}

/**
 * Logs a student in. Every wrong email or password gets the same error. Only after the right password does the error
 * reveal that the email is unverified or that a guardian has not agreed.
 */
export async function logInStudent(app: App, credentials: Credentials, origin: LoginOrigin): Promise<StudentLogin> {
  const { email, password, rememberMe = false } = credentials
  const student = await findStudentByEmail(app.db, email)
  const { passwordHash } = student ?? {}
  if (!(await verifyLoginPassword(app, 'student', { email, password, passwordHash }, origin)) || !student)
    fail('login_failed')
  if (!student.verifiedAt) fail('email_unverified')
  if (student.guardianEmail && !student.guardianAgreedAt) fail('consent_needed')
  const { token: authToken } = await app.db.transaction(async (tx) => {
    await requireUnchangedPassword(tx, student)
    const device = describeDevice(origin.userAgent)
    return startSession(app, tx, { kind: 'student', id: student.id, device, rememberMe })
  })
  const { id: _id, username, birth } = student
  const ageCategory = ageCategoryAt(birth, app.clock.now())
  return { authToken, studentData: { _id, username, email: student.email, ageCategory } }
}

/**
 * Throws if the password was changed or the account erased while the password was being compared: both end every session,
 * so no new one may start. Locks the row until the session is stored.
 */
async function requireUnchangedPassword(tx: Tx, { id, passwordHash }: StudentRow): Promise<void> {
  const unchanged = await tx
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.id, id), eq(students.passwordHash, passwordHash)))
    .for('share')
  if (unchanged.length === 0) fail('login_failed')
}
