// Resets a forgotten password with a mailed link that works once, within thirty minutes, or with a code sent to the proved phone
// number (`reset-code.ts`).
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
import { requireSmsOffered, requireSmsOpen } from '../sms/require-sms.ts'
import type { LockOutProof } from './lock-out-rules.ts'
import { clearCountersAfterReset } from './login-guard.ts'
import { numberMessages } from './number-messages.ts'
import { findAdminByEmail, findStudentByAddress, findStudentById, selectStudentIds, toLookupKey } from './queries.ts'
import { isEmailAddress, type Address } from './read-address.ts'
import { hashRegistrationPassword } from './registration-passwords.ts'
import {
  canResetByNumber,
  clearResetTries,
  countResetTry,
  deleteResetCodes,
  findResetCode,
  mayRequestCode,
} from './reset-code.ts'
import { findWaiting, isWaiting, lockEmail } from './registrations.ts'
import { isCommonPassword, type PasswordOwner } from './rules.ts'
import type { SessionOwner } from './sessions.ts'
import { admins, passwordResets, registrations, students } from './tables.ts'

type AccountKind = SessionOwner['kind']

/**
 * Mails a reset link, or sends a code to a phone number, if the address has an account, or a registration that is waiting for a
 * guardian. For other addresses, it runs the same statements and queues a job that sends nothing, so that timing does not reveal
 * who has an account.
 */
export async function forgotPassword(
  app: App,
  { email, device }: { email: string; device?: string | undefined },
  kind: AccountKind = 'student',
): Promise<void> {
  if (kind === 'student' && !isEmailAddress(email)) return requestResetCode(app, { number: email, device })
  const mail = kind === 'student' ? 'reset-link' : 'admin-reset-link'
  // A known browser has its own quota: a stranger who uses up an address's mails does not use up the owner's.
  const browserId = await findKnownBrowser(app.db, { kind, email, device })
  const isAllowed =
    (browserId !== undefined && (await app.rateLimits.consumeMailQuota(`${mail}-browser`, browserId))) ||
    (await app.rateLimits.consumeMailQuota(mail, toLookupKey(email)))
  if (!isAllowed) return
  const id = randomUUID()
  await app.db.transaction(async (tx) => {
    await insertReset(app, tx, { id, kind, email })
    await app.jobs.send(tx, accountMails, { kind: 'reset-link', resetId: id })
  })
}

/** Sends a code by SMS. An earlier one stops working, so that two of them are not twice the chance to guess one. */
async function requestResetCode(
  app: App,
  { number, device }: { number: string; device: string | undefined },
): Promise<void> {
  requireSmsOffered(app, 'number')
  await requireSmsOpen(app)
  const browserId = await findKnownBrowser(app.db, { kind: 'student', email: number, device })
  if (!(await mayRequestCode(app, { number, browserId }))) return
  const canReset = await canResetByNumber(app, number)
  const id = randomUUID()
  await app.db.transaction(async (tx) => {
    await deleteResetCodes(tx, number)
    await insertReset(app, tx, { id, kind: 'student', email: canReset ? number : '', isBySms: true })
    await app.jobs.send(tx, numberMessages, { kind: 'reset-code', resetId: id })
  })
  await clearResetTries(app, { number, browserId })
}

type NewReset = { id: string; kind: AccountKind; email: Address; isBySms?: boolean }

/** Runs the same statements for every address. An address with a student has no registration waiting for a guardian. */
async function insertReset(app: App, tx: Tx, link: NewReset): Promise<void> {
  const none = sql<string | null>`null::uuid`
  const columns = {
    id: sql<string>`${link.id}::uuid`.as('id'),
    studentId: none.as('student_id'),
    registrationId: none.as('registration_id'),
    adminId: none.as('admin_id'),
    tokenHash: sql<string>`${hashToken(deriveResetToken(app, link.id))}::text`.as('token_hash'),
    madeAt: sql<Date>`${app.clock.now()}::timestamptz`.as('made_at'),
    isBySms: sql<boolean>`${link.isBySms ?? false}::boolean`.as('is_by_sms'),
    sentAt: sql<Date | null>`null::timestamptz`.as('sent_at'),
    usedAt: sql<Date | null>`null::timestamptz`.as('used_at'),
  }
  if (link.kind === 'student') {
    const named = selectStudentIds(tx, link.isBySms ? 'number' : 'email', link.email).as('named')
    await tx.insert(passwordResets).select(tx.select({ ...columns, studentId: named.id }).from(named))
    const waiting = { ...columns, registrationId: registrations.id }
    await tx.insert(passwordResets).select(tx.select(waiting).from(registrations).where(isWaiting(link.email)))
  } else {
    const isOwner = and(eq(admins.emailKey, toLookupKey(link.email)), isNull(admins.removedAt))
    const admin = { ...columns, adminId: admins.id }
    await tx.insert(passwordResets).select(tx.select(admin).from(admins).where(isOwner))
  }
}

type ResetLink = { token: string; email: Address; device?: string | undefined }
type ResetForm = ResetLink & {
  newPassword: string
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
  const student = await findStudentByAddress(app.db, email)
  const waiting = await findWaiting(app.db, email)
  return student ? { ...student, kind, email } : waiting && { ...waiting, kind: 'registration' }
}

/** Finds the owner of a mailed link or a code. Throws 400 unless it is valid and its address is the owner's. */
async function findReset(app: App, kind: AccountKind, reset: ResetLink) {
  return isEmailAddress(reset.email) ? findLink(app, kind, reset) : findCode(app, reset)
}

