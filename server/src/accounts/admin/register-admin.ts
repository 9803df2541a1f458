// Registration of admins. The first one needs no invitation, but does need the setup code unless the server can be reached only
// from this machine. All others need an invitation.
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import type { registerAdmin as endpoint } from '@baobab/contract/accounts/admin.ts'
import { listRoles, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import { COMMON_PASSWORD } from '@baobab/contract/kernel/fields.ts'
import { accountsAdminText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { hashPassword } from '../../platform/security/passwords.ts'
import { hashToken, computeHmac, isSameSecret } from '../../platform/security/tokens.ts'
import { findAdminByEmail, listAdminNames, toLookupKey } from '../queries.ts'
import { refuseUsername } from '../register.ts'
import { isCommonPassword, isLookAlike, isSiteAddress } from '../rules.ts'
import { adminInvitations, admins } from '../tables.ts'
import { adminRoleChanges } from './tables.ts'

type Form = ParsedOf<typeof endpoint>['body']

const FIRST_ADMIN_LOCK = 0x61646d31 // 'adm1'

export async function hasNoAdmin(db: Db | Tx): Promise<boolean> {
  const [row] = await db.select({ id: admins.id }).from(admins).limit(1)
  return row === undefined
}

/** Returns the setup code that the server logs. All servers of one installation log the same code. */
export function deriveSetupCode(app: Pick<App, 'keys'>): string {
  return computeHmac(app.keys.codes, 'first admin').toString('base64url').slice(0, 20)
}

/**
 * Registers an admin: with the roles named in the invitation, or as owner if this is the first admin. If several try at the same
 * time, only one succeeds.
 */
export async function registerAdmin(
  app: App,
  form: Form,
  { needsSetupCode }: { needsSetupCode: boolean } = app.config,
): Promise<void> {
  const { invitation } = form
  if (invitation !== undefined) return registerInvited(app, { ...form, invitation })
  if (!(await hasNoAdmin(app.db))) fail('invitation_needed')
  if (needsSetupCode && !isSameSecret(form.setupCode ?? '', deriveSetupCode(app)))
    fail('setup_code_needed', { errors: [{ path: 'setupCode', message: accountsAdminText.setupCodeWrong }] })
  const passwordHash = await hashNewPassword(form)
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`)
    if (!(await hasNoAdmin(tx))) fail('invitation_needed')
    await insertAdmin(app, tx, { ...form, passwordHash, role: 'owner', moreRoles: [] })
  })
}

async function registerInvited(app: App, form: Form & { invitation: string }): Promise<void> {
  const isValid = and(
    eq(adminInvitations.tokenHash, hashToken(form.invitation)),
    eq(adminInvitations.emailKey, toLookupKey(form.email)),
    isNull(adminInvitations.usedAt),
    isNull(adminInvitations.revokedAt),
    gt(adminInvitations.expiresAt, app.clock.now()),
  )
  const [valid] = await app.db.select({ id: adminInvitations.id }).from(adminInvitations).where(isValid)
  if (!valid) fail('invitation_needed')
  const passwordHash = await hashNewPassword(form)
  await app.db.transaction(async (tx) => {
    const [terms] = await tx.update(adminInvitations).set({ usedAt: app.clock.now() }).where(isValid).returning({
      invitationId: adminInvitations.id,
      role: adminInvitations.role,
      moreRoles: adminInvitations.moreRoles,
    })
    if (!terms) fail('invitation_needed')
    await insertAdmin(app, tx, { ...form, passwordHash, ...terms })
  })
}

async function hashNewPassword({ password, ...owner }: Form): Promise<string> {
  if (isCommonPassword(password, owner)) failField('password', COMMON_PASSWORD)
  return hashPassword(password)
}

type NewAdmin = Form & { passwordHash: string; role: AdminRole; moreRoles: AdminRole[]; invitationId?: string }

/**
 * Throws if the username is taken, resembles another admin's, or looks like a website address. The transaction is then rolled
 * back, so the invitation can be used again.
 */
async function insertAdmin(app: App, tx: Tx, form: NewAdmin): Promise<void> {
  if (await findAdminByEmail(tx, form.email)) fail('invitation_needed')
  const isMisleading = (await listAdminNames(tx)).some((name) => isLookAlike(name, form.username))
  if (isMisleading || isSiteAddress(form.username)) refuseUsername()
  const [admin] = await tx
    .insert(admins)
    .values({
      username: form.username,
      usernameKey: toLookupKey(form.username),
      email: form.email,
      emailKey: toLookupKey(form.email),
      passwordHash: form.passwordHash,
      role: form.role,
      moreRoles: form.moreRoles,
      createdAt: app.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: admins.id })
  if (!admin) refuseUsername()
  const { role, moreRoles } = form
  await tx.insert(adminRoleChanges).values({ adminId: admin.id, role, moreRoles, at: app.clock.now() })
  const details = { role: listRoles(form).join(', '), ...(form.invitationId ? { invitation: form.invitationId } : {}) }
  await writeAuditLine(app, tx, { adminId: admin.id, action: 'admin.registered', subject: admin.id, details })
}
