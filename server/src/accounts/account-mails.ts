// The mails about accounts. A job contains only ids and roles. Codes and links are derived from the ids with server keys
// when the mail is written, so that no secret is stored in a queue.
import { type EndedAccess, describeEnded } from '@baobab/contract/accounts/sessions.ts'
import type { IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { listRoles, type Roles } from '@baobab/contract/accounts/rules.ts'
import { eq } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { accountsMergedMail } from '../mails/accounts-merged.ts'
import { accountOpenedMail } from '../mails/account-opened.ts'
import { adminInvitationMail } from '../mails/admin-invitation.ts'
import { adminRoleChangedMail } from '../mails/admin-role-changed.ts'
import { alreadyRegisteredMail } from '../mails/already-registered.ts'
import { othersLockedOutMail } from '../mails/others-locked-out.ts'
import { passwordChangedMail } from '../mails/password-changed.ts'
import { proofCodeMail } from '../mails/proof-code.ts'
import { resetLinkMail } from '../mails/reset-link.ts'
import { signInMethodChangedMail } from '../mails/sign-in-method-changed.ts'
import { verifyCodeMail } from '../mails/verify-code.ts'
import { defineMailQueue } from '../mails/mail-queues.ts'
import { computeHmac } from '../platform/security/tokens.ts'
import { listMethods } from './identity-providers/identities.ts'
import { sendCodeText } from './account-texts.ts'
import { deriveVerificationCode } from './derive-code.ts'
import { maskGuardian } from './guardian-address.ts'
import {
  sendConsentConfirmation,
  sendConsentRequest,
  sendGuardianAnswer,
  sendGuardianReplaced,
} from './guardian-mails.ts'
import { isEmailAddress } from './read-address.ts'
import { findMailbox } from './own-address.ts'
import { findAdminById, findStudentById, type AdminRow, type StudentRow } from './queries.ts'
import { findEmailOwner, type RegistrationRow } from './registrations.ts'
import { maskEmail } from './rules.ts'
import { adminInvitations, emailCodes, passwordResets, proofCodes, registrations } from './tables.ts'

/** Tells the students or the guardian that an account was merged. `studentId` is the merged account. */
type MergedMail = { kind: 'accounts-merged'; studentId: string; to: 'kept' | 'merged' | 'guardian' }

export type AccountMail =
  | { kind: 'verify-code'; codeId: string }
  | { kind: 'reset-link'; resetId: string }
  /** `ended` lists what ended with the old password. Servers of earlier releases use `disconnected` instead. */
  | { kind: 'password-changed'; studentId: string; disconnected?: IdentityProvider[]; ended?: EndedAccess }
  | { kind: 'others-locked-out'; studentId: string; ended: EndedAccess }
  | { kind: 'account-opened'; studentId: string; provider: IdentityProvider }
  /** A mail queued by an earlier version has `studentId`, which is also the consent id. */
  | ({ kind: 'guardian-consent' } & ({ consentId: string } | { studentId: string }))
  | { kind: 'guardian-agreed'; consentId: string }
  /** Tells a guardian that another one, named by an admin, agreed instead. */
  | { kind: 'guardian-replaced'; studentId: string; correctionId: string }
  /** Tells a child that a guardian has agreed. */
  | { kind: 'consent-given'; studentId: string }
  /** Tells a child that the guardian named for a waiting account said no. */
  | { kind: 'guardian-said-no'; studentId: string }
  | { kind: 'proof-code'; codeId: string }
  | { kind: 'sign-in-method-changed'; studentId: string; provider: IdentityProvider; isConnected: boolean }
  | MergedMail
  | { kind: 'admin-password-changed'; adminId: string; ended?: EndedAccess }
  | ({ kind: 'admin-role-changed'; adminId: string } & Roles)
  | { kind: 'admin-invitation'; invitationId: string }

export const accountMails = defineMailQueue<AccountMail>('account-mails', { retryLimit: 20 })

/** Builds the mail that tells a student about a new password and what ended with the old one. */
export function toPasswordMail(studentId: string, ended: EndedAccess): AccountMail {
  const disconnected = ended.providers.map(({ provider }) => provider)
  return { kind: 'password-changed', studentId, disconnected, ended }
}

/** Returns the token of a reset link. */
export function deriveResetToken(app: Pick<App, 'keys'>, resetId: string): string {
  return computeHmac(app.keys.resets, 'password reset', resetId).toString('base64url')
}

/** Returns the token of an invitation to become an admin. */
export function deriveInvitationToken(app: Pick<App, 'keys'>, invitationId: string): string {
  return computeHmac(app.keys.resets, 'admin invitation', invitationId).toString('base64url')
}

/** Sends one mail, or drops it if its code, link or account no longer exists. */
export async function sendAccountMail(app: App, mail: AccountMail): Promise<void> {
  switch (mail.kind) {
    case 'verify-code':
      return sendCode(app, mail.codeId)
    case 'reset-link':
      return sendResetLink(app, mail.resetId)
    case 'accounts-merged':
      return sendAccountsMerged(app, mail)
    case 'admin-invitation':
      return sendInvitation(app, mail.invitationId)
    case 'admin-role-changed':
      return sendRoleChanged(app, mail)
    case 'guardian-consent':
      return sendConsentRequest(app, 'consentId' in mail ? mail.consentId : mail.studentId)
    case 'guardian-agreed':
      return sendConsentConfirmation(app, mail.consentId)
    case 'guardian-replaced':
      return sendGuardianReplaced(app, mail)
    case 'consent-given':
    case 'guardian-said-no':
      return sendGuardianAnswer(app, mail)
    case 'password-changed':
      return sendPasswordChanged(app, await findStudentOrWaiting(app, mail.studentId), {
        page: '/forgot-password',
        ended: mail.ended,
      })
    case 'others-locked-out':
      return sendLockedOut(app, mail)
    case 'account-opened':
      return sendAccountOpened(app, mail)
    case 'proof-code':
      return sendProofCode(app, mail.codeId)
    case 'sign-in-method-changed':
      return sendMethodChanged(app, mail)
    case 'admin-password-changed':
      return sendPasswordChanged(app, await findAdminById(app.db, mail.adminId), {
        page: '/admin/forgot-password',
        ended: mail.ended,
      })
  }
}

/** Mails a code. If the registration's email belongs to an account by now, tells its owner instead. */
async function sendCode(app: App, codeId: string): Promise<void> {
  const [code] = await app.db.select().from(emailCodes).where(eq(emailCodes.id, codeId))
  if (!code) return
  const recipient = await findRecipient(app, code)
  if (!recipient?.email) return
  const { username, email: to } = recipient
  const provider = 'provider' in recipient ? recipient.provider : null
  const { publicUrl } = app.config
  const owner = code.registrationId === null ? undefined : await findEmailOwner(app.db, to)
  if (!isEmailAddress(to)) return sendCodeText(app, { codeId, to, isOwned: owner !== undefined })
  if (owner?.emailBouncedAt) return
  // Nobody can log in with this email, so tell its owner where the account is now.
  if (owner && 'mergedIntoId' in owner && owner.mergedIntoId)
    return sendAccountsMerged(app, { studentId: owner.id, to: 'merged' })
  if (owner) {
    const methods = await listMethods(app.db, owner.id)
    await app.mailer.send({
      to: owner.email ?? to,
      ...alreadyRegisteredMail({ username: owner.username, methods, publicUrl }),
    })
    return
  }
  const digits = deriveVerificationCode(app, codeId)
  await app.mailer.send({ to, ...verifyCodeMail({ username, digits, provider, publicUrl }) })
  await app.db.update(emailCodes).set({ sentAt: app.clock.now() }).where(eq(emailCodes.id, codeId))
}

async function findRecipient(app: App, code: typeof emailCodes.$inferSelect) {
  if (code.registrationId === null) return code.studentId === null ? undefined : findStudentById(app.db, code.studentId)
  const [registration] = await app.db.select().from(registrations).where(eq(registrations.id, code.registrationId))
  return registration
}

/** Finds a student, or a registration waiting for a guardian: its account will have the same id. */
async function findStudentOrWaiting(app: App, id: string): Promise<StudentRow | RegistrationRow | undefined> {
  const [registration] = await app.db.select().from(registrations).where(eq(registrations.id, id))
  return registration ?? findStudentById(app.db, id)
}

type Account = StudentRow | RegistrationRow | AdminRow

async function sendPasswordChanged(
  app: App,
  account: Account | undefined,
  { page, ended }: { page: string; ended: EndedAccess | undefined },
): Promise<void> {
  const to = account && findMailbox(account)
  if (!to) return
  const { publicUrl } = app.config
  const { username } = account
  const guardianEmail = ('guardianEmail' in account && maskGuardian(account)) || null
  const sentences = ended ? describeEnded(ended) : []
  await app.mailer.send({ to, ...passwordChangedMail({ username, page, ended: sentences, guardianEmail, publicUrl }) })
}

async function sendLockedOut(
  app: App,
  { studentId, ended }: Extract<AccountMail, { kind: 'others-locked-out' }>,
): Promise<void> {
  const student = await findStudentById(app.db, studentId)
  const to = student && findMailbox(student)
  if (!to) return
  const { username } = student
  const { publicUrl } = app.config
  await app.mailer.send({ to, ...othersLockedOutMail({ username, ended: describeEnded(ended), publicUrl }) })
}

async function sendResetLink(app: App, resetId: string): Promise<void> {
  const [reset] = await app.db.select().from(passwordResets).where(eq(passwordResets.id, resetId))
  const studentId = reset?.studentId ?? reset?.registrationId
  const student = studentId && (await findStudentOrWaiting(app, studentId))
  const admin = reset?.adminId && (await findAdminById(app.db, reset.adminId))
  const account = student || admin
  if (!account || ('emailBouncedAt' in account && account.emailBouncedAt)) return
  if ('mergedIntoId' in account && account.mergedIntoId)
    return sendAccountsMerged(app, { studentId: account.id, to: 'merged' })
  const { email } = account
  if (email === null) return
  const { publicUrl } = app.config
  const query = new URLSearchParams({ token: deriveResetToken(app, resetId), email })
  const link = `${publicUrl}${admin ? '/admin' : ''}/reset-password?${query.toString()}`
  await app.mailer.send({ to: email, ...resetLinkMail({ username: account.username, link, publicUrl }) })
}

async function sendProofCode(app: App, codeId: string): Promise<void> {
  const [code] = await app.db.select().from(proofCodes).where(eq(proofCodes.id, codeId))
  const student = code && (await findStudentById(app.db, code.studentId))
  const to = student && findMailbox(student)
  if (!to) return
  const { username } = student
  const digits = deriveVerificationCode(app, codeId)
  await app.mailer.send({ to, ...proofCodeMail({ username, digits, publicUrl: app.config.publicUrl }) })
  await app.db.update(proofCodes).set({ sentAt: app.clock.now() }).where(eq(proofCodes.id, codeId))
}

async function sendMethodChanged(
  app: App,
  { studentId, provider, isConnected }: Extract<AccountMail, { kind: 'sign-in-method-changed' }>,
): Promise<void> {
  const student = await findStudentById(app.db, studentId)
  const to = student && findMailbox(student)
  if (!to) return
  const { username } = student
  const { publicUrl } = app.config
  await app.mailer.send({ to, ...signInMethodChangedMail({ username, provider, isConnected, publicUrl }) })
}

async function sendAccountOpened(
  app: App,
  { studentId, provider }: Extract<AccountMail, { kind: 'account-opened' }>,
): Promise<void> {
  const student = await findStudentById(app.db, studentId)
  const to = student && findMailbox(student)
  if (!to) return
  const { username } = student
  await app.mailer.send({ to, ...accountOpenedMail({ username, provider, publicUrl: app.config.publicUrl }) })
}

/** Drops the mail if one of the accounts has been erased, or if both have the same guardian. */
async function sendAccountsMerged(app: App, { studentId, to }: Omit<MergedMail, 'kind'>): Promise<void> {
  const merged = await findStudentById(app.db, studentId)
  const kept = merged?.mergedIntoId ? await findStudentById(app.db, merged.mergedIntoId) : undefined
  if (!merged || !kept || kept.erasedAt) return
  const addresses = {
    kept: kept.emailBouncedAt ? null : kept.email,
    merged: merged.emailBouncedAt ? null : merged.email,
    // A guardian whose consent moved with the merged account is now the guardian of the remaining one.
    guardian: merged.guardianEmail === kept.guardianEmail ? null : merged.guardianEmail,
  }
  const address = addresses[to]
  if (!address) return
  const { publicUrl } = app.config
  const usernames = { kept: kept.username, merged: merged.username }
  const content = accountsMergedMail({ ...usernames, to, email: maskEmail(kept.email ?? ''), publicUrl })
  await app.mailer.send({ to: address, ...content })
}

async function sendRoleChanged(app: App, { adminId, ...roles }: { adminId: string } & Roles): Promise<void> {
  const admin = await findAdminById(app.db, adminId)
  if (!admin || admin.removedAt) return
  const { publicUrl } = app.config
  await app.mailer.send({
    to: admin.email,
    ...adminRoleChangedMail({ username: admin.username, roles: listRoles(roles), publicUrl }),
  })
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
    ...adminInvitationMail({ invitedBy, roles: listRoles(invitation), link, publicUrl }),
  })
}
