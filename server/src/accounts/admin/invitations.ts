// Invitations to become an admin. Each works once, for one email, within 72 hours. The token is derived from the row's id when the
// mail is written, and only its hash is stored.
import { isOpenInvitation } from './revoke-invitations.ts'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { and, desc, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Invitation } from '@baobab/contract/accounts/admin.ts'
import type { NewInvitation } from '@baobab/contract/accounts/forms.ts'
import { errorCodes } from '@baobab/contract/kernel/errors.ts'
import { INVITATION_MS, listRoles, toRoles } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { isId, type Db, type Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { hashToken } from '../../platform/security/tokens.ts'
import { accountMails, deriveInvitationToken } from '../account-mails.ts'
import { findAdminByEmail, toLookupKey } from '../queries.ts'
import { adminInvitations, admins } from '../tables.ts'

type InvitationRow = typeof adminInvitations.$inferSelect

type Inviter = Pick<AdminUser, 'id' | 'username'>

function toInvitation(app: App, row: InvitationRow & { inviter: string }): Invitation {
  const { id: _id, email, role, moreRoles, inviter: invitedBy } = row
  const sentAt = new Date(row.expiresAt.getTime() - INVITATION_MS).toISOString()
  const isExpired = row.expiresAt <= app.clock.now()
  return { _id, email, role, moreRoles, invitedBy, sentAt, expiresAt: row.expiresAt.toISOString(), isExpired }
}

/** Lists the invitations that are neither used nor revoked, newest first. Includes expired ones, which can be resent. */
export async function listOpenInvitations(app: App): Promise<Invitation[]> {
  const rows = await app.db
    .select({ ...getTableColumns(adminInvitations), inviter: admins.username })
    .from(adminInvitations)
    .innerJoin(admins, eq(admins.id, adminInvitations.invitedBy))
    .where(isOpenInvitation)
    .orderBy(desc(adminInvitations.createdAt))
  return rows.map((row) => toInvitation(app, row))
}

/** Invites an email address to roles, and revokes its earlier invitations. */
export async function inviteAdmin(app: App, who: Inviter, form: z.output<typeof NewInvitation>): Promise<Invitation> {
  const { email } = form
  if (await findAdminByEmail(app.db, email))
    fail('admin_exists', { errors: [{ path: 'email', message: errorCodes.admin_exists.message }] })
  await requireMailAllowed(app, email)
  const [id, now] = [randomUUID(), app.clock.now()]
  return app.db.transaction(async (tx) => {
    await requireOwner(tx, who)
    await tx
      .update(adminInvitations)
      .set({ revokedAt: now })
      .where(and(isOpenInvitation, eq(adminInvitations.emailKey, toLookupKey(email))))
    const [row] = await tx
      .insert(adminInvitations)
      .values({
        id,
        email,
        emailKey: toLookupKey(email),
        ...toRoles(listRoles(form)),
        tokenHash: hashToken(deriveInvitationToken(app, id)),
        invitedBy: who.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + INVITATION_MS),
      })
      .returning()
    if (!row) throw new Error('The invitation was not stored.')
    await queueMail(app, tx, { who, invitation: row, action: 'admin.invited' })
    return toInvitation(app, { ...row, inviter: who.username })
  })
}

/** Mails an open invitation again, in the caller's name, and makes it valid for another 72 hours. */
export async function resendInvitation(app: App, who: Inviter, id: string): Promise<Invitation> {
  const { email } = (await findOpenInvitation(app.db, id)) ?? fail('not_found')
  await requireMailAllowed(app, email)
  return app.db.transaction(async (tx) => {
    await requireOwner(tx, who)
    const [row] = await tx
      .update(adminInvitations)
      .set({ expiresAt: new Date(app.clock.now().getTime() + INVITATION_MS), invitedBy: who.id })
      .where(and(isOpenInvitation, eq(adminInvitations.id, id)))
      .returning()
    if (!row) fail('not_found')
    await queueMail(app, tx, { who, invitation: row, action: 'admin.invited_again' })
    return toInvitation(app, { ...row, inviter: who.username })
  })
}

/** Throws if the caller is no longer an owner. Their invitations were revoked at that moment, so no new one may be added. */
async function requireOwner(tx: Tx, who: Inviter): Promise<void> {
  const hasAccess = and(eq(admins.id, who.id), isNull(admins.removedAt))
  const [found] = await tx.select({ role: admins.role }).from(admins).where(hasAccess).for('share')
  if (!found) fail('unauthorised')
  if (found.role !== 'owner') fail('forbidden')
}

export async function revokeInvitation(app: App, who: Inviter, id: string): Promise<void> {
  if (!isId(id)) fail('not_found')
  await app.db.transaction(async (tx) => {
    const revoked = await tx
      .update(adminInvitations)
      .set({ revokedAt: app.clock.now() })
      .where(and(isOpenInvitation, eq(adminInvitations.id, id)))
      .returning({ id: adminInvitations.id })
    if (revoked.length === 0) fail('not_found')
    await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.invitation_revoked', subject: id })
  })
}

async function findOpenInvitation(db: Db | Tx, id: string): Promise<InvitationRow | undefined> {
  if (!isId(id)) return undefined
  const [row] = await db
    .select()
    .from(adminInvitations)
    .where(and(isOpenInvitation, eq(adminInvitations.id, id)))
  return row
}

/** Throws 429 if the mail rate limit is reached. Unlike the public, admins may be told that no mail was sent. */
async function requireMailAllowed(app: App, email: string): Promise<void> {
  if (!(await app.rateLimits.consumeMailQuota('admin-invitation', toLookupKey(email)))) fail('too_many_requests')
}

type InvitationMail = { who: Inviter; invitation: Pick<InvitationRow, 'id' | 'role' | 'moreRoles'>; action: string }

async function queueMail(app: App, tx: Tx, { who, invitation, action }: InvitationMail): Promise<void> {
  const { id } = invitation
  const role = listRoles(invitation).join(', ')
  await writeAuditLine(app, tx, { adminId: who.id, action, subject: id, details: { role } })
  await app.jobs.send(tx, accountMails, { kind: 'admin-invitation', invitationId: id })
}
