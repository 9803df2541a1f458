// Resets a forgotten password by a mailed link that works once, within thirty minutes.
import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { IdentityProvider } from '@baobab/contract/identity-provider-names.ts'
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
import { hashRegistrationPassword } from './registration-passwords.ts'
import { findWaiting, isWaiting, lockEmail } from './registrations.ts'
import { isCommonPassword, type PasswordOwner } from './rules.ts'
import { endAllSessions, type SessionOwner } from './sessions.ts'
import { admins, passwordResets, providerIdentities, registrations, students } from './tables.ts'

type AccountKind = SessionOwner['kind']

/**
 * Mails a reset link if the address has an account, or a registration that waits for a guardian. For other addresses it
 * runs the same statements and queues a job that sends nothing, so that timing does not reveal who has an account.
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

/** Runs the same statements for every email. One that has a student has no registration that waits for a guardian. */
async function insertLink(app: App, tx: Tx, link: { id: string; kind: AccountKind; email: string }): Promise<void> {
  const none = sql<string | null>`null::uuid`
  const columns = {
    id: sql<string>`${link.id}::uuid`.as('id'),
    studentId: none.as('student_id'),
    registrationId: none.as('registration_id'),
    adminId: none.as('admin_id'),
    tokenHash: sql<string>`${hashToken(deriveResetToken(app, link.id))}::text`.as('token_hash'),
    madeAt: sql<Date>`${app.clock.now()}::timestamptz`.as('made_at'),
    usedAt: sql<Date | null>`null::timestamptz`.as('used_at'),
  }
  const emailKey = toLookupKey(link.email)
  if (link.kind === 'student') {
    const student = { ...columns, studentId: students.id }
    await tx.insert(passwordResets).select(tx.select(student).from(students).where(eq(students.emailKey, emailKey)))
    const waiting = { ...columns, registrationId: registrations.id }
    await tx.insert(passwordResets).select(tx.select(waiting).from(registrations).where(isWaiting(link.email)))
  } else {
    const isOwner = and(eq(admins.emailKey, emailKey), isNull(admins.removedAt))
    const admin = { ...columns, adminId: admins.id }
    await tx.insert(passwordResets).select(tx.select(admin).from(admins).where(isOwner))
  }
}

type ResetForm = { token: string; email: string; newPassword: string; device?: string | undefined }

/** Whose password is reset: an account, or a registration that waits for a guardian. */
type Owner = PasswordOwner & { kind: AccountKind | 'registration'; id: string }

const ownerColumns = {
  student: passwordResets.studentId,
  admin: passwordResets.adminId,
  registration: passwordResets.registrationId,
}

async function findOwner(app: App, kind: AccountKind, email: string): Promise<Owner | undefined> {
  if (kind === 'admin') {
    const admin = await findAdminByEmail(app.db, email)
    return admin && { ...admin, kind }
  }
  const student = await findStudentByEmail(app.db, email)
  const waiting = await findWaiting(app.db, email)
  return student ? { ...student, kind } : waiting && { ...waiting, kind: 'registration' }
}

/**
 * Sets a new password by a mailed link, ends every session and disconnects every provider: afterwards nobody gets in but
 * whoever reads the mail. If the link is used concurrently, one use succeeds. The browser that used the link becomes a known
 * one, so that it can log in even while strangers keep guessing.
 * @returns `device`: the secret of that browser; undefined for a registration, which has no account to log in to yet
 */
export async function resetPassword(
  app: App,
  form: ResetForm,
  { kind, address }: { kind: AccountKind; address: string },
): Promise<{ device: string | undefined; disconnected: IdentityProvider[] }> {
  const { email, newPassword: password } = form
  const owner = await findOwner(app, kind, email)
  const isOwners = eq(ownerColumns[owner?.kind ?? kind], owner?.id ?? randomUUID())
  const oldest = new Date(app.clock.now().getTime() - RESET_MS)
  const isValid = and(
    isOwners,
    eq(passwordResets.tokenHash, hashToken(form.token)),
    isNull(passwordResets.usedAt),
    gt(passwordResets.madeAt, oldest),
  )
  const [link] = await app.db.select({ id: passwordResets.id }).from(passwordResets).where(isValid)
  if (!link || !owner) fail('token_invalid')
  if (isCommonPassword(password, owner)) failField('newPassword', COMMON_PASSWORD)
  const passwordHash = await (owner.kind === 'registration'
    ? hashRegistrationPassword(app, { email, password })
    : hashPassword(password))
  const { browser, disconnected } = await app.db.transaction(async (tx) => {
    if (owner.kind === 'registration') await lockEmail(tx, email)
    const used = await tx
      .update(passwordResets)
      .set({ usedAt: app.clock.now() })
      .where(isValid)
      .returning({ id: passwordResets.id })
    if (used.length === 0) fail('token_invalid')
    // Invalidates the other links that were requested: another person may have them.
    await tx.delete(passwordResets).where(and(isOwners, isNull(passwordResets.usedAt)))
    return setPassword(app, tx, { owner, passwordHash, device: form.device })
  })
  await clearCountersAfterReset(app, kind, { email, browserId: browser?.browserId, address })
  return { device: browser?.device, disconnected }
}

type NewPassword = { owner: Owner; passwordHash: string; device: string | undefined }

/**
 * Stores the password of an account, disconnects its providers and remembers the browser. A registration, whose account is not
 * open, has neither sessions nor browsers.
 */
async function setPassword(app: App, tx: Tx, { owner, passwordHash, device }: NewPassword) {
  const { kind, id } = owner
  let disconnected: IdentityProvider[] = []
  if (kind === 'admin') {
    await tx.update(admins).set({ passwordHash }).where(eq(admins.id, id))
    await writeAuditLine(app, tx, { adminId: id, action: 'admin.password_reset', subject: id })
    await app.jobs.send(tx, accountMails, { kind: 'admin-password-changed', adminId: id })
  } else {
    disconnected =
      kind === 'student' ? await secureStudent(tx, id, passwordHash) : await secureRegistration(tx, id, passwordHash)
    await app.jobs.send(tx, accountMails, { kind: 'password-changed', studentId: id, disconnected })
  }
  if (kind === 'registration') return { browser: undefined, disconnected }
  // Runs after the update: a login that compared the old password waits for this row's lock and then fails.
  await endAllSessions(app, tx, { kind, id })
  return { browser: await rememberBrowser(app, tx, { kind, id, device }), disconnected }
}

/** Stores a student's password and disconnects all providers. @returns the providers that were connected */
async function secureStudent(tx: Tx, id: string, passwordHash: string): Promise<IdentityProvider[]> {
  // First the student's row, whose lock everybody takes who connects a provider.
  await tx.update(students).set({ passwordHash }).where(eq(students.id, id))
  const { studentId, provider } = providerIdentities
  const deleted = await tx.delete(providerIdentities).where(eq(studentId, id)).returning({ provider })
  return deleted.map((identity) => identity.provider)
}

/** Stores the password of a registration in place of its identity. @returns the provider of that identity, if any */
async function secureRegistration(tx: Tx, id: string, passwordHash: string): Promise<IdentityProvider[]> {
  const isThis = eq(registrations.id, id)
  const [before] = await tx.select({ provider: registrations.provider }).from(registrations).where(isThis).for('update')
  await tx.update(registrations).set({ passwordHash, provider: null, subject: null }).where(isThis)
  return before?.provider ? [before.provider] : []
}
