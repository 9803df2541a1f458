import { and, eq, isNull } from 'drizzle-orm'
import { COMMON_PASSWORD } from '@baobab/contract/fields.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { hashPassword } from '../../platform/security/passwords.ts'
import { accountMails } from '../account-mails.ts'
import { requirePassword } from './reauthenticate-admin.ts'
import { isCommonPassword } from '../rules.ts'
import { endOtherSessions } from '../sessions.ts'
import { admins } from '../tables.ts'

type Change = { password: string; code?: string | undefined; newPassword: string }

/** Changes an admin's password by the old one, and logs out everywhere but here. */
export async function changePassword(app: App, who: AdminUser, change: Change): Promise<void> {
  const { newPassword, ...again } = change
  if (isCommonPassword(newPassword)) failField('newPassword', COMMON_PASSWORD)
  const admin = await requirePassword(app, who, again)
  const passwordHash = await hashPassword(newPassword)
  await app.db.transaction(async (tx) => {
    // A reset by mail, or the end of the access, may have come while this one was made: then it holds.
    const isSame = and(eq(admins.id, who.id), eq(admins.passwordHash, admin.passwordHash), isNull(admins.removedAt))
    const changed = await tx.update(admins).set({ passwordHash }).where(isSame).returning({ id: admins.id })
    if (changed.length === 0) fail('unauthorised')
    await endOtherSessions(tx, who)
    await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.password_changed', subject: who.id })
    await app.jobs.send(tx, accountMails, { kind: 'admin-password-changed', adminId: who.id })
  })
}
