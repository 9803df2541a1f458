import { and, eq, isNull } from 'drizzle-orm'
import { accountsAdminText } from '@baobab/contract/accounts-admin-text.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { verifyLoginPassword, type LoginOrigin } from '../login-guard.ts'
import { findAdminByEmail, type AdminRow } from '../queries.ts'
import { describeDevice } from '../rules.ts'
import { startSession } from '../sessions.ts'
import { admins } from '../tables.ts'
import { verifySecondFactor } from './verify-second-factor.ts'

type Credentials = { email: string; password: string; code?: string | undefined }

/** Logs an admin in with a password and, if the second factor is on, a code (401 `mfa_required` without one). */
export async function logInAdmin(
  app: App,
  { email, password, code }: Credentials,
  origin: LoginOrigin,
): Promise<{ authToken: string; sessionId: string; admin: AdminRow }> {
  const admin = await findAdminByEmail(app.db, email)
  const { passwordHash } = admin ?? {}
  if (!(await verifyLoginPassword(app, 'admin', { email, password, passwordHash }, origin)) || !admin) refuseLogin()
  if (admin.totpSince) await requireSecondFactor(app, admin, { code, address: origin.address })
  const device = describeDevice(origin.userAgent)
  const { token: authToken, sessionId } = await app.db.transaction(async (tx) => {
    await requireUnchangedPassword(tx, admin)
    const line = { adminId: admin.id, action: 'admin.logged_in', subject: admin.id, details: { device } }
    await writeAuditLine(app, tx, line)
    return startSession(app, tx, { kind: 'admin', id: admin.id, device, rememberMe: false })
  })
  return { authToken, sessionId, admin }
}

function refuseLogin(): never {
  return fail('login_failed', { message: accountsText.adminLoginFailed })
}

async function requireSecondFactor(
  app: App,
  admin: AdminRow,
  { code, address }: { code: string | undefined; address: string },
): Promise<void> {
  if (code === undefined) fail('mfa_required')
  if (await verifySecondFactor(app, admin, code)) return
  await app.rateLimits.countByAddress('failed-logins', address)
  const message = accountsAdminText.secondFactorWrong
  fail('mfa_required', { message, errors: [{ path: 'code', message }] })
}

/** Throws if the password was changed or the access removed while the password was being compared. */
async function requireUnchangedPassword(tx: Tx, { id, passwordHash }: AdminRow): Promise<void> {
  const unchanged = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.id, id), eq(admins.passwordHash, passwordHash), isNull(admins.removedAt)))
    .for('share')
  if (unchanged.length === 0) refuseLogin()
}