/** Finds the owner of a code. Its tries are counted before the comparison, so that parallel guesses gain nothing. */
async function findCode(app: App, { email: number, token, device }: ResetLink) {
  const browserId = await findKnownBrowser(app.db, { kind: 'student', email: number, device })
  await countResetTry(app, { number, browserId })
  const owner = await findOwner(app, 'student', number)
  const isOwners = eq(ownerColumns[owner?.kind ?? 'student'], owner?.id ?? randomUUID())
  const isValid = await findResetCode(app, isOwners, token)
  if (!isValid || !owner) fail('token_invalid')
  await clearResetTries(app, { number, browserId })
  return { owner, isValid }
}

async function findLink(app: App, kind: AccountKind, { email, token }: ResetLink) {
  const owner = await findOwner(app, kind, email)
  const isValid = and(
    eq(ownerColumns[owner?.kind ?? kind], owner?.id ?? randomUUID()),
    eq(passwordResets.tokenHash, hashToken(token)),
    eq(passwordResets.isBySms, false),
    isNull(passwordResets.usedAt),
    gt(passwordResets.madeAt, new Date(app.clock.now().getTime() - RESET_MS)),
  )
  const [link] = await app.db.select({ id: passwordResets.id }).from(passwordResets).where(isValid)
  if (!link || !owner) fail('token_invalid')
  return { owner, isValid }
}

/** Returns what a student can remove with a mailed link or a code, which stays valid: the guardians. */
export async function readPasswordReset(app: App, link: ResetLink) {
  const { owner } = await findReset(app, 'student', link)
  return { guardians: await listGuardians(app.db, owner) }
}

/**
 * Sets a new password with a mailed link or a code, and locks everyone else out: afterwards, only the reader of the message can get
 * in. If it is used concurrently, one use succeeds. The browser that used the link becomes a known one, so it can log in even
 * while strangers keep guessing.
 * @returns `device`: that browser's secret; undefined for a registration, which has no account to log in to yet
 */
export async function resetPassword(
  app: App,
  form: ResetForm,
  { kind, address }: { kind: AccountKind; address: string },
): Promise<{ device: string | undefined; ended: EndedAccess; waiting: WaitingForGuardian | undefined }> {
  const { email, newPassword: password } = form
  const { owner, isValid } = await findReset(app, kind, form)
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
  const names = await listLoginNames(app, owner)
  await clearCountersAfterReset(app, kind, { id: owner.id, names, browserId: browser?.browserId, address })
  return { device: browser?.device, ended, waiting: await findWaitingOwner(app, owner) }
}

type NewPassword = Pick<ResetForm, 'email' | 'device' | 'removeGuardian'> & { owner: Owner; passwordHash: string }

/** Stores the password, locks everyone else out, and tells the owner by mail. */
async function setPassword(app: App, tx: Tx, { owner, email, passwordHash, device, removeGuardian }: NewPassword) {
  const { kind, id } = owner
  if (kind === 'admin') return setAdminPassword(app, tx, { id, passwordHash, device })
  const { browser, ended: locked } =
    kind === 'student'
      ? await setStudentPassword(app, tx, { id, passwordHash, device, isBySms: !isEmailAddress(email) })
      : await setRegistrationPassword(tx, { id, passwordHash })
  const ended = { ...locked, guardians: removeGuardian ? await removeGuardians(app, tx, { kind, id }) : [] }
  await app.jobs.send(tx, accountMails, toPasswordMail(id, ended))
  return { browser, ended }
}

type StoredPassword = { id: string; passwordHash: string; device: string | undefined }

async function setAdminPassword(app: App, tx: Tx, { id, passwordHash, device }: StoredPassword) {
  await tx.update(admins).set({ passwordHash }).where(eq(admins.id, id))
  const outcome = await keepOneBrowser(app, tx, { kind: 'admin', id }, { device, proof: 'mailbox' })
  await writeAuditLine(app, tx, { adminId: id, action: 'admin.password_reset', subject: id })
  await app.jobs.send(tx, accountMails, { kind: 'admin-password-changed', adminId: id, ended: outcome.ended })
  return outcome
}

async function setStudentPassword(
  app: App,
  tx: Tx,
  { id, passwordHash, device, isBySms }: StoredPassword & { isBySms: boolean },
) {
  // A code from the number has just proved it.
  const proved = isBySms ? { numberProvedAt: app.clock.now() } : {}
  await tx
    .update(students)
    .set({ passwordHash, ...proved })
    .where(eq(students.id, id))
  return keepOneBrowser(app, tx, { kind: 'student', id }, { device, proof: isBySms ? 'number' : 'mailbox' })
}

/**
 * Remembers the browser, and ends every other way in. Called after updating the account's row: a login that compared the old
 * password waits for that row's lock and then fails.
 */
async function keepOneBrowser(
  app: App,
  tx: Tx,
  owner: SessionOwner,
  { device, proof }: { device: string | undefined; proof: LockOutProof },
) {
  const browser = await rememberBrowser(app, tx, { ...owner, device })
  const ended = await lockOthersOut(app, tx, owner, { proof, browserId: browser.browserId })
  return { browser, ended }
}

/** Stores a registration's password in place of the identity that made it. A registration has no sessions or browsers. */
async function setRegistrationPassword(tx: Tx, { id, passwordHash }: Omit<StoredPassword, 'device'>) {
  const ended = await lockOthersOutOfRegistration(tx, id)
  const values = { passwordHash, provider: null, subject: null }
  await tx.update(registrations).set(values).where(eq(registrations.id, id))
  return { browser: undefined, ended }
}

/** Returns the names with which the owner can log in. */
async function listLoginNames(app: App, { kind, id, email }: Owner): Promise<string[]> {
  const student = kind === 'student' ? await findStudentById(app.db, id) : undefined
  return [email, student?.email, student?.username, student?.provedNumber].filter((name) => typeof name === 'string')
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
