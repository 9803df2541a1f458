// The two links of a change of email: the new address confirms it, the present one refuses it. Opening a link changes nothing, because
// mail scanners open links too.
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { readEmailChange } from '@baobab/contract/students/email-change.ts'
import { and, eq, gt, or } from 'drizzle-orm'
import { hashAddress } from '../../accounts/address-hash.ts'
import { isGuardiansMailbox } from '../../accounts/guardian-removal.ts'
import { lockOthersOut } from '../../accounts/lock-out.ts'
import { findStudentById, toLookupKey, type StudentRow } from '../../accounts/queries.ts'
import { findEmailOwner, lockEmail } from '../../accounts/registrations.ts'
import { maskEmail } from '../../accounts/rules.ts'
import { emailCodes, signInNames, students } from '../../accounts/tables.ts'
import { findMailbox, toOwnAddress } from '../../accounts/own-address.ts'
import type { App } from '../../platform/app.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { hashToken } from '../../platform/security/tokens.ts'
import { copyFormerAttempts } from '../../quiz/former-attempts.ts'
import { storeCorrections } from '../corrections/store-corrections.ts'
import { emailChanges } from '../correction-tables.ts'
import { refuseWhilePrizeWaits } from '../prize-guard.ts'
import { findReportable } from './report-email-change.ts'
import { studentMails } from '../student-mails.ts'

type Found = { change: typeof emailChanges.$inferSelect; address: 'new' | 'present' }

/** Finds the change that a link is about. Throws 400 if it has expired, or can no longer be confirmed. */
async function findChange(app: App, db: Db | Tx, token: string): Promise<Found> {
  const hash = hashToken(token)
  const isLink = or(eq(emailChanges.confirmTokenHash, hash), eq(emailChanges.refuseTokenHash, hash))
  const [change] = await db
    .select()
    .from(emailChanges)
    .where(and(isLink, gt(emailChanges.expiresAt, app.clock.now())))
  if (!change) fail('token_invalid')
  const address = change.confirmTokenHash === hash ? 'new' : 'present'
  return address === 'new' && change.refusedAt ? fail('token_invalid') : { change, address }
}

/** Returns the data for the page of a link. */
export async function readByLink(app: App, token: string): Promise<ReplyOf<typeof readEmailChange>> {
  const former = await findReportable(app, token)
  if (former) return { username: former.username, email: maskEmail(former.to), address: 'former' }
  const { change, address } = await findChange(app, app.db, token)
  const { username } = (await findStudentById(app.db, change.studentId)) ?? fail('token_invalid')
  return { username, email: address === 'new' ? change.email : maskEmail(change.email), address }
}

/**
 * Changes the email and locks everyone out, because anyone who reads the former mailbox could get in. If an account or the
 * student's guardian uses the address by now, ends the change and fails with `email_taken_meanwhile` or `email_is_guardians`.
 * Works once.
 */
export async function confirmByLink(app: App, token: string): Promise<void> {
  const refused = await app.db.transaction(async (tx) => {
    const { email, studentId } = (await findChange(app, tx, token)).change
    // Locked before the student, as in every change to an email's registrations, so that nobody else can take the email meanwhile.
    await lockEmail(tx, email)
    const [student] = await tx.select().from(students).where(eq(students.id, studentId)).for('update')
    // Found again: it may have been confirmed or canceled before the locks were taken.
    const { change, address } = await findChange(app, tx, token)
    if (!student || student.erasedAt || address !== 'new') fail('token_invalid')
    await refuseWhilePrizeWaits(app, tx, studentId)
    await tx.delete(emailChanges).where(eq(emailChanges.id, change.id))
    if (await findEmailOwner(tx, email)) return 'email_taken_meanwhile'
    if (await isGuardiansMailbox(tx, studentId, email)) return 'email_is_guardians'
    await storeEmail(app, tx, student, change)
    return undefined
  })
  // Thrown outside the transaction, whose rollback would otherwise keep the change.
  if (refused) fail(refused)
}

async function storeEmail(
  app: App,
  tx: Tx,
  student: StudentRow,
  { email, reason, adminId }: Found['change'],
): Promise<void> {
  const { id: studentId, email: oldEmail } = student
  await lockOthersOut(app, tx, { kind: 'student', id: studentId }, { proof: 'mailbox' })
  // A code that was mailed to the former address must not prove that mail to the new one arrives.
  await tx.delete(emailCodes).where(eq(emailCodes.studentId, studentId))
  const emailKey = toLookupKey(email)
  const isName = and(eq(signInNames.studentId, studentId), eq(signInNames.kind, 'email'))
  await tx.delete(signInNames).where(isName)
  await tx.insert(signInNames).values({ kind: 'email', valueKey: emailKey, studentId })
  await tx
    .update(students)
    .set({ email, emailKey, addressHash: hashAddress(app, email), emailBouncedAt: null })
    .where(eq(students.id, studentId))
  // A quiz that an erased account of the former mailbox had started stays closed.
  await copyFormerAttempts(app, tx, { from: toOwnAddress(student), to: email })
  const changes = [{ field: 'email' as const, oldValue: oldEmail, newValue: email }]
  const [correctionId] = await storeCorrections(app, tx, { studentId, adminId, reason, changes })
  if (correctionId !== undefined && findMailbox(student))
    await app.jobs.send(tx, studentMails, { kind: 'email-changed', studentId, correctionId })
}

/** Ends a change because the owner of the present address says that this was not them. Safe to repeat. */
export async function refuseByLink(app: App, token: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { studentId } = (await findChange(app, tx, token)).change
    await tx.select({ id: students.id }).from(students).where(eq(students.id, studentId)).for('update')
    const { change, address } = await findChange(app, tx, token)
    if (address !== 'present') fail('token_invalid')
    await tx
      .update(emailChanges)
      .set({ refusedAt: change.refusedAt ?? app.clock.now() })
      .where(eq(emailChanges.id, change.id))
  })
}
