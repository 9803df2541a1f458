import { and, asc, eq, isNull, max } from 'drizzle-orm'
import type { TeamMember } from '@baobab/contract/accounts-admin.ts'
import { accountsAdminText } from '@baobab/contract/accounts-admin-text.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { isId } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { pictureLink } from '../picture-links.ts'
import { endAllSessions } from '../sessions.ts'
import { adminInvitations, admins, passwordResets, recoveryCodes, sessions } from '../tables.ts'

/** Lists the admins who have access, in the order of registration. */
export async function listAdmins(app: App): Promise<TeamMember[]> {
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
    profilePicture: pictureLink(app, row.admin.picture),
    joinedAt: row.admin.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    hasSecondFactor: row.admin.totpSince !== null,
  }))
}

/**
 * Removes another admin's access: deletes their sessions and reset links, and revokes their open invitations. Keeps the
 * row for the audit log; the email can be invited again.
 */
export async function endAccess(app: App, who: AdminUser, adminId: string): Promise<void> {
  if (adminId === who.id) fail('forbidden', { message: accountsAdminText.accessIsOwn })
  if (!isId(adminId)) fail('not_found')
  const now = app.clock.now()
  await app.db.transaction(async (tx) => {
    // Locks all admins, so that if two remove each other's access at the same time, one fails and one admin remains.
    const current = await tx
      .select({ id: admins.id })
      .from(admins)
      .where(isNull(admins.removedAt))
      .orderBy(asc(admins.id))
      .for('update')
    if (!current.some(({ id }) => id === who.id)) fail('unauthorised')
    if (!current.some(({ id }) => id === adminId)) fail('not_found')
    await tx
      .update(admins)
      .set({ removedAt: now, emailKey: `removed:${adminId}`, passwordHash: '', totpSecret: null, totpSince: null })
      .where(eq(admins.id, adminId))
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId))
    await tx.delete(passwordResets).where(eq(passwordResets.adminId, adminId))
    await tx
      .update(adminInvitations)
      .set({ revokedAt: now })
      .where(
        and(
          eq(adminInvitations.invitedBy, adminId),
          isNull(adminInvitations.usedAt),
          isNull(adminInvitations.revokedAt),
        ),
      )
    await endAllSessions(tx, { kind: 'admin', id: adminId })
    await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.access_ended', subject: adminId })
  })
}
