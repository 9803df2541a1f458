// The guardians of an account as its mailbox's owner sees them, who can remove them by a reset: a stranger may have registered, and named
// anybody. Where the setting GUARDIAN_CONSENT applies, the account then waits for another guardian.
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { guardianText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { computeHmac, isSameSecret } from '../platform/security/tokens.ts'
import { findStudentByEmail, type StudentRow } from './queries.ts'
import { deriveReference, type RegistrationRow } from './registrations.ts'
import { isWithoutGuardian, maskEmail } from './rules.ts'
import { registrations, students } from './tables.ts'

/** An account, or a registration that waits for a guardian. */
type Guarded = { kind: 'student' | 'registration'; id: string }

/** Returns the guardians who were asked or have agreed, with masked emails; also those of accounts that were merged into it. */
export async function listGuardians(db: Db | Tx, { kind, id }: { kind: string; id: string }) {
  const columns = kind === 'student' ? students : registrations
  const { guardianEmail: email, guardianAgreedAt: agreedAt } = columns
  const isOwn = kind === 'student' ? isOfAccount(id) : eq(registrations.id, id)
  const rows = await db
    .select({ email, agreedAt })
    .from(columns)
    .where(and(isOwn, isNotNull(email)))
    .orderBy(columns.createdAt, columns.id)
  return rows.map((row) => ({ email: maskEmail(row.email ?? ''), agreedAt: row.agreedAt?.toISOString() ?? null }))
}

/** A guardian who agreed to an account that was merged decides about the one that stays, too. */
const isOfAccount = (id: string) => or(eq(students.id, id), eq(students.mergedIntoId, id))

/**
 * Removes the guardians: their links neither agree, withdraw nor erase any more. An account of a child waits for another one
 * from then on. The caller has proved the mailbox.
 * @returns their masked emails
 */
export async function removeGuardians(app: App, tx: Tx, { kind, id }: Guarded): Promise<string[]> {
  const removed = (await listGuardians(tx, { kind, id })).map(({ email }) => email)
  const none = { guardianEmail: null, guardianAgreedAt: null, consentId: null }
  if (kind === 'registration') await tx.update(registrations).set(none).where(eq(registrations.id, id))
  else if (removed.length > 0) {
    await tx.update(students).set(none).where(isOfAccount(id))
    await tx.update(students).set({ guardianRemovedAt: app.clock.now() }).where(eq(students.id, id))
  }
  return removed
}

type WithoutGuardian = Pick<StudentRow, 'id' | 'birth' | 'guardianEmail' | 'guardianRemovedAt'>

/** Refuses a login (403) while an account waits for another guardian. The caller has checked who asks. */
export function requireGuardian(app: App, student: WithoutGuardian): void {
  const waiting = describeWaitingAccount(app, student)
  if (waiting) refuseWithoutConsent(waiting)
}

/** The reference with which another guardian can be named, and the masked email of the one who was named; empty if none was. */
export type WaitingForGuardian = { registration: string; guardianEmail: string }

/** Refuses a login, with the reference with which a guardian can be asked again or named. */
export function refuseWithoutConsent(waiting: WaitingForGuardian): never {
  return fail('consent_needed', {
    ...waiting,
    ...(waiting.guardianEmail === '' && { message: guardianText.guardianMissing }),
  })
}

/** Returns how the owner of a waiting account can name a guardian, and who was named; undefined if it does not wait. */
export function describeWaitingAccount(app: App, student: WithoutGuardian): WaitingForGuardian | undefined {
  if (!isWithoutGuardian(student, { now: app.clock.now(), guardianAge: app.config.guardianAge })) return undefined
  return { registration: deriveGuardianReference(app, student), guardianEmail: maskEmail(student.guardianEmail ?? '') }
}

/** Returns how a guardian of a waiting registration can be named, and who was named. */
export function describeWaitingRegistration(app: App, registration: RegistrationRow): WaitingForGuardian {
  return {
    registration: deriveReference(app, registration),
    guardianEmail: maskEmail(registration.guardianEmail ?? ''),
  }
}

/**
 * Returns the secret reference with which another guardian of an account can be named. It differs from that of the registration,
 * which the person who registered has, and with each removal.
 */
function deriveGuardianReference(app: Pick<App, 'keys'>, { id, guardianRemovedAt }: WithoutGuardian): string {
  const removal = `${id} ${guardianRemovedAt?.toISOString()}`
  return computeHmac(app.keys.codes, 'guardian of account', removal).toString('base64url')
}

/** Finds the account that waits for another guardian, by its email and reference. */
export async function findByGuardianReference(
  app: App,
  db: App['db'] | Tx,
  { email, reference }: { email: string; reference: string },
): Promise<StudentRow | undefined> {
  const student = await findStudentByEmail(db, email)
  if (!student || !describeWaitingAccount(app, student)) return undefined
  return isSameSecret(deriveGuardianReference(app, student), reference) ? student : undefined
}

/** The SQL condition that a link is that of a guardian who was named for a waiting account and has not agreed. */
const isAsked = (consentId: string) => and(eq(students.consentId, consentId), isNull(students.guardianAgreedAt))

/** Stores that a guardian who was named for a waiting account has agreed. @returns false if it does not wait any more */
export async function acceptGuardian(app: App, tx: Tx, consentId: string): Promise<boolean> {
  const accepted = await tx
    .update(students)
    .set({ guardianAgreedAt: app.clock.now(), guardianRemovedAt: null })
    .where(isAsked(consentId))
    .returning({ id: students.id })
  return accepted.length > 0
}

/** Forgets a guardian who was named for a waiting account and says no. The account stays as it is. */
export async function forgetGuardian(tx: Tx, consentId: string): Promise<void> {
  await tx.update(students).set({ guardianEmail: null, consentId: null }).where(isAsked(consentId))
}
