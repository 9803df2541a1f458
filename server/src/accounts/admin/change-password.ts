import { and, eq, isNull } from 'drizzle-orm'
import type { EndedAccess } from '@baobab/contract/accounts/sessions.ts'
import { COMMON_PASSWORD } from '@baobab/contract/kernel/fields.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { hashPassword } from '../../platform/security/passwords.ts'
import { accountMails } from '../account-mails.ts'
import { lockOthersOut } from '../lock-out.ts'
import { findAdminById } from '../queries.ts'
import { requirePassword, type ReauthenticationInput } from './reauthenticate-admin.ts'
import { isCommonPassword } from '../rules.ts'
import { admins } from '../tables.ts'

type PasswordChange = ReauthenticationInput & { newPassword: string }

/** Changes an admin's password after checking the old one, and locks everyone else out. @returns what ended */
export async function changePassword(app: App, who: AdminUser, change: PasswordChange): Promise<EndedAccess> {
  const { newPassword, ...reauthentication } = change
  const owner = (await findAdminById(app.db, who.id)) ?? fail('not_found')
  // Checked before the second factor code, because checking that code uses it up.
  if (isCommonPassword(newPassword, owner)) failField('newPassword', COMMON_PASSWORD)
  const admin = await requirePassword(app, who, reauthentication)
  const passwordHash = await hashPassword(newPassword)
  return app.db.transaction(async (tx) => {
    // Fails if the password was reset or the admin's access was removed during hashing.
    const isUnchanged = and(
      eq(admins.id, who.id),
      eq(admins.passwordHash, admin.passwordHash),
      isNull(admins.removedAt),
    )
    const changed = await tx.update(admins).set({ passwordHash }).where(isUnchanged).returning({ id: admins.id })
    if (changed.length === 0) fail('unauthorised')
    const ended = await lockOthersOut(app, tx, who, { proof: 'password', sessionId: who.sessionId })
    await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.password_changed', subject: who.id })
    await app.jobs.send(tx, accountMails, { kind: 'admin-password-changed', adminId: who.id, ended })
    return ended
  })
}
