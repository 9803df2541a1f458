// Registers students without revealing whether an email has an account: the reply, the work and the rows are always the same.
// Whether the mail contains a code or tells the email's owner is decided only when it is written.
import { maySendCode, requireSmsNumber, requireSmsOffered, requireSmsOpen } from '../sms/require-sms.ts'
import { requirePhoneNumber } from '../platform/phone-numbers.ts'
import { and, desc, eq, isNull, lt, notInArray, sql } from 'drizzle-orm'
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import { lagosDate, CODE_MS, PENDING_REGISTRATIONS } from '@baobab/contract/accounts/rules.ts'
import type { registerStudent as endpoint } from '@baobab/contract/accounts/endpoints.ts'
import { COMMON_PASSWORD, INVALID_DATE } from '@baobab/contract/kernel/fields.ts'
import { type IdentityProvider, accountsText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { accountMails } from './account-mails.ts'
import { clearCodeTries } from './code-tries.ts'
import { createVerificationCode } from './create-verification-code.ts'
import { deriveVerificationCode } from './derive-code.ts'
import { requireGuardianAddress, type GuardianColumns } from './guardian-address.ts'
import type { IdentityKey } from './identity-providers/identities.ts'
import { isUsernameReserved, isUsernameTaken, toLookupKey } from './queries.ts'
import { isEmailAddress, type Address } from './read-address.ts'
import { hashRegistrationPassword } from './registration-passwords.ts'
import {
  deriveReference,
  isCurrent,
  isOfEmail,
  lockEmail,
  oldestRegistration,
  type RegistrationRow,
} from './registrations.ts'
import { startResendCooldown } from './resend-code.ts'
import { isCommonPassword } from './rules.ts'
import { emailCodes, registrations } from './tables.ts'

type Form = ParsedOf<typeof endpoint>['body']
/** A registration to store, with a password or with an identity confirmed by a provider. */
export type NewRegistration = Omit<
  Form,
  'email' | 'verifyBy' | 'guardianEmail' | 'guardianNumber' | 'password' | 'repassword'
> & {
  /** The address that the code proves: an email, or a number in E.164 if `verifyBy` is sms. */
  email: Address
  verifyBy: 'email' | 'sms'
} & GuardianColumns &
  (
    | { passwordHash: string; provider?: undefined; subject?: undefined }
    | { passwordHash?: undefined; provider: IdentityProvider; subject: string }
  )
type Registered = { verificationToken: string; registration: string; email: string | null }

/**
 * Stores a registration and mails its verification code. If the email has an owner, only the mail differs.
 * @returns `registration`: the secret reference of the registration; `verificationToken`: the code itself if mail goes to the
 * sandbox, otherwise the reference
 */
export async function registerStudent(app: App, form: Form): Promise<Registered> {
  const email = await requireAddress(app, form)
  requirePastBirth(app, form.birth)
  if (isCommonPassword(form.password, { ...form, email })) failField('password', COMMON_PASSWORD)
  const guardian = requireGuardianAddress(app, { ...form, email })
  await requireFreeUsername(app, form.username)
  const passwordHash = await hashRegistrationPassword(app, { ...form, email })
  const isSent = await countCode(app, email)
  const { password: _, repassword: __, verifyBy = 'email', ...fields } = form
  const registration = { ...fields, ...guardian, email, verifyBy, passwordHash }
  const created = await app.db.transaction((tx) => createRegistration(app, tx, registration, { isMailed: isSent }))
  return announceCode(app, { ...created, email, isMailed: isSent })
}

/**
 * Returns the address that the code will prove: the email, or the number in E.164. Throws 400 if a number cannot get text messages, and
 * 503 while none are sent.
 */
async function requireAddress(app: App, { verifyBy, email = '', number }: Form): Promise<Address> {
  requirePhoneNumber('number', number)
  if (verifyBy !== 'sms') return email
  requireSmsOffered(app, 'verifyBy')
  const proved = requireSmsNumber(app, 'number', number)
  await requireSmsOpen(app, proved)
  return proved
}

/** Refuses a date of birth in the future. */
export function requirePastBirth(app: App, birth: string): void {
  if (birth > lagosDate(app.clock.now())) failField('birth', INVALID_DATE)
}

/**
 * Throws 409 if a username is currently closed to registration. Called before the mails are counted, so that a refused
 * registration uses up no mails of an address that may be somebody else's.
 * @param own the caller's identity, whose earlier registration is about to be replaced
 */
export async function requireFreeUsername(app: App, username: string, own?: IdentityKey): Promise<void> {
  if (!(await isUsernameFree(app, app.db, username, own))) refuseUsername()
}

/** Counts the mail or text message with a code before the registration's transaction. @returns whether the limits allow it */
export function countCode(app: App, address: Address): Promise<boolean> {
  if (!isEmailAddress(address)) return maySendCode(app, address)
  return app.rateLimits.consumeMailQuota('verify-code', toLookupKey(address))
}

/** Starts the waits before a stored registration may request another code, and returns what the caller may know. */
export async function announceCode(
  app: App,
  { id, codeId, email, isMailed }: { id: string; codeId: string; email: string; isMailed: boolean },
): Promise<Registered> {
  if (isMailed) await clearCodeTries(app, { email })
  const registration = deriveReference(app, { id, referenceId: null })
  await startResendCooldown(app, { email })
  await startResendCooldown(app, { email, registration })
  const isReal = isEmailAddress(email) ? app.config.smtpUrl : app.config.sms.provider
  const verificationToken = isReal ? registration : deriveVerificationCode(app, codeId)
  return { verificationToken, registration, email: isEmailAddress(email) ? email : null }
}

/**
 * Stores the registration and queues its mail, unless other registrations of the email that must stay already reach the limit.
 * A guardian is asked once the code has been entered: until then, the email may be a stranger's.
 * @returns its id and the id of its code, which matches no code if the email has reached its hourly mail limit: a code that is
 * not mailed could only be guessed
 */
export async function createRegistration(app: App, tx: Tx, form: NewRegistration, { isMailed }: { isMailed: boolean }) {
  await lockEmail(tx, form.email)
  const { id } = await insertRegistration(app, tx, form)
  const codeId = await createVerificationCode(app, tx, isMailed ? id : undefined)
  await removeSurplus(app, tx, form.email)
  if (isMailed) await app.jobs.send(tx, accountMails, { kind: 'verify-code', codeId })
  return { id, codeId }
}

/**
 * Deletes registrations of an email beyond the limit. Those whose code was created within the last 15 minutes stay, oldest
 * first, so that a stranger cannot end the registration of the email's owner, who may be about to enter the code. Of the
 * others, the newest stay: if new ones were refused, strangers could keep the owner from registering. The mail limit leaves
 * room for new ones within the hour. Compares when codes were created rather than mailed, because codes for an email with an
 * account are never mailed.
 */
async function removeSurplus(app: App, tx: Tx, email: string): Promise<void> {
  const arePending = and(isOfEmail(app, email), isNull(registrations.verifiedAt))
  const oldestCode = new Date(app.clock.now().getTime() - CODE_MS)
  // Null for registrations without a fresh code, which come last.
  const madeWithFreshCode = sql`case when ${emailCodes.madeAt} > ${oldestCode}::timestamptz then ${registrations.createdAt} end`
  const kept = tx
    .select({ id: registrations.id })
    .from(registrations)
    .leftJoin(emailCodes, eq(emailCodes.registrationId, registrations.id))
    .where(arePending)
    .orderBy(madeWithFreshCode, desc(registrations.createdAt), desc(registrations.id))
    .limit(PENDING_REGISTRATIONS)
  await tx.delete(registrations).where(and(arePending, notInArray(registrations.id, kept)))
}

/** Returns whether a username has never belonged to a registration or an account, and is not reserved. */
async function isUsernameFree(app: App, db: Db | Tx, username: string, own?: IdentityKey): Promise<boolean> {
  const [registration] = await db
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.usernameKey, toLookupKey(username)), isCurrent(app), own && isNotReplacedBy(own)))
  return registration === undefined && !(await isUsernameRefused(app, db, username))
}

