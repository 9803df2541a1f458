import { eq } from 'drizzle-orm'
import { accountsAdminText, accountsText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { verifyPassword } from '../../platform/security/passwords.ts'
import { clearAttempts, countAttempt, attemptKey } from '../../platform/security/attempt-backoff.ts'
import { verifySecondFactor } from './verify-second-factor.ts'
import { findAdminById, type AdminRow } from '../queries.ts'
import { sessions } from '../tables.ts'

export type ReauthenticationInput = { password: string; code?: string | undefined }

const backoff = { freeAttempts: 5, initialMs: 1_000, maxMs: 15 * 60_000 }

/**
 * Checks the password of a logged-in admin and, if the second factor is on, the code. Throws a field error (400) if either is
 * wrong, because 401 would mean that the session has ended, and 429 after too many wrong tries.
 */
export async function requirePassword(
  app: App,
  who: AdminUser,
  { password, code }: ReauthenticationInput,
): Promise<AdminRow> {
  const admin = (await findAdminById(app.db, who.id)) ?? fail('not_found')
  const key = attemptKey('admin-password', who.id)
  await countAttempt(app, key, backoff)
  if (!(await verifyPassword(admin.passwordHash, password))) failField('password', accountsText.wrongPassword)
  await clearAttempts(app, [key])
  if (!admin.totpSince) return admin
  if (code === undefined) failField('code', accountsAdminText.secondFactorNeeded)
  if (!(await verifySecondFactor(app, admin, { code, caller: who.sessionId })))
    failField('code', accountsAdminText.secondFactorWrong)
  return admin
}

/** Records in the session that the admin has just entered the password again, which risky actions require. */
export async function reauthenticateAdmin(app: App, who: AdminUser, input: ReauthenticationInput): Promise<void> {
  await requirePassword(app, who, input)
  await app.db.transaction(async (tx) => {
    await tx.update(sessions).set({ confirmedAt: app.clock.now() }).where(eq(sessions.id, who.sessionId))
    await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.confirmed', subject: who.id })
  })
}
