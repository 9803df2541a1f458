// The mails about accounts. A job contains only ids and roles. Codes and links are derived from them with server keys when the mail
// is written, so that no secret is stored in a queue.
import type { AdminRole } from '@baobab/contract/roles.ts'
import { eq } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { adminInvitationMail } from '../mails/admin-invitation.ts'
import { adminRoleChangedMail } from '../mails/admin-role-changed.ts'
import { alreadyRegisteredMail } from '../mails/already-registered.ts'
import { guardianConsentMail } from '../mails/guardian-consent.ts'
import { passwordChangedMail } from '../mails/password-changed.ts'
import { resetLinkMail } from '../mails/reset-link.ts'
import { verifyCodeMail } from '../mails/verify-code.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { computeHmac } from '../platform/security/tokens.ts'
import { findAdminById, findStudentById, type AdminRow, type StudentRow } from './queries.ts'
import { adminInvitations, emailCodes, passwordResets } from './tables.ts'

export type AccountMail =
  /** With `anew`, the mail is sent even if earlier mail to the address bounced. */
  | { kind: 'verify-code'; codeId: string; anew?: true }
  | { kind: 'reset-link'; resetId: string }
  | { kind: 'already-registered' | 'password-changed' | 'guardian-consent'; studentId: string }
  | { kind: 'admin-password-changed'; adminId: string }
  | { kind: 'admin-role-changed'; adminId: string; role: AdminRole }
  | { kind: 'admin-invitation'; invitationId: string }

export const accountMails = defineQueue<AccountMail>('account-mails', { retryLimit: 20 })

/** Returns the six digits of a verification code. */
export function deriveVerificationCode(app: Pick<App, 'keys'>, codeId: string): string {
  const number = computeHmac(app.keys.codes, 'email code', codeId).readUIntBE(0, 6) % 1_000_000
  return String(number).padStart(6, '0')
}

/** Returns the token of a reset link. */
export function deriveResetToken(app: Pick<App, 'keys'>, resetId: string): string {
  return computeHmac(app.keys.resets, 'password reset', resetId).toString('base64url')
}

/** Returns the token of the link with which a guardian consents to one child's account. */
export function deriveConsentToken(app: Pick<App, 'keys'>, studentId: string): string {
  return computeHmac(app.keys.resets, 'guardian consent', studentId).toString('base64url')
}

/** Returns the token of an invitation to become an admin. */
export function deriveInvitationToken(app: Pick<App, 'keys'>, invitationId: string): string {
  return computeHmac(app.keys.resets, 'admin invitation', invitationId).toString('base64url')
}

/** Sends one mail, or drops it if its code, link or account no longer exists. */
export async function sendAccountMail(app: App, mail: AccountMail): Promise<void> {
  switch (mail.kind) {
    case 'verify-code':
      return sendCode(app, mail)
    case 'reset-link':
      return sendResetLink(app, mail.resetId)
    case 'admin-invitation':
      return sendInvitation(app, mail.invitationId)
    case 'admin-role-changed':
      return sendRoleChanged(app, mail)
    case 'guardian-consent':
      return sendConsentRequest(app, mail.studentId)
    case 'already-registered': {
      const student = await findStudentById(app.db, mail.studentId)
      if (!student || student.erasedAt || student.emailBouncedAt) return undefined
      const { publicUrl } = app.config
      return app.mailer.send({ to: student.email, ...alreadyRegisteredMail({ username: student.username, publicUrl }) })
    }
    case 'password-changed':
      return sendPasswordChanged(app, await findStudentById(app.db, mail.studentId), '/forgot-password')
    case 'admin-password-changed':
      return sendPasswordChanged(app, await findAdminById(app.db, mail.adminId), '/admin/forgot-password')
  }
}

async function sendCode(app: App, { codeId, anew }: { codeId: string; anew?: true }): Promise<void> {
  const [code] = await app.db.select().from(emailCodes).where(eq(emailCodes.id, codeId))
  const student = code && (await findStudentById(app.db, code.studentId))
  if (!student || (student.emailBouncedAt && !anew)) return
  const digits = deriveVerificationCode(app, codeId)
  const { publicUrl } = app.config
  await app.mailer.send({ to: student.email, ...verifyCodeMail({ username: student.username, digits, publicUrl }) })
  await app.db.update(emailCodes).set({ sentAt: app.clock.now() }).where(eq(emailCodes.id, codeId))
}

async function sendPasswordChanged(app: App, account: StudentRow | AdminRow | undefined, page: string): Promise<void> {
  if (!account || ('erasedAt' in account && (account.erasedAt || account.emailBouncedAt))) return
  const { publicUrl } = app.config
  const { username, email: to } = account
  await app.mailer.send({ to, ...passwordChangedMail({ username, page, publicUrl }) })
}

async function sendResetLink(app: App, resetId: string): Promise<void> {
  const [reset] = await app.db.select().from(passwordResets).where(eq(passwordResets.id, resetId))
  const student = reset?.studentId && (await findStudentById(app.db, reset.studentId))
  const admin = reset?.adminId && (await findAdminById(app.db, reset.adminId))
  const account = student || admin
  if (!account || ('emailBouncedAt' in account && account.emailBouncedAt)) return
  const { publicUrl } = app.config
  const query = new URLSearchParams({ token: deriveResetToken(app, resetId), email: account.email })
  const link = `${publicUrl}${admin ? '/admin' : ''}/reset-password?${query.toString()}`
  await app.mailer.send({ to: account.email, ...resetLinkMail({ username: account.username, link, publicUrl }) })
}

async function sendConsentRequest(app: App, studentId: string): Promise<void> {
  const student = await findStudentById(app.db, studentId)
  if (!student?.guardianEmail || student.guardianAgreedAt) return
  const query = new URLSearchParams({ student: studentId, token: deriveConsentToken(app, studentId) })
  const { publicUrl } = app.config
  const link = `${publicUrl}/guardian-consent?${query.toString()}`
  await app.mailer.send({
    to: student.guardianEmail,
    ...guardianConsentMail({ username: student.username, link, publicUrl }),
  })
}

async function sendRoleChanged(app: App, { adminId, role }: { adminId: string; role: AdminRole }): Promise<void> {
  const admin = await findAdminById(app.db, adminId)
  if (!admin || admin.removedAt) return
  const { publicUrl } = app.config
  await app.mailer.send({ to: admin.email, ...adminRoleChangedMail({ username: admin.username, role, publicUrl }) })
}

async function sendInvitation(app: App, invitationId: string): Promise<void> {
  const [invitation] = await app.db.select().from(adminInvitations).where(eq(adminInvitations.id, invitationId))
  if (!invitation || invitation.usedAt || invitation.revokedAt) return
  const inviter = await findAdminById(app.db, invitation.invitedBy)
  const query = new URLSearchParams({ invitation: deriveInvitationToken(app, invitationId), email: invitation.email })
  const { publicUrl } = app.config
  const link = `${publicUrl}/admin/register?${query.toString()}`
  const invitedBy = inviter?.username ?? 'An admin'
  await app.mailer.send({
    to: invitation.email,
    ...adminInvitationMail({ invitedBy, role: invitation.role, link, publicUrl }),
  })
}