/** Returns the SQL condition that a registration is not an unverified one by an identity. */
function isNotReplacedBy({ provider, subject }: IdentityKey) {
  const isOwn = and(eq(registrations.provider, provider), eq(registrations.subject, subject))
  return sql`(${and(isOwn, isNull(registrations.verifiedAt))}) is not true`
}

async function isUsernameRefused(app: App, db: Db | Tx, username: string): Promise<boolean> {
  return (await isUsernameTaken(app, db, username)) || (await isUsernameReserved(db, username))
}

/** Inserts a registration. Throws 409 if the username is reserved, in use, or belonged to an erased account. */
export async function insertRegistration(app: App, tx: Tx, form: NewRegistration): Promise<RegistrationRow> {
  const usernameKey = toLookupKey(form.username)
  const { verifiedAt, createdAt } = registrations
  const isExpired = and(isNull(verifiedAt), lt(createdAt, oldestRegistration(app)))
  await tx.delete(registrations).where(and(eq(registrations.usernameKey, usernameKey), isExpired))
  const [registration] = await tx
    .insert(registrations)
    .values({
      username: form.username,
      usernameKey,
      email: form.email,
      emailKey: toLookupKey(form.email),
      verifyBy: form.verifyBy,
      number: form.number,
      passwordHash: form.passwordHash ?? null,
      provider: form.provider ?? null,
      subject: form.subject ?? null,
      guardianEmail: form.guardianEmail,
      guardianNumber: form.guardianNumber,
      birth: form.birth,
      gender: form.gender,
      address: form.address,
      school: form.school || null,
      avatar: form.avatar ?? null,
      isAvatarPublic: form.avatar !== undefined,
      createdAt: app.clock.now(),
    })
    .onConflictDoNothing({ target: registrations.usernameKey })
    .returning()
  // Checked after the insert, which waits for any registration of this name that is just becoming an account.
  const isRefused = await isUsernameRefused(app, tx, form.username)
  if (!registration || isRefused) refuseUsername()
  return registration
}

export function refuseUsername(): never {
  return fail('username_taken', { errors: [{ path: 'username', message: accountsText.usernameTaken }] })
}
