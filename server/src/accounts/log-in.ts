import { and, eq } from 'drizzle-orm'
import { ageCategoryAt, type AgeCategory } from '@baobab/contract/age.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { rememberBrowser } from './known-browsers.ts'
import { clearLoginCounters, countLogin, verifyLoginPassword, type LoginOrigin } from './login-guard.ts'
import { findStudentByEmail, type StudentRow } from './queries.ts'
import { describeDevice } from './rules.ts'
import { startSession } from './sessions.ts'
import { students } from './tables.ts'

type Credentials = {
  email: string
  password: string
  rememberMe?: boolean | undefined
  device?: string | undefined
}

export type StudentLogin = {
  authToken: string
  device: string
  studentData: { _id: string; username: string; email: string; ageCategory: AgeCategory | null }
}

/**
 * Logs a student in. Every wrong email or password gets the same error. Only after the right password does the error
 * reveal that the email is unverified or that a guardian has not agreed.
 */
export async function logInStudent(app: App, credentials: Credentials, origin: LoginOrigin): Promise<StudentLogin> {
  const { email, password, rememberMe = false } = credentials
  const student = await findStudentByEmail(app.db, email)
  const attempt = await countLogin(app, 'student', credentials, origin)
  const { passwordHash } = student ?? {}
  if (!(await verifyLoginPassword(app, attempt, { password, passwordHash })) || !student) fail('login_failed')
  // Clears no counter: anyone can register an email, and so know the password of a registration that waits for its code.
  if (!student.verifiedAt) fail('email_unverified')
  await clearLoginCounters(app, attempt)
  if (student.guardianEmail && !student.guardianAgreedAt) fail('consent_needed')
  const login = await app.db.transaction(async (tx) => {
    await requireUnchangedPassword(tx, student)
    const owner = { kind: 'student', id: student.id } as const
    const { browserId, device } = await rememberBrowser(app, tx, { ...owner, device: credentials.device })
    const session = { ...owner, device: describeDevice(origin.userAgent), browserId, rememberMe }
    const { token: authToken } = await startSession(app, tx, session)
    return { authToken, device }
  })
  const { id: _id, username, birth } = student
  const ageCategory = ageCategoryAt(birth, app.clock.now())
  return { ...login, studentData: { _id, username, email: student.email, ageCategory } }
}

/**
 * Throws if the password was changed or the account erased while the password was being compared: both end every session,
 * so no new one may start. Locks the row until the session and its browser are stored.
 */
async function requireUnchangedPassword(tx: Tx, { id, passwordHash }: StudentRow): Promise<void> {
  const unchanged = await tx
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.id, id), eq(students.passwordHash, passwordHash)))
    .for('no key update')
  if (unchanged.length === 0) fail('login_failed')
}
