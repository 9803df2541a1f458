// Lets an admin name another guardian for an open account. The earlier consent stays valid until the new guardian agrees with the
// mailed link. If the new one says no, nothing changes.
import { and, eq, isNull } from 'drizzle-orm'
import { guardianAdminText } from '@baobab/contract/students/guardian.ts'
import { studentsText } from '@baobab/contract/students/endpoints.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { accountMails } from './account-mails.ts'
import { guardianChanges, studentCorrections } from './correction-tables.ts'
import { toLookupKey, type StudentRow } from './queries.ts'
import { isSameMailbox, maskEmail } from './rules.ts'
import { students } from './tables.ts'

export type GuardianChangeRow = typeof guardianChanges.$inferSelect

const HOUR_S = 3_600

type NewGuardian = { student: StudentRow; adminId: string; guardianEmail: string; reason: string }

/**
 * Asks another guardian, who replaces one who was named earlier and has not answered. The caller has locked the student. Throws
 * 429 above the mail limits per guardian and per student.
 */
export async function askOtherGuardian(app: App, tx: Tx, asked: NewGuardian): Promise<void> {
  const { student, adminId, guardianEmail, reason } = asked
  if (student.guardianAgreedAt && isSameMailbox(guardianEmail, student.guardianEmail))
    failField('guardianEmail', guardianAdminText.sameGuardian)
  const isAllowed =
    (await app.rateLimits.consumeMailQuota('ask-guardian', student.id)) &&
    (await app.rateLimits.consumeMailQuota('guardian-consent', toLookupKey(guardianEmail)))
  if (!isAllowed) fail('too_many_requests', { message: studentsText.mailsUsedUp, retryAfterSeconds: HOUR_S })
  await tx.delete(guardianChanges).where(eq(guardianChanges.studentId, student.id))
  const [change] = await tx
    .insert(guardianChanges)
    .values({ studentId: student.id, adminId, guardianEmail, reason, at: app.clock.now() })
    .returning()
  if (change) await app.jobs.send(tx, accountMails, { kind: 'guardian-consent', consentId: change.id })
}

/** Finds a change that waits for the guardian's answer, by the id in the mailed link. */
export async function findGuardianChange(db: Db | Tx, consentId: string): Promise<GuardianChangeRow | undefined> {
  const isOpen = and(eq(guardianChanges.id, consentId), isNull(guardianChanges.refusedAt))
  const [change] = await db.select().from(guardianChanges).where(isOpen)
  return change
}

/** Finds the guardian whom an admin named for a student and who has not answered yet. */
export async function findOpenGuardianChange(db: Db | Tx, studentId: string): Promise<GuardianChangeRow | undefined> {
  const isOpen = and(eq(guardianChanges.studentId, studentId), isNull(guardianChanges.refusedAt))
  const [change] = await db.select().from(guardianChanges).where(isOpen)
  return change
}

/**
 * Makes the new guardian, who has agreed, the student's guardian, and tells the former one. The caller has locked the student.
 */
export async function acceptGuardianChange(
  app: App,
  tx: Tx,
  { id, studentId, adminId, guardianEmail, reason }: GuardianChangeRow,
  former: Pick<StudentRow, 'guardianEmail' | 'guardianAgreedAt'>,
): Promise<void> {
  const at = app.clock.now()
  const agreed = { guardianEmail, guardianNumber: null, guardianAgreedAt: at, guardianRemovedAt: null, consentId: id }
  await tx.update(students).set(agreed).where(eq(students.id, studentId))
  await tx.delete(guardianChanges).where(eq(guardianChanges.id, id))
  const values = { field: 'guardianEmail' as const, oldValue: former.guardianEmail, newValue: guardianEmail }
  const [correction] = await tx
    .insert(studentCorrections)
    .values({ ...values, studentId, adminId, reason, at })
    .returning()
  if (correction && former.guardianEmail !== null && former.guardianAgreedAt !== null)
    await app.jobs.send(tx, accountMails, { kind: 'guardian-replaced', studentId, correctionId: correction.id })
}

/** Drops a change because the new guardian said no. The address is masked, and the former guardian stays. */
export async function refuseGuardianChange(app: App, tx: Tx, { id, guardianEmail }: GuardianChangeRow): Promise<void> {
  await tx
    .update(guardianChanges)
    .set({ guardianEmail: maskEmail(guardianEmail), refusedAt: app.clock.now() })
    .where(eq(guardianChanges.id, id))
}

/** Drops a change of a student's guardian: an admin cancels it, or the guardians are removed. @returns whether there was one */
export async function dropGuardianChange(tx: Tx, studentId: string): Promise<boolean> {
  const dropped = await tx.delete(guardianChanges).where(eq(guardianChanges.studentId, studentId)).returning()
  return dropped.length > 0
}
