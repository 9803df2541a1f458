import { and, eq } from 'drizzle-orm'
import { ageCategoryAt, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { accountsReplyText } from '@baobab/contract/accounts/text.ts'
import { duplicatesText } from '@baobab/contract/duplicates/endpoints.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { describeWaitingRegistration, refuseWithoutConsent, requireGuardian } from './guardian-removal.ts'
import { rememberBrowser } from './known-browsers.ts'
import { clearLoginCounters, countLogin, verifyLoginPassword, type LoginOrigin } from './login-guard.ts'
import { findStudentById, findStudentByLoginName, type StudentRow } from './queries.ts'
import { isEmailAddress, toAddress } from './read-address.ts'
import { findByPassword } from './registration-passwords.ts'
import { deriveReference } from './registrations.ts'
import { describeDevice, maskEmail } from './rules.ts'
import { startSession } from './sessions.ts'
import { students } from './tables.ts'

type Credentials = {
  /** An email, a username or a proved phone number, as typed. */
  email: string
  password: string
  rememberMe?: boolean | undefined
  device?: string | undefined
  registration?: string | undefined
}

export type StudentLogin = {
  authToken: string
  device: string
  studentData: { _id: string; username: string; email: string | null; ageCategory: AgeCategory | null }
}

/** Logs a student in. Every wrong name or password gets the same error. */
export async function logInStudent(app: App, credentials: Credentials, origin: LoginOrigin): Promise<StudentLogin> {
  const { email, password, rememberMe = false } = credentials
  const student = await findStudentByLoginName(app.db, email)
  const attempt = await countLogin(app, 'student', { ...credentials, studentId: student?.id }, origin)
  const { passwordHash } = student ?? {}
  if (!(await verifyLoginPassword(app, attempt, { password, passwordHash })) || !student)
    return refuseLogin(app, credentials)
  await clearLoginCounters(app, attempt)
  return app.db.transaction(async (tx) => {
    await requireUnchangedPassword(tx, student)
    await refuseMerged(tx, student)
    return startStudentSession(app, tx, student, {
      device: credentials.device,
      rememberMe,
      userAgent: origin.userAgent,
    })
  })
}

/** How a student logs in: the browser's secrets, whether the session lasts, and the User-Agent header. */
export type LoginManner = { device: string | undefined; rememberMe: boolean | undefined; userAgent: string | undefined }

/**
 * Starts a session in a browser. Throws 403 while the account is waiting for another guardian. The caller has authenticated the
 * student and locked the row.
 */
export async function startStudentSession(
  app: App,
  tx: Tx,
  student: StudentRow,
  { device, rememberMe = false, userAgent }: LoginManner,
): Promise<StudentLogin> {
  requireGuardian(app, student)
  const { id, username, email, birth } = student
  const owner = { kind: 'student', id } as const
  const browser = await rememberBrowser(app, tx, { ...owner, device })
  const session = { ...owner, device: describeDevice(userAgent), browserId: browser.browserId, rememberMe }
  const { token: authToken } = await startSession(app, tx, session)
  const ageCategory = ageCategoryAt(birth, app.clock.now())
  return { authToken, device: browser.device, studentData: { _id: id, username, email, ageCategory } }
}

/**
 * Refuses a login. If the password matches a registration, the error says what is missing and contains the reference with which
 * this device can continue. Known and unknown names cost the same queries and hashes. Clears no counters: anyone can register
 * an email or a phone number and so know the password of a registration.
 */
async function refuseLogin(app: App, credentials: Credentials): Promise<never> {
  const email = toAddress(credentials.email)
  const registration = await findByPassword(app, { ...credentials, email })
  if (!registration) return fail('login_failed')
  if (registration.verifiedAt === null)
    return fail('email_unverified', {
      registration: deriveReference(app, registration),
      ...(!isEmailAddress(email) && { message: accountsReplyText.verifyNumberFirst }),
    })
  return refuseWithoutConsent(describeWaitingRegistration(app, registration))
}

/** Tells the owner of a merged account where to log in. The caller has authenticated the owner. */
export async function refuseMerged(db: Db | Tx, { id }: StudentRow): Promise<void> {
  // Read again, because the account may have been merged during the password comparison.
  const mergedIntoId = (await findStudentById(db, id))?.mergedIntoId
  const kept = mergedIntoId && (await findStudentById(db, mergedIntoId))
  if (kept)
    fail('account_merged', { message: duplicatesText.logInElsewhere(kept.username, maskEmail(kept.email ?? '')) })
}

/**
 * Throws if the password was changed or the account erased during the password comparison: both end every session, so no new
 * one may start. Locks the row, which the new session changes, until the session and its browser are stored.
 */
async function requireUnchangedPassword(tx: Tx, { id, passwordHash }: StudentRow): Promise<void> {
  const unchanged = await tx
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.id, id), eq(students.passwordHash, passwordHash ?? '')))
    .for('no key update')
  if (unchanged.length === 0) fail('login_failed')
}
