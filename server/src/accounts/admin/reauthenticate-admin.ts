// The password again, by one who is logged in: a session that was left open must not be enough for what is dangerous.
import { eq } from 'drizzle-orm'
import { accountsAdminText } from '@baobab/contract/accounts-admin-text.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { verifyPassword } from '../../platform/security/passwords.ts'
import { clearAttempts, countAttempt, attemptKey } from '../../platform/security/attempt-backoff.ts'
import { verifySecondFactor } from './verify-second-factor.ts'
import { findAdminById, type AdminRow } from '../queries.ts'
import { sessions } from '../tables.ts'

type Again = { password: string; code?: string | undefined }

const rule = { freeAttempts: 5, initialMs: 1_000, maxMs: 15 * 60_000 }

/**
 * Answers the admin once the password fits, and the code where the second factor is on. Wrong ones are told under their
 * fields, never as 401, which would say that the session has ended; each makes the next wait, as at the login.
 */
export async function requirePassword(app: App, who: AdminUser, { password, code }: Again): Promise<AdminRow> {
  const admin = (await findAdminById(app.db, who.id)) ?? fail('not_found')
  const key = attemptKey('admin-password', who.id)
  await countAttempt(app, key, rule)
  if (!(await verifyPassword(admin.passwordHash, password))) failField('password', accountsText.wrongPassword)
  await clearAttempts(app, [key])
  if (!admin.totpSince) return admin
  if (code === undefined) failField('code', accountsAdminText.secondFactorNeeded)
  if (!(await verifySecondFactor(app, admin, code))) failField('code', accountsAdminText.secondFactorWrong)
  return admin
}

/** Makes the caller's login a fresh one. */
export async function reauthenticateAdmin(app: App, who: AdminUser, again: Again): Promise<void> {
  await requirePassword(app, who, again)
  await app.db.transaction(async (tx) => {
    await tx.update(sessions).set({ confirmedAt: app.clock.now() }).where(eq(sessions.id, who.sessionId))
    await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.confirmed', subject: who.id })
  })
}
