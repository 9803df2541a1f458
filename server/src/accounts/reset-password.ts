// Resets a forgotten password with a mailed link that works once, within thirty minutes.
import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { EndedAccess } from '@baobab/contract/accounts/sessions.ts'
import { COMMON_PASSWORD } from '@baobab/contract/kernel/fields.ts'
import { RESET_MS } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../platform/app.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { hashPassword } from '../platform/security/passwords.ts'
import { hashToken } from '../platform/security/tokens.ts'
import { accountMails, deriveResetToken, toPasswordMail } from './account-mails.ts'
import {
  describeWaitingAccount,
  describeWaitingRegistration,
  listGuardians,
  removeGuardians,
  type WaitingForGuardian,
} from './guardian-removal.ts'
import { findKnownBrowser, rememberBrowser } from './known-browsers.ts'
import { lockOthersOut, lockOthersOutOfRegistration } from './lock-out.ts'
import { clearCountersAfterReset } from './login-guard.ts'
import { findAdminByEmail, findStudentByEmail, findStudentById, selectStudentIds, toLookupKey } from './queries.ts'
import { hashRegistrationPassword } from './registration-passwords.ts'
import { findWaiting, isWaiting, lockEmail } from './registrations.ts'
import { isCommonPassword, type PasswordOwner } from './rules.ts'
import type { SessionOwner } from './sessions.ts'
import { admins, passwordResets, registrations, students } from './tables.ts'

type AccountKind = SessionOwner['kind']

/**
 * Mails a reset link if the address has an account, or a registration that is waiting for a guardian. For other addresses, it
 * runs the same statements and queues a job that sends nothing, so that timing does not reveal who has an account.
 */
export async function forgotPassword(
  app: App,
  { email, device }: { email: string; device?: string | undefined },
  kind: AccountKind = 'student',
): Promise<void> {
  const mail = kind === 'student' ? 'reset-link' : 'admin-reset-link'
  // A known browser has its own quota: a stranger who uses up an address's mails does not use up the owner's.
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

/** Runs the same statements for every email. An email with a student has no registration waiting for a guardian. */
async function insertLink(app: App, tx: Tx, link: { id: string; kind: AccountKind; email: string }): Promise<void> {
  const none = sql<string | null>`null::uuid`
  const columns = {
    id: sql<string>`${link.id}::uuid`.as('id'),
    studentId: none.as('student_id'),
    registrationId: none.as('registration_id'),
    adminId: none.as('admin_id'),
    tokenHash: sql<string>`${hashToken(deriveResetToken(app, link.id))}::text`.as('token_hash'),
    madeAt: sql<Date>`${app.clock.now()}::timestamptz`.as('made_at'),
    isBySms: sql<boolean>`false`.as('is_by_sms'),
    sentAt: sql<Date | null>`null::timestamptz`.as('sent_at'),
    usedAt: sql<Date | null>`null::timestamptz`.as('used_at'),
  }
  if (link.kind === 'student') {
    const named = selectStudentIds(tx, 'email', link.email).as('named')
    await tx.insert(passwordResets).select(tx.select({ ...columns, studentId: named.id }).from(named))
    const waiting = { ...columns, registrationId: registrations.id }
    await tx.insert(passwordResets).select(tx.select(waiting).from(registrations).where(isWaiting(link.email)))
  } else {
    const isOwner = and(eq(admins.emailKey, toLookupKey(link.email)), isNull(admins.removedAt))
    const admin = { ...columns, adminId: admins.id }
    await tx.insert(passwordResets).select(tx.select(admin).from(admins).where(isOwner))
  }
}

type ResetLink = { token: string; email: string }
type ResetForm = ResetLink & {
  newPassword: string
  device?: string | undefined
  /** Whether the guardians are removed. */
  removeGuardian?: boolean | undefined
}

/** Whose password is reset: an account, or a registration that is waiting for a guardian. */
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
  return student ? { ...student, kind, email } : waiting && { ...waiting, kind: 'registration' }
}

/** Finds the owner of a mailed link. Throws 400 unless the link is valid and its email is the owner's. */
async function findLink(app: App, kind: AccountKind, { email, token }: ResetLink) {
  const owner = await findOwner(app, kind, email)
  const isValid = and(
    eq(ownerColumns[owner?.kind ?? kind], owner?.id ?? randomUUID()),
    eq(passwordResets.tokenHash, hashToken(token)),
    isNull(passwordResets.usedAt),
    gt(passwordResets.madeAt, new Date(app.clock.now().getTime() - RESET_MS)),
  )
  const [link] = await app.db.select({ id: passwordResets.id }).from(passwordResets).where(isValid)
  if (!link || !owner) fail('token_invalid')
  return { owner, isValid }
}

