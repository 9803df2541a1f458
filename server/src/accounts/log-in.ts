// Logging in. One sentence for every cause, the same work for known and unknown addresses, and a wait that grows
// with each wrong try (decisions 2).
import { and, eq, isNull } from 'drizzle-orm'
import { ageCategoryAt, type AgeCategory } from '@baobab/contract/age.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { App } from '../platform/app.ts'
import { writeAuditLine } from '../audit/write-audit-line.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { verifyPassword } from '../platform/security/passwords.ts'
import { clearAttempts, countAttempt, attemptKey } from '../platform/security/attempt-backoff.ts'
import { verifySecondFactor } from './admin/verify-second-factor.ts'
import { findAdminByEmail, toLookupKey, findStudentByEmail, type AdminRow, type StudentRow } from './queries.ts'
import { describeDevice } from './rules.ts'
import { startSession } from './sessions.ts'
import { admins, students } from './tables.ts'

/** Where a login comes from. */
export type Origin = { address: string; userAgent: string | undefined }
type Login = { email: string; password: string; rememberMe?: boolean | undefined }

const pairRule = { freeAttempts: 5, initialMs: 1_000, maxMs: 15 * 60_000 }
const accountRule = { freeAttempts: 100, initialMs: 60_000, maxMs: 60_000 }

/** Compares the password within the limits; wrong ones are counted, a right one clears the counts. */
async function guard(
  app: App,
  kind: string,
  login: Login,
  origin: Origin,
  stored: string | undefined,
): Promise<boolean> {
  const email = toLookupKey(login.email)
  const keys = [attemptKey(`${kind}-login-pair`, email, origin.address), attemptKey(`${kind}-login`, email)] as const
  await app.rateLimits.checkAddress('failed-logins', origin.address)
  await countAttempt(app, keys[0], pairRule)
  await countAttempt(app, keys[1], accountRule)
  const fits = await verifyPassword(stored, login.password)
  if (fits) await clearAttempts(app, [...keys])
  else await app.rateLimits.countByAddress('failed-logins', origin.address)
  return fits
}

export type StudentLogin = {
  authToken: string
  studentData: { _id: string; username: string; email: string; ageCategory: AgeCategory | null }
}

/** Logs a student in; an unverified one learns so only after the right password. */
export async function logInStudent(app: App, login: Login, origin: Origin): Promise<StudentLogin> {
  const student = await findStudentByEmail(app.db, login.email)
  if (!(await guard(app, 'student', login, origin, student?.passwordHash)) || !student) fail('login_failed')
  if (!student.verifiedAt) fail('email_unverified')
  if (student.guardianEmail && !student.guardianAgreedAt) fail('consent_needed')
  const authToken = await app.db.transaction(async (tx) => {
    await requireSamePassword(tx, student)
    return startSession(app, tx, {
      kind: 'student',
      id: student.id,
      device: describeDevice(origin.userAgent),
      rememberMe: login.rememberMe ?? false,
    })
  })
  const { id: _id, username, email, birth } = student
  return { authToken, studentData: { _id, username, email, ageCategory: ageCategoryAt(birth, app.clock.now()) } }
}

/** Refuses where the password was changed or the account erased while it was compared: those end every session. */
async function requireSamePassword(tx: Tx, { id, passwordHash }: StudentRow): Promise<void> {
  const same = await tx
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.id, id), eq(students.passwordHash, passwordHash)))
    .for('share')
  if (same.length === 0) fail('login_failed')
}

/** Logs an admin in: by the password, and by a code too where the second factor is on (401 `mfa_required`). */
export async function logInAdmin(
  app: App,
  login: Login & { code?: string | undefined },
  origin: Origin,
): Promise<{ authToken: string; admin: AdminRow }> {
  const admin = await findAdminByEmail(app.db, login.email)
  if (!(await guard(app, 'admin', login, origin, admin?.passwordHash)) || !admin) refuseAdmin()
  if (admin.totpSince) await requireFactor(app, admin, { code: login.code, address: origin.address })
  const device = describeDevice(origin.userAgent)
  const authToken = await app.db.transaction(async (tx) => {
    const isSame = and(eq(admins.id, admin.id), eq(admins.passwordHash, admin.passwordHash), isNull(admins.removedAt))
    const same = await tx.select({ id: admins.id }).from(admins).where(isSame).for('share')
    if (same.length === 0) refuseAdmin()
    await writeAuditLine(app, tx, {
      adminId: admin.id,
      action: 'admin.logged_in',
      subject: admin.id,
      details: { device },
    })
    return startSession(app, tx, { kind: 'admin', id: admin.id, device, rememberMe: false })
  })
  return { authToken, admin }
}

function refuseAdmin(): never {
  return fail('login_failed', { message: accountsText.adminLoginFailed })
}

type Factor = { code: string | undefined; address: string }

async function requireFactor(app: App, admin: AdminRow, { code, address }: Factor): Promise<void> {
  if (code === undefined) fail('mfa_required')
  if (await verifySecondFactor(app, admin, code)) return
  await app.rateLimits.countByAddress('failed-logins', address)
  const message = accountsText.secondFactorWrong
  fail('mfa_required', { message, errors: [{ path: 'code', message }] })
}
