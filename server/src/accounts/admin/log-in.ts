import { and, eq, isNull } from 'drizzle-orm'
import { accountsAdminText, accountsText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { rememberBrowser } from '../known-browsers.ts'
import { clearLoginCounters, countFailureOfAddress, countLogin, verifyLoginPassword } from '../login-guard.ts'
import type { LoginAttempt, LoginOrigin } from '../login-guard.ts'
import { findAdminByEmail, type AdminRow } from '../queries.ts'
import { describeDevice } from '../rules.ts'
import { startSession } from '../sessions.ts'
import { admins } from '../tables.ts'
import { verifySecondFactor } from './verify-second-factor.ts'

type Credentials = { email: string; password: string; code?: string | undefined; device?: string | undefined }

/** Logs an admin in with a password and, if the second factor is on, a code (401 `mfa_required` without one). */
export async function logInAdmin(
  app: App,
  { email, password, code, device }: Credentials,
  origin: LoginOrigin,
): Promise<{ authToken: string; device: string; sessionId: string; admin: AdminRow }> {
  const admin = await findAdminByEmail(app.db, email)
  const attempt = await countLogin(app, 'admin', { email, device }, origin)
  const { passwordHash } = admin ?? {}
  if (!(await verifyLoginPassword(app, attempt, { password, passwordHash })) || !admin) refuseLogin()
  await clearLoginCounters(app, attempt)
  if (admin.totpSince) await requireSecondFactor(app, admin, { code, attempt })
  const deviceName = describeDevice(origin.userAgent)
  const login = await app.db.transaction(async (tx) => {
    await requireUnchangedPassword(tx, admin)
    const details = { device: deviceName }
    await writeAuditLine(app, tx, { adminId: admin.id, action: 'admin.logged_in', subject: admin.id, details })
    const owner = { kind: 'admin', id: admin.id } as const
    const browser = await rememberBrowser(app, tx, { ...owner, device })
    const session = { ...owner, device: deviceName, browserId: browser.browserId, rememberMe: false }
    const { token: authToken, sessionId } = await startSession(app, tx, session)
    return { authToken, sessionId, device: browser.device }
  })
  return { ...login, admin }
}

function refuseLogin(): never {
  return fail('login_failed', { message: accountsText.adminLoginFailed })
}

async function requireSecondFactor(
  app: App,
  admin: AdminRow,
  { code, attempt }: { code: string | undefined; attempt: LoginAttempt },
): Promise<void> {
  if (code === undefined) fail('mfa_required')
  if (await verifySecondFactor(app, admin, { code, caller: attempt.browserId })) return
  await countFailureOfAddress(app, attempt)
  const message = accountsAdminText.secondFactorWrong
  fail('mfa_required', { message, errors: [{ path: 'code', message }] })
}

/** Throws if the password was changed or the access removed during the comparison. */
async function requireUnchangedPassword(tx: Tx, { id, passwordHash }: AdminRow): Promise<void> {
  const unchanged = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.id, id), eq(admins.passwordHash, passwordHash), isNull(admins.removedAt)))
    .for('no key update')
  if (unchanged.length === 0) refuseLogin()
}
