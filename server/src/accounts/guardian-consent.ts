// If the setting GUARDIAN_CONSENT applies, an account opens only after a parent or guardian has agreed by a mailed link.
// The same link withdraws the consent later (privacy/withdraw-consent.ts).
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { ageAt } from '@baobab/contract/age.ts'
import { RESEND_MS } from '@baobab/contract/limits.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { attemptKey, countAttempt } from '../platform/security/attempt-backoff.ts'
import { isSameSecret } from '../platform/security/tokens.ts'
import { accountMails, deriveConsentToken } from './account-mails.ts'
import { findStudentById, toLookupKey, type StudentRow } from './queries.ts'
import { findByReference, findRegistrations, lockEmail, openAccount, type RegistrationRow } from './registrations.ts'
import { maskEmail, toMailbox } from './rules.ts'
import { registrations, students } from './tables.ts'

/**
 * Returns the guardian's email, or null if no consent is needed. Throws if consent is needed and the email is missing or
 * is the child's own.
 */
export function requireGuardianEmail(
  app: Pick<App, 'clock' | 'config'>,
  form: { birth: string; email: string; guardianEmail?: string | undefined },
): string | null {
  if (ageAt(form.birth, app.clock.now()) >= app.config.guardianAge) return null
  if (!form.guardianEmail) failField('guardianEmail', accountsText.guardianNeeded)
  refuseOwnEmail(form.email, form.guardianEmail)
  return form.guardianEmail
}

function refuseOwnEmail(email: string, guardianEmail: string): void {
  if (toMailbox(guardianEmail) === toMailbox(email)) failField('guardianEmail', accountsText.guardianIsSelf)
}

/** The parameters of a guardian's link; `student` is the consent id. */
export type ConsentLink = { student: string; token: string }

/** The child whom a consent link is about: a registration, or a student once the account is open. */
type Ward = { registration: RegistrationRow | undefined; student: StudentRow | undefined }

async function findWard(app: App, db: Db | Tx, { student: consentId, token }: ConsentLink): Promise<Ward> {
  if (!isSameSecret(token, deriveConsentToken(app, consentId))) fail('token_invalid')
  const [registration] = await db.select().from(registrations).where(eq(registrations.consentId, consentId))
  const [consented] = await db.select().from(students).where(eq(students.consentId, consentId))
  // Whoever agreed to an account decides about the one that it was merged into.
  const student = consented?.mergedIntoId ? await findStudentById(db, consented.mergedIntoId) : consented
  return { registration, student }
}

/** Finds the child whom a consent link is about, and locks the registrations of the email. Throws if the link is forged. */
export async function lockWard(app: App, tx: Tx, link: ConsentLink): Promise<Ward> {
  const ward = await findWard(app, tx, link)
  if (!ward.registration) return ward
  await lockEmail(tx, ward.registration.email)
  return findWard(app, tx, link)
}

/** Returns what the guardian's page shows: the child's username, and when the guardian agreed. */
export async function readConsentRequest(
  app: App,
  link: ConsentLink,
): Promise<{ username: string; agreedAt: string | null }> {
  const { registration, student } = await findWard(app, app.db, link)
  const { username, guardianAgreedAt } = registration ?? student ?? fail('token_invalid')
  return { username, agreedAt: guardianAgreedAt?.toISOString() ?? null }
}

/**
 * Stores a guardian's consent, and opens the account if its email is verified. Safe to repeat. Throws 409 if the username was
 * taken meanwhile, which ends the registration.
 * @returns whether the account is open
 */
export async function giveGuardianConsent(app: App, link: ConsentLink): Promise<boolean> {
  const outcome = await app.db.transaction(async (tx) => {
    const { registration, student } = await lockWard(app, tx, link)
    if (student) return 'open'
    if (!registration) fail('token_invalid')
    const guardianAgreedAt = registration.guardianAgreedAt ?? app.clock.now()
    if (registration.guardianAgreedAt === null) {
      await tx.update(registrations).set({ guardianAgreedAt }).where(eq(registrations.id, registration.id))
      await app.jobs.send(tx, accountMails, { kind: 'guardian-agreed', consentId: link.student })
    }
    if (registration.verifiedAt === null) return 'unverified'
    return (await openAccount(app, tx, { ...registration, guardianAgreedAt })) ? 'open' : 'username-taken'
  })
  // Thrown after the transaction, which would otherwise keep the registration.
  if (outcome === 'username-taken') fail('username_taken', { message: accountsText.guardianAgreedButUsernameLost })
  return outcome === 'open'
}

const cooldown = { freeAttempts: 1, initialMs: RESEND_MS, maxMs: RESEND_MS }

/**
 * Mails the guardian of a registration that waits for consent again. If another guardian is named, mails that one instead,
 * and the earlier link stops working. Throws 429 if the last request was less than a minute ago.
 * @returns the masked email of the guardian
 */
export async function askGuardian(
  app: App,
  form: { email: string; registration: string; guardianEmail?: string | undefined },
): Promise<string> {
  const waiting = (await findRegistrations(app, app.db, form.email)).filter(({ verifiedAt }) => verifiedAt !== null)
  const registration = findByReference(app, waiting, form.registration) ?? refuseReference()
  const guardianEmail = form.guardianEmail ?? registration.guardianEmail ?? refuseReference()
  refuseOwnEmail(form.email, guardianEmail)
  await countAttempt(app, attemptKey('ask-guardian', registration.id), cooldown, accountsText.guardianAskedTooSoon)
  // The limit of the registration keeps one child from having mails sent to many strangers.
  const isMailed =
    (await app.rateLimits.consumeMailQuota('ask-guardian', registration.id)) &&
    (await app.rateLimits.consumeMailQuota('guardian-consent', toLookupKey(guardianEmail)))
  await app.db.transaction(async (tx) => {
    await lockEmail(tx, form.email)
    const isSame = toLookupKey(guardianEmail) === toLookupKey(registration.guardianEmail ?? '')
    const consentId = (isSame && registration.consentId) || randomUUID()
    const changed = await tx
      .update(registrations)
      .set({ guardianEmail, consentId })
      .where(eq(registrations.id, registration.id))
      .returning({ id: registrations.id })
    if (changed.length === 0) refuseReference()
    if (isMailed) await app.jobs.send(tx, accountMails, { kind: 'guardian-consent', consentId })
  })
  return maskEmail(guardianEmail)
}

function refuseReference(): never {
  return fail('not_found', { message: accountsText.registrationNotFound })
}
