// Resets a forgotten password by a mailed link that works once, within thirty minutes.
import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { COMMON_PASSWORD } from '@baobab/contract/fields.ts'
import { RESET_MS } from '@baobab/contract/limits.ts'
import type { App } from '../platform/app.ts'
import { writeAuditLine } from '../audit/write-audit-line.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { hashPassword } from '../platform/security/passwords.ts'
import { hashToken } from '../platform/security/tokens.ts'
import { accountMails, deriveResetToken } from './account-mails.ts'
import { findKnownBrowser, rememberBrowser } from './known-browsers.ts'
import { clearCountersAfterReset } from './login-guard.ts'
import { findAdminByEmail, toLookupKey, findStudentByEmail } from './queries.ts'
import { isCommonPassword } from './rules.ts'
import { endAllSessions, type SessionOwner } from './sessions.ts'
import { admins, passwordResets, students } from './tables.ts'

type AccountKind = SessionOwner['kind']

/**
 * Mails a reset link if the address has an account. For other addresses it runs the same statements and queues a
 * job that sends nothing, so that timing does not reveal who has an account.
 */
export async function forgotPassword(
  app: App,
  { email, device }: { email: string; device?: string | undefined },
  kind: AccountKind = 'student',
): Promise<void> {
  const mail = kind === 'student' ? 'reset-link' : 'admin-reset-link'
  // A known browser has a quota of its own: a stranger who uses up the mails of an address does not use up the owner's.
  const browserId = await findKnownBrowser(app.db, { kind, email, device })
  const isAllowed =
    (browserId !== undefined && (await app.rateLimits.consumeMailQuota(`${mail}-browser`, browserId))) ||
    (await app.rateLimits.consumeMailQuota(mail, toLookupKey(email)))
  if (!isAllowed) return
  const id = randomUUID()
  await app.db.transaction(async (tx) => {
    await insertLink(app, tx, { id, kind, email })
    await app.jobs.send(tx, accountMails, { kind: 'reset-link', resetId: id })
  })
}

async function insertLink(app: App, tx: Tx, link: { id: string; kind: AccountKind; email: string }): Promise<void> {
  const id = sql<string>`${link.id}::uuid`.as('id')
  const rest = {
    tokenHash: sql<string>`${hashToken(deriveResetToken(app, link.id))}::text`.as('token_hash'),
    madeAt: sql<Date>`${app.clock.now()}::timestamptz`.as('made_at'),
    usedAt: sql<Date | null>`null::timestamptz`.as('used_at'),
  }
  const noOwner = sql<string | null>`null::uuid`
  if (link.kind === 'student') {
    const owner = tx
      .select({ id, studentId: students.id, adminId: noOwner.as('admin_id'), ...rest })
      .from(students)
      .where(eq(students.emailKey, toLookupKey(link.email)))
    await tx.insert(passwordResets).select(owner)
  } else {
    const owner = tx
      .select({ id, studentId: noOwner.as('student_id'), adminId: admins.id, ...rest })
      .from(admins)
      .where(and(eq(admins.emailKey, toLookupKey(link.email)), isNull(admins.removedAt)))
    await tx.insert(passwordResets).select(owner)
  }
}

type ResetForm = { token: string; email: string; newPassword: string; device?: string | undefined }

/**
 * Sets a new password by a mailed link and ends every session. If the link is used concurrently, one use succeeds. The
 * browser that used the link becomes a known one, so that it can log in even while strangers keep guessing.
 * @returns the secret of that browser
 */
export async function resetPassword(
  app: App,
  form: ResetForm,
  { kind, address }: { kind: AccountKind; address: string },
): Promise<string> {
  const account = await (kind === 'student' ? findStudentByEmail : findAdminByEmail)(app.db, form.email)
  const id = account?.id ?? randomUUID()
  const isOwners = eq(kind === 'student' ? passwordResets.studentId : passwordResets.adminId, id)
  const oldest = new Date(app.clock.now().getTime() - RESET_MS)
  const isValid = and(
    isOwners,
    eq(passwordResets.tokenHash, hashToken(form.token)),
    isNull(passwordResets.usedAt),
    gt(passwordResets.madeAt, oldest),
  )
  const [link] = await app.db.select({ id: passwordResets.id }).from(passwordResets).where(isValid)
  if (!link || !account) fail('token_invalid')
  if (isCommonPassword(form.newPassword, account)) failField('newPassword', COMMON_PASSWORD)
  const passwordHash = await hashPassword(form.newPassword)
  const { browserId, device } = await app.db.transaction(async (tx) => {
    const used = await tx
      .update(passwordResets)
      .set({ usedAt: app.clock.now() })
      .where(isValid)
      .returning({ id: passwordResets.id })
    if (used.length === 0) fail('token_invalid')
    // Invalidates the other links that were requested: another person may have them.
    await tx.delete(passwordResets).where(and(isOwners, isNull(passwordResets.usedAt)))
    await setPassword(app, tx, { kind, id, passwordHash })
    return rememberBrowser(app, tx, { kind, id, device: form.device })
  })
  await clearCountersAfterReset(app, kind, { email: form.email, browserId, address })
  return device
}

async function setPassword(app: App, tx: Tx, to: SessionOwner & { passwordHash: string }): Promise<void> {
  const { kind, id, passwordHash } = to
  if (kind === 'student') {
    await tx.update(students).set({ passwordHash }).where(eq(students.id, id))
    await app.jobs.send(tx, accountMails, { kind: 'password-changed', studentId: id })
  } else {
    await tx.update(admins).set({ passwordHash }).where(eq(admins.id, id))
    await writeAuditLine(app, tx, { adminId: id, action: 'admin.password_reset', subject: id })
    await app.jobs.send(tx, accountMails, { kind: 'admin-password-changed', adminId: id })
  }
  // Runs after the update: a login that compared the old password waits for this row's lock and then fails.
  await endAllSessions(app, tx, { kind, id })
}
