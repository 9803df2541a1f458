// Lets the mailbox's owner see an account's guardians and remove them with a password reset, because a stranger may have
// registered and named anyone. If the setting GUARDIAN_CONSENT applies, the account then waits for another guardian.
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { guardianText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { computeHmac, isSameSecret } from '../platform/security/tokens.ts'
import { dropGuardianChange } from './guardian-changes.ts'
import { maskGuardian } from './guardian-address.ts'
import { findStudentByAddress, type StudentRow } from './queries.ts'
import { deriveReference, type RegistrationRow } from './registrations.ts'
import { isSameMailbox, isWithoutGuardian } from './rules.ts'
import { registrations, students } from './tables.ts'

/** An account, or a registration that is waiting for a guardian. */
type Guarded = { kind: 'student' | 'registration'; id: string }

/** Returns the masked emails or numbers of the guardians who were asked or have agreed, including those of accounts merged into this one. */
export async function listGuardians(db: Db | Tx, { kind, id }: { kind: string; id: string }) {
  const columns = kind === 'student' ? students : registrations
  const { guardianEmail, guardianNumber, guardianAgreedAt: agreedAt } = columns
  const isOwn = kind === 'student' ? isOfAccount(id) : eq(registrations.id, id)
  const rows = await db
    .select({ guardianEmail, guardianNumber, agreedAt })
    .from(columns)
    .where(and(isOwn, or(isNotNull(guardianEmail), isNotNull(guardianNumber))))
    .orderBy(columns.createdAt, columns.id)
  return rows.map((row) => ({ email: maskGuardian(row), agreedAt: row.agreedAt?.toISOString() ?? null }))
}

/** Returns whether an email reaches a guardian who was asked or has agreed, including the guardian of an account merged into this one. */
export async function isGuardiansMailbox(db: Db | Tx, studentId: string, email: string): Promise<boolean> {
  const rows = await db.select({ guardianEmail: students.guardianEmail }).from(students).where(isOfAccount(studentId))
  return rows.some(({ guardianEmail }) => isSameMailbox(guardianEmail, email))
}

/** After a merge, the merged account's guardian also decides about the remaining account. */
const isOfAccount = (id: string) => or(eq(students.id, id), eq(students.mergedIntoId, id))

/**
 * Removes the guardians: their links can no longer agree, withdraw or erase. A child's account then waits for another guardian.
 * The caller has verified the mailbox.
 * @returns their masked emails
 */
export async function removeGuardians(app: App, tx: Tx, { kind, id }: Guarded): Promise<string[]> {
  const removed = (await listGuardians(tx, { kind, id })).map(({ email }) => email)
  const none = { guardianEmail: null, guardianNumber: null, guardianAgreedAt: null, consentId: null }
  if (kind === 'registration') await tx.update(registrations).set(none).where(eq(registrations.id, id))
  else await dropGuardianChange(tx, id)
  if (kind === 'student' && removed.length > 0) {
    await tx.update(students).set(none).where(isOfAccount(id))
    await tx.update(students).set({ guardianRemovedAt: app.clock.now() }).where(eq(students.id, id))
  }
  return removed
}

type WithoutGuardian = Pick<StudentRow, 'id' | 'birth' | 'guardianEmail' | 'guardianNumber' | 'guardianRemovedAt'>

/** Refuses a login (403) while an account is waiting for another guardian. The caller has authenticated the student. */
export function requireGuardian(app: App, student: WithoutGuardian): void {
  const waiting = describeWaitingAccount(app, student)
  if (waiting) refuseWithoutConsent(waiting)
}

/** The reference needed to name another guardian, and the masked email of the current one; empty if none was named. */
export type WaitingForGuardian = { registration: string; guardianEmail: string }

/** Refuses a login, returning the reference needed to ask the guardian again or name another. */
export function refuseWithoutConsent(waiting: WaitingForGuardian): never {
  return fail('consent_needed', {
    ...waiting,
    ...(waiting.guardianEmail === '' && { message: guardianText.guardianMissing }),
  })
}

/** Returns the reference for naming a guardian, and who was named; undefined if the account is not waiting. */
export function describeWaitingAccount(app: App, student: WithoutGuardian): WaitingForGuardian | undefined {
  if (!isWithoutGuardian(student, { now: app.clock.now(), guardianAge: app.config.guardianAge })) return undefined
  return { registration: deriveGuardianReference(app, student), guardianEmail: maskGuardian(student) }
}

/** Returns the reference for naming a waiting registration's guardian, and who was named. */
export function describeWaitingRegistration(app: App, registration: RegistrationRow): WaitingForGuardian {
  return {
    registration: deriveReference(app, registration),
    guardianEmail: maskGuardian(registration),
  }
}

/**
 * Returns the secret reference for naming another guardian of an account. It changes with each removal, and differs from the
 * registration's reference, which the person who registered knows.
 */
function deriveGuardianReference(app: Pick<App, 'keys'>, { id, guardianRemovedAt }: WithoutGuardian): string {
  const removal = `${id} ${guardianRemovedAt?.toISOString()}`
  return computeHmac(app.keys.codes, 'guardian of account', removal).toString('base64url')
}

/** Finds the account waiting for another guardian, by its email and reference. */
export async function findByGuardianReference(
  app: App,
  db: App['db'] | Tx,
  { email, reference }: { email: string; reference: string },
): Promise<StudentRow | undefined> {
  const student = await findStudentByAddress(db, email)
  if (!student || !describeWaitingAccount(app, student)) return undefined
  return isSameSecret(deriveGuardianReference(app, student), reference) ? student : undefined
}

/** The SQL condition that a link belongs to a guardian who was named for a waiting account and has not agreed. */
const isAsked = (consentId: string) => and(eq(students.consentId, consentId), isNull(students.guardianAgreedAt))

/** Stores the consent of a guardian named for a waiting account. @returns false if it is no longer waiting */
export async function acceptGuardian(app: App, tx: Tx, consentId: string): Promise<boolean> {
  const accepted = await tx
    .update(students)
    .set({ guardianAgreedAt: app.clock.now(), guardianRemovedAt: null })
    .where(isAsked(consentId))
    .returning({ id: students.id })
  return accepted.length > 0
}

/** Forgets a guardian who was named for a waiting account and said no. The account stays as it is. */
export async function forgetGuardian(tx: Tx, consentId: string): Promise<void> {
  await tx
    .update(students)
    .set({ guardianEmail: null, guardianNumber: null, consentId: null })
    .where(isAsked(consentId))
}
