import { asc, eq, isNull, max } from 'drizzle-orm'
import type { TeamMember } from '@baobab/contract/accounts/admin.ts'
import { accountsAdminText } from '@baobab/contract/accounts/text.ts'
import { listRoles, toRoles, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { isId, type Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { accountMails } from '../account-mails.ts'
import { lockOthersOut } from '../lock-out.ts'
import { pictureLink } from '../picture-links.ts'
import { admins, recoveryCodes, sessions } from '../tables.ts'
import { revokeInvitationsOf } from './revoke-invitations.ts'
import { adminRoleChanges } from './tables.ts'

/** Lists the admins who have access, in the order of registration. */
export async function listAdmins(app: App, who: AdminUser): Promise<TeamMember[]> {
  const rows = await app.db
    .select({ admin: admins, lastSeenAt: max(sessions.lastSeenAt) })
    .from(admins)
    .leftJoin(sessions, eq(sessions.adminId, admins.id))
    .where(isNull(admins.removedAt))
    .groupBy(admins.id)
    .orderBy(asc(admins.createdAt), asc(admins.id))
  return rows.map((row) => ({
    _id: row.admin.id,
    username: row.admin.username,
    email: row.admin.email,
    role: row.admin.role,
    moreRoles: row.admin.moreRoles,
    profilePicture: pictureLink(app, who, row.admin.picture),
    joinedAt: row.admin.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    hasSecondFactor: row.admin.totpSince !== null,
  }))
}

type Colleague = { id: string; role: AdminRole; moreRoles: AdminRole[] }

/**
 * Locks all admins, so that if two owners act on each other at the same time, one call fails and an owner remains. Throws if
 * the caller is no longer an owner. @returns the other admin
 */
async function lockColleague(tx: Tx, who: AdminUser, adminId: string): Promise<Colleague> {
  if (!isId(adminId)) fail('not_found')
  const current = await tx
    .select({ id: admins.id, role: admins.role, moreRoles: admins.moreRoles })
    .from(admins)
    .where(isNull(admins.removedAt))
    .orderBy(asc(admins.id))
    .for('update')
  const caller = current.find(({ id }) => id === who.id) ?? fail('unauthorised')
  if (caller.role !== 'owner') fail('forbidden')
  return current.find(({ id }) => id === adminId) ?? fail('not_found')
}

/** Changes another admin's roles, and mails them. Revokes the open invitations of a former owner. */
export async function changeRoles(
  app: App,
  who: AdminUser,
  { adminId, chosen }: { adminId: string; chosen: readonly AdminRole[] },
): Promise<void> {
  const { role, moreRoles } = toRoles(chosen)
  if (adminId === who.id) fail('forbidden', { message: accountsAdminText.roleIsOwn })
  await app.db.transaction(async (tx) => {
    const before = await lockColleague(tx, who, adminId)
    const details = { from: listRoles(before).join(', '), to: [role, ...moreRoles].join(', ') }
    if (details.from === details.to) return
    await tx.update(admins).set({ role }).where(eq(admins.id, adminId))
    // A separate statement, because changing only the role empties the others: earlier releases do not know them.
    await tx.update(admins).set({ moreRoles }).where(eq(admins.id, adminId))
    await tx.insert(adminRoleChanges).values({ adminId, role, moreRoles, at: app.clock.now() })
    if (before.role === 'owner') await revokeInvitationsOf(app, tx, adminId)
    await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.role_changed', subject: adminId, details })
    await app.jobs.send(tx, accountMails, { kind: 'admin-role-changed', adminId, role, moreRoles })
  })
}

/**
 * Removes another admin's access: deletes their sessions, known browsers and reset links, and revokes their open invitations.
 * Keeps the row for the audit log. The email can be invited again.
 */
export async function endAccess(app: App, who: AdminUser, adminId: string): Promise<void> {
  if (adminId === who.id) fail('forbidden', { message: accountsAdminText.accessIsOwn })
  await app.db.transaction(async (tx) => {
    await lockColleague(tx, who, adminId)
    await tx
      .update(admins)
      .set({
        removedAt: app.clock.now(),
        emailKey: `removed:${adminId}`,
        passwordHash: '',
        totpSecret: null,
        totpSince: null,
      })
      .where(eq(admins.id, adminId))
    await tx.insert(adminRoleChanges).values({ adminId, role: null, at: app.clock.now() })
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId))
    await revokeInvitationsOf(app, tx, adminId)
    await lockOthersOut(app, tx, { kind: 'admin', id: adminId }, { proof: 'closed' })
    await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.access_ended', subject: adminId })
  })
}
