// The password again, by one who is logged in: a session that was left open must not be enough for what is dangerous.
import { eq } from 'drizzle-orm'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { App } from '../app.ts'
import { writeLine } from '../audit/write-line.ts'
import type { AdminPerson } from '../platform/auth.ts'
import { fail, failField } from '../platform/errors.ts'
import { passwordFits } from '../platform/passwords.ts'
import { clearWaits, takeTurn, waitKey } from '../platform/waits.ts'
import { factorFits } from './check-factor.ts'
import { adminById, type AdminRow } from './queries.ts'
import { sessions } from './tables.ts'

type Again = { password: string; code?: string | undefined }

const rule = { free: 5, firstMs: 1_000, longestMs: 15 * 60_000 }

/**
 * Answers the admin once the password fits, and the code where the second factor is on. Wrong ones are told under their
 * fields, never as 401, which would say that the session has ended; each makes the next wait, as at the login.
 */
export async function requirePassword(app: App, who: AdminPerson, { password, code }: Again): Promise<AdminRow> {
  const admin = (await adminById(app.db, who.id)) ?? fail('not_found')
  const key = waitKey('admin-password', who.id)
  await takeTurn(app, key, rule)
  if (!(await passwordFits(admin.passwordHash, password))) failField('password', accountsText.wrongPassword)
  await clearWaits(app, [key])
  if (!admin.totpSince) return admin
  if (code === undefined) failField('code', accountsText.secondFactorNeeded)
  if (!(await factorFits(app, admin, code))) failField('code', accountsText.secondFactorWrong)
  return admin
}

/** Makes the caller's login a fresh one. */
export async function confirmAdmin(app: App, who: AdminPerson, again: Again): Promise<void> {
  await requirePassword(app, who, again)
  await app.db.transaction(async (tx) => {
    await tx.update(sessions).set({ confirmedAt: app.clock.now() }).where(eq(sessions.id, who.sessionId))
    await writeLine(app, tx, { adminId: who.id, action: 'admin.confirmed', subject: who.id })
  })
}
