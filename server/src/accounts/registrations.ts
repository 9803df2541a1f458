// Registrations whose account is not open yet: finding them, locking them and turning them into accounts.
import { toInternationalNumber } from '../platform/phone-numbers.ts'
import { and, desc, eq, gt, inArray, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { UNVERIFIED_HOLDS_MS } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { computeHmac, isSameSecret } from '../platform/security/tokens.ts'
import { hashAddress } from './address-hash.ts'
import { findStudentByAddress, insertSignInNames, isUsernameTaken, toLookupKey } from './queries.ts'
import { insertIdentity } from './identity-providers/identities.ts'
import { passwordResets, registrations, students } from './tables.ts'

export type RegistrationRow = typeof registrations.$inferSelect

/**
 * Makes transactions about one email run one at a time: every change to its registrations takes this lock first. So at most one
 * registration is verified, and no more are stored than the limit allows.
 */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`registrations of ${toLookupKey(email)}`}, 0))`)
}

/** Returns the time before which unverified registrations have expired. */
export function oldestRegistration(app: Pick<App, 'clock'>): Date {
  return new Date(app.clock.now().getTime() - UNVERIFIED_HOLDS_MS)
}

/** Returns the SQL condition that a registration has not expired. */
export function isCurrent(app: Pick<App, 'clock'>): SQL | undefined {
  return or(isNotNull(registrations.verifiedAt), gt(registrations.createdAt, oldestRegistration(app)))
}

/**
 * Returns the keyed hash that replaces a registration's email once the account with that email is erased. Such registrations
 * stay without personal data until they expire, and still behave like those of a taken email: if they were deleted, anyone who
 * had made one would learn that there was an account.
 */
export function hashErasedEmail(app: Pick<App, 'keys'>, email: string): string {
  return computeHmac(app.keys.codes, 'erased email', toLookupKey(email)).toString('base64url')
}

/** The SQL condition that a registration still has its email, rather than having lost it when an account was erased. */
export const hasEmail = ne(registrations.email, '')

/** Returns the SQL condition that a registration was made with an email. */
export function isOfEmail(app: Pick<App, 'keys'>, email: string): SQL {
  return inArray(registrations.emailKey, [toLookupKey(email), hashErasedEmail(app, email)])
}

/** Returns the registrations of an email that have not expired, newest first. */
export async function findRegistrations(app: App, db: Db | Tx, email: string): Promise<RegistrationRow[]> {
  return db
    .select()
    .from(registrations)
    .where(and(isOfEmail(app, email), isCurrent(app)))
    .orderBy(desc(registrations.createdAt), desc(registrations.id))
}

/**
 * Returns a registration's secret reference. Only the person who registered has it, so a code sent with it cannot verify
 * somebody else's registration of the same email. A password reset replaces it.
 */
export function deriveReference(
  app: Pick<App, 'keys'>,
  { id, referenceId }: Pick<RegistrationRow, 'id' | 'referenceId'>,
): string {
  return computeHmac(app.keys.codes, 'registration', referenceId ?? id).toString('base64url')
}

/** Finds a registration by its reference. */
export function findByReference(
  app: Pick<App, 'keys'>,
  rows: readonly RegistrationRow[],
  reference: string,
): RegistrationRow | undefined {
  return rows.find((row) => isSameSecret(deriveReference(app, row), reference))
}

/**
 * Finds the unverified registration that a call is about: the one with the reference, or without a reference the only one. If
 * there are several, a code without a reference could belong to a stranger's registration. A registration made with a provider
 * always needs the reference: if the reader of the mail typed its code, it would open an account that a stranger can sign in
 * to.
 */
export function findPending(
  app: Pick<App, 'keys'>,
  rows: readonly RegistrationRow[],
  reference: string | undefined,
): RegistrationRow | undefined {
  const pending = rows.filter(({ verifiedAt }) => verifiedAt === null)
  if (reference !== undefined) return findByReference(app, pending, reference)
  return pending.length === 1 && pending[0]?.provider === null ? pending[0] : undefined
}

/** The owner of an email: a student, or a verified registration that is waiting for a guardian. */
type EmailOwner = { id: string; username: string; email: string | null; emailBouncedAt: Date | null }

/** Returns the SQL condition that a registration is an email's verified one, which is waiting for a guardian. */
export function isWaiting(email: string): SQL | undefined {
  return and(eq(registrations.emailKey, toLookupKey(email)), isNotNull(registrations.verifiedAt))
}

/** Finds an email's registration that is waiting for a guardian. */
export async function findWaiting(db: Db | Tx, email: string): Promise<RegistrationRow | undefined> {
  const [row] = await db.select().from(registrations).where(isWaiting(email))
  return row
}

/** Finds the owner of an email or a phone number in E.164. Runs the same queries whether or not there is one. */
export async function findEmailOwner(db: Db | Tx, email: string): Promise<EmailOwner | undefined> {
  const student = await findStudentByAddress(db, email)
  const waiting = await findWaiting(db, email)
  return student ?? (waiting && { ...waiting, emailBouncedAt: null })
}

/**
 * Turns a registration into an account. The caller holds the lock of its email and knows that the email has no owner. Throws
 * 409 if the registration's identity has been connected to another account in the meantime.
 * @returns false if the username has been taken or retired since the registration, which is then deleted. As long as accounts
 * come only from registrations, this does not happen, because a registration reserves its username.
 */
export async function openAccount(app: App, tx: Tx, registration: RegistrationRow): Promise<boolean> {
  const { id, username } = registration
  const isOpen = !(await isUsernameTaken(app, tx, username))
  if (isOpen) {
    const addressHash = hashAddress(app, registration.email)
    const internationalNumber = toInternationalNumber(registration.number) ?? ''
    const student = { ...registration, ...toProvedAddress(app, registration) }
    await insertSignInNames(tx, student)
    await tx.insert(students).values({ ...student, addressHash, internationalNumber, verifiedAt: app.clock.now() })
    const resets = eq(passwordResets.registrationId, id)
    await tx.update(passwordResets).set({ studentId: id, registrationId: null }).where(resets)
    const { provider, subject } = registration
    if (provider !== null && subject !== null)
      await insertIdentity(app, tx, { provider, subject, studentId: id, proof: 'opening' })
  }
  await tx.delete(registrations).where(eq(registrations.id, id))
  return isOpen
}

/** Returns an account's columns for the address that its registration proved. */
function toProvedAddress(app: App, { verifyBy, email, emailKey }: RegistrationRow) {
  return verifyBy === 'sms'
    ? { email: null, emailKey: null, provedNumber: email, numberProvedAt: app.clock.now() }
    : { email, emailKey, provedNumber: null }
}