/** Returns what a student can remove with a mailed link, which stays valid: the guardians. */
export async function readPasswordReset(app: App, link: ResetLink) {
  const { owner } = await findLink(app, 'student', link)
  return { guardians: await listGuardians(app.db, owner) }
}

/**
 * Sets a new password with a mailed link, and locks everyone else out: afterwards, only the reader of the mail can get in. If
 * the link is used concurrently, one use succeeds. The browser that used the link becomes a known one, so it can log in even
 * while strangers keep guessing.
 * @returns `device`: that browser's secret; undefined for a registration, which has no account to log in to yet
 */
export async function resetPassword(
  app: App,
  form: ResetForm,
  { kind, address }: { kind: AccountKind; address: string },
): Promise<{ device: string | undefined; ended: EndedAccess; waiting: WaitingForGuardian | undefined }> {
  const { email, newPassword: password } = form
  const { owner, isValid } = await findLink(app, kind, form)
  if (isCommonPassword(password, owner)) failField('newPassword', COMMON_PASSWORD)
  const passwordHash = await (owner.kind === 'registration'
    ? hashRegistrationPassword(app, { email, password })
    : hashPassword(password))
  const { browser, ended } = await app.db.transaction(async (tx) => {
    if (owner.kind === 'registration') await lockEmail(tx, email)
    const used = await tx
      .update(passwordResets)
      .set({ usedAt: app.clock.now() })
      .where(isValid)
      .returning({ id: passwordResets.id })
    if (used.length === 0) fail('token_invalid')
    return setPassword(app, tx, { ...form, owner, passwordHash })
  })
  await clearCountersAfterReset(app, kind, { email, browserId: browser?.browserId, address })
  return { device: browser?.device, ended, waiting: await findWaitingOwner(app, owner) }
}

type NewPassword = Pick<ResetForm, 'device' | 'removeGuardian'> & { owner: Owner; passwordHash: string }

/** Stores the password, locks everyone else out, and tells the owner by mail. */
async function setPassword(app: App, tx: Tx, { owner, passwordHash, device, removeGuardian }: NewPassword) {
  const { kind, id } = owner
  if (kind === 'admin') return setAdminPassword(app, tx, { id, passwordHash, device })
  const { browser, ended: locked } =
    kind === 'student'
      ? await setStudentPassword(app, tx, { id, passwordHash, device })
      : await setRegistrationPassword(tx, { id, passwordHash })
  const ended = { ...locked, guardians: removeGuardian ? await removeGuardians(app, tx, { kind, id }) : [] }
  await app.jobs.send(tx, accountMails, toPasswordMail(id, ended))
  return { browser, ended }
}

type StoredPassword = { id: string; passwordHash: string; device: string | undefined }

async function setAdminPassword(app: App, tx: Tx, { id, passwordHash, device }: StoredPassword) {
  await tx.update(admins).set({ passwordHash }).where(eq(admins.id, id))
  const outcome = await keepOneBrowser(app, tx, { kind: 'admin', id, device })
  await writeAuditLine(app, tx, { adminId: id, action: 'admin.password_reset', subject: id })
  await app.jobs.send(tx, accountMails, { kind: 'admin-password-changed', adminId: id, ended: outcome.ended })
  return outcome
}

async function setStudentPassword(app: App, tx: Tx, { id, passwordHash, device }: StoredPassword) {
  await tx.update(students).set({ passwordHash }).where(eq(students.id, id))
  return keepOneBrowser(app, tx, { kind: 'student', id, device })
}

/**
 * Remembers the browser, and ends every other way in. Called after updating the account's row: a login that compared the old
 * password waits for that row's lock and then fails.
 */
async function keepOneBrowser(app: App, tx: Tx, { device, ...owner }: SessionOwner & { device: string | undefined }) {
  const browser = await rememberBrowser(app, tx, { ...owner, device })
  const ended = await lockOthersOut(app, tx, owner, { proof: 'mailbox', browserId: browser.browserId })
  return { browser, ended }
}

/** Stores a registration's password in place of the identity that made it. A registration has no sessions or browsers. */
async function setRegistrationPassword(tx: Tx, { id, passwordHash }: Omit<StoredPassword, 'device'>) {
  const ended = await lockOthersOutOfRegistration(tx, id)
  const values = { passwordHash, provider: null, subject: null }
  await tx.update(registrations).set(values).where(eq(registrations.id, id))
  return { browser: undefined, ended }
}

/** Returns who has to agree before the owner of a new password can log in; undefined if nobody does. */
async function findWaitingOwner(app: App, { kind, email, id }: Owner): Promise<WaitingForGuardian | undefined> {
  if (kind === 'admin') return undefined
  // The registration's guardian may have agreed at the same time, which turns it into a student.
  const student = await findStudentById(app.db, id)
  if (student) return describeWaitingAccount(app, student)
  const registration = email === null ? undefined : await findWaiting(app.db, email)
  return registration && describeWaitingRegistration(app, registration)
}
