// If the setting GUARDIAN_CONSENT applies, an account opens only after a parent or guardian has agreed through a mailed link.
// They are asked once the child's mailbox is verified (ask-guardian.ts). The same link withdraws the consent later
// (privacy/withdraw-consent.ts).
import { eq } from 'drizzle-orm'
import { accountsReplyText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { isSameSecret } from '../platform/security/tokens.ts'
import { accountMails } from './account-mails.ts'
import { deriveConsentToken } from './derive-code.ts'
import {
  acceptGuardianChange,
  dropGuardianChange,
  findGuardianChange,
  type GuardianChangeRow,
} from './guardian-changes.ts'
import { acceptGuardian } from './guardian-removal.ts'
import { findStudentById, type StudentRow } from './queries.ts'
import { lockEmail, openAccount, type RegistrationRow } from './registrations.ts'
import { isSameMailbox } from './rules.ts'
import { registrations, students } from './tables.ts'

/** The parameters of a guardian's link; `student` is the consent id. */
export type ConsentLink = { student: string; token: string }

/**
 * The child a consent link is about: a registration, or a student once the account is open. `agreedAt` is when the guardian
 * with this link agreed. `change`: an admin named this guardian in place of another, who stays until this one agrees.
 */
type Ward = {
  registration: RegistrationRow | undefined
  student: StudentRow | undefined
  agreedAt: Date | null
  change: GuardianChangeRow | undefined
}

async function findWard(app: App, db: Db | Tx, { student: consentId, token }: ConsentLink): Promise<Ward> {
  if (!isSameSecret(token, deriveConsentToken(app, consentId))) fail('token_invalid')
  const [registration] = await db.select().from(registrations).where(eq(registrations.consentId, consentId))
  const [consented] = await db.select().from(students).where(eq(students.consentId, consentId))
  const change = registration || consented ? undefined : await findGuardianChange(db, consentId)
  if (change) {
    const named = await findStudentById(db, change.studentId)
    return { registration, student: named?.erasedAt ? undefined : named, agreedAt: null, change }
  }
  // If the account was merged, its guardian now decides about the account it was merged into.
  const student = consented?.mergedIntoId ? await findStudentById(db, consented.mergedIntoId) : consented
  // Consent given before the child's mailbox was verified does not count.
  const agreedAt = registration ? registration.verifiedAt && registration.guardianAgreedAt : consented?.guardianAgreedAt
  return { registration, student, agreedAt: agreedAt ?? null, change }
}

/**
 * Finds the child a consent link is about, and locks the account or the email's registrations, because a reset may remove the
 * guardian at the same moment. Throws if the link is forged.
 */
export async function lockWard(app: App, tx: Tx, link: ConsentLink): Promise<Ward> {
  const { registration, student } = await findWard(app, tx, link)
  if (registration) await lockEmail(tx, registration.email)
  else if (student) await tx.select().from(students).where(eq(students.id, student.id)).for('update')
  return findWard(app, tx, link)
}

/** Returns the data for the guardian's page: the child's username, and what the guardian can do or has done. */
export async function readConsentRequest(app: App, link: ConsentLink) {
  const { registration, student, agreedAt, change } = await findWard(app, app.db, link)
  const { username } = registration ?? student ?? fail('token_invalid')
  return {
    username,
    agreedAt: agreedAt?.toISOString() ?? null,
    canAgree: registration === undefined || registration.verifiedAt !== null,
    isAccount: registration === undefined,
    isChange: change !== undefined,
  }
}

/** Fails while another guardian must not take over a student's account. `features.ts` passes it, because the draws are above this feature. */
export type RefuseOtherGuardian = (app: App, tx: Tx, studentId: string) => Promise<void>

/**
 * Stores a guardian's consent, which opens the account, or reopens it if another guardian was removed. Safe to repeat. Throws
 * 409 if the child's mailbox is not verified yet, if the username has been taken, which ends the registration, or if the child
 * now has this guardian's email, which ends the change of the guardian.
 */
export async function giveGuardianConsent(
  app: App,
  link: ConsentLink,
  refuseOtherGuardian: RefuseOtherGuardian,
): Promise<void> {
  const outcome = await app.db.transaction(async (tx) => {
    const { registration, student, change } = await lockWard(app, tx, link)
    if (registration?.verifiedAt) return openWithConsent(app, tx, registration)
    if (registration) fail('consent_too_early')
    if (!student) fail('token_invalid')
    if (change) {
      await refuseOtherGuardian(app, tx, student.id)
      if (isSameMailbox(student.email, change.guardianEmail)) {
        await dropGuardianChange(tx, student.id)
        return 'child'
      }
      await acceptGuardianChange(app, tx, change, student)
      await announceConsent(app, tx, { id: student.id, consentId: change.id })
    } else if (await acceptGuardian(app, tx, link.student)) await announceConsent(app, tx, student)
    return 'open'
  })
  // Thrown outside the transaction, whose rollback would otherwise keep the registration or the change.
  if (outcome === 'child') fail('guardian_is_child')
  if (outcome === 'username-taken') fail('username_taken', { message: accountsReplyText.guardianAgreedButUsernameLost })
}

async function openWithConsent(app: App, tx: Tx, registration: RegistrationRow): Promise<'open' | 'username-taken'> {
  const guardianAgreedAt = registration.guardianAgreedAt ?? app.clock.now()
  if (!(await openAccount(app, tx, { ...registration, guardianAgreedAt }))) return 'username-taken'
  await announceConsent(app, tx, registration)
  return 'open'
}

type Consented = Pick<StudentRow, 'id' | 'consentId'>

/** Confirms to the guardian what they agreed to, and tells the child who agreed. */
async function announceConsent(app: App, tx: Tx, { id, consentId }: Consented): Promise<void> {
  if (consentId !== null) await app.jobs.send(tx, accountMails, { kind: 'guardian-agreed', consentId })
  await app.jobs.send(tx, accountMails, { kind: 'consent-given', studentId: id })
}
