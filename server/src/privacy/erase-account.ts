// Erasure of a student's account: all personal data is deleted at once. Points and payments stay without a name, because
// past leaderboards, draws and accounts must still add up.
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { keepFormerBrowsers } from '../accounts/known-browsers.ts'
import { lockOthersOut } from '../accounts/lock-out.ts'
import { lockProven, proveStudent, type Proof } from '../accounts/prove-student.ts'
import { hashRetiredUsername, type StudentRow } from '../accounts/queries.ts'
import { hashErasedEmail } from '../accounts/registrations.ts'
import { retiredUsernames } from '../accounts/erased-tables.ts'
import { registrations, students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { deleteStudentTargets } from '../bulk/delete-student-targets.ts'
import { certificates } from '../awards/tables.ts'
import { deleteStudentExports } from '../exports/delete-student-exports.ts'
import { fairPlayAppeals } from '../fair-play/tables.ts'
import { isFrom } from '../contact/queries.ts'
import { contactMessages } from '../contact/tables.ts'
import { removeFromLeaderboard } from '../leaderboard/remove-from-leaderboard.ts'
import { leaderboardEntries } from '../leaderboard/tables.ts'
import { notificationMails, notificationReads, notificationRecipients, notifications } from '../notifications/tables.ts'
import { payments, refundNotes } from '../payments/tables.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { keepFormerAttempts } from '../quiz/former-attempts.ts'
import { attempts, questionReports } from '../quiz/tables.ts'
import { practiceAnswers, streakPauses } from '../quiz/streak-tables.ts'
import { prizeClaimVersions } from '../scholarship/prize-tables.ts'
import { drawEntries, entrantProposals, listClaims, prizeClaims } from '../scholarship/tables.ts'
import { staffNotes } from '../students/tables.ts'
import { bookmarks, watches } from '../videos/tables.ts'
import { noteErasures, recordErasuresNow } from './record-erasures.ts'
import { inactivityMails } from './tables.ts'

/** Replaces a deleted date of birth; belongs to no age category. */
export const ERASED_BIRTH = '1900-01-01'

/** Returns the values that replace the personal data in a student's row. */
function eraseValues(id: string) {
  const uniqueKey = `erased:${id}`
  return {
    username: 'deleted',
    usernameKey: uniqueKey,
    email: '',
    emailKey: uniqueKey,
    number: '',
    passwordHash: '',
    birth: ERASED_BIRTH,
    address: '',
    school: null,
    picture: null,
    avatar: null,
    guardianEmail: null,
    consentId: null,
    guardianRemovedAt: null,
    addressHash: null,
    disqualifiedReason: null,
    heldAt: null,
    extraTimeFactor: 1 as const,
    hidesMovement: false,
    mergedIntoId: null,
    mergeReason: null,
    optionalMailsOffAt: null,
  }
}

/**
 * Empties the registrations of an erased account's email, which may hold the data of the same person. They stay until they
 * expire, with their username and password: so a stranger who made one learns nothing about the account.
 */
async function eraseFromRegistrations(app: App, tx: Tx, emailKey: string): Promise<void> {
  const personal = { number: '', birth: ERASED_BIRTH, address: '', school: null, avatar: null, guardianEmail: null }
  await tx
    .update(registrations)
    .set({ ...personal, email: '', emailKey: hashErasedEmail(app, emailKey) })
    .where(eq(registrations.emailKey, emailKey))
}

/**
 * Files to delete: the student's picture, and exports that list the student. Queued in the transaction that erases, so
 * that a crash right after it leaves no file.
 */
export const erasedFiles = defineQueue<{ key: string }>('erased-files', { retryLimit: 20 })

/** Erases the caller's account, given the password or a mailed code. */
export async function eraseAccount(app: App, who: StudentUser, proof: Proof): Promise<void> {
  const proven = await proveStudent(app, who.id, proof)
  const files = await app.db.transaction(async (tx) => {
    await lockProven(tx, proven)
    return eraseStudent(app, tx, who.id)
  })
  await recordErasuresNow(app)
  for (const file of files) await app.files.remove(file)
}

/** Deletes what stays with an account when it is merged into another: its part in draws, appeals, and what its email sent. */
async function eraseTraces(app: App, tx: Tx, { id, emailKey }: StudentRow): Promise<void> {
  // That somebody was missing from a list stays published.
  await tx.update(listClaims).set({ studentId: null, text: null, answerText: null }).where(eq(listClaims.studentId, id))
  await tx.delete(prizeClaims).where(eq(prizeClaims.studentId, id))
  // That there was a claim stays, and who changed it when.
  await tx
    .update(prizeClaimVersions)
    .set({
      studentId: null,
      guardianName: null,
      guardianPhone: null,
      guardianEmail: null,
      publicName: null,
      reason: null,
    })
    .where(eq(prizeClaimVersions.studentId, id))
  await tx
    .update(drawEntries)
    .set({ studentId: null, username: null, nonce: null, reachedAt: null })
    .where(eq(drawEntries.studentId, id))
  // Flags and decisions stay: they hold ids, times and numbers only.
  await tx.delete(fairPlayAppeals).where(eq(fairPlayAppeals.studentId, id))
  await tx.delete(entrantProposals).where(eq(entrantProposals.studentId, id))
  await eraseFromRegistrations(app, tx, emailKey)
  await tx.delete(contactMessages).where(isFrom(emailKey))
}

/**
 * Erases what is left of an account that was merged into the one being erased. The quizzes of both count as started by its
 * mailbox too.
 */
async function eraseMerged(app: App, tx: Tx, merged: StudentRow): Promise<void> {
  const nameHash = hashRetiredUsername(app, merged.username)
  await tx.insert(retiredUsernames).values({ nameHash }).onConflictDoNothing()
  if (merged.mergedIntoId !== null) await keepFormerAttempts(app, tx, { id: merged.mergedIntoId, email: merged.email })
  await eraseTraces(app, tx, merged)
  await tx.update(students).set(eraseValues(merged.id)).where(eq(students.id, merged.id))
}

/**
 * Deletes all personal data of a student from the database.
 * @returns the keys of the files to delete, which a job deletes too
 */
export async function eraseStudent(app: App, tx: Tx, id: string): Promise<string[]> {
  // Locks the row: an earlier change or login is erased too, and a later one finds no account.
  const [student] = await tx.select().from(students).where(eq(students.id, id)).for('update')
  if (!student || student.erasedAt) fail('not_found')
  await tx
    .insert(retiredUsernames)
    .values({ nameHash: hashRetiredUsername(app, student.username) })
    .onConflictDoNothing()
  await keepFormerAttempts(app, tx, student)
  const mergedAccounts = await tx.select().from(students).where(eq(students.mergedIntoId, id)).for('update')
  for (const merged of mergedAccounts) await eraseMerged(app, tx, merged)
  // A backup may be from before the merge.
  const erased = [id, ...mergedAccounts.map((merged) => merged.id)]
  await noteErasures(
    app,
    tx,
    erased.map((studentId) => ({ kind: 'student', id: studentId })),
  )
  await removeFromLeaderboard(app, tx, { reason: 'erased', condition: sql`student_id = ${id}` })
  // A day that reveals the birthday is erased with it.
  await tx.update(leaderboardEntries).set({ leavesOn: ERASED_BIRTH }).where(eq(leaderboardEntries.studentId, id))
  await tx
    .update(attempts)
    .set({ resetReason: null })
    .where(and(eq(attempts.studentId, id), isNotNull(attempts.resetReason)))
  // A report is about a question, not about a person: it still counts, but what the student wrote may name somebody.
  await tx.update(questionReports).set({ studentId: null, text: null }).where(eq(questionReports.studentId, id))
  await tx.delete(staffNotes).where(eq(staffNotes.studentId, id))
  await tx.delete(practiceAnswers).where(eq(practiceAnswers.studentId, id))
  await tx.delete(streakPauses).where(eq(streakPauses.studentId, id))
  await tx.delete(watches).where(eq(watches.studentId, id))
  await tx.delete(bookmarks).where(eq(bookmarks.studentId, id))
  // Their public pages are gone with them.
  await tx.delete(certificates).where(eq(certificates.studentId, id))
  await tx.delete(notifications).where(eq(notifications.studentId, id))
  await tx.delete(notificationReads).where(eq(notificationReads.studentId, id))
  await tx.delete(notificationRecipients).where(eq(notificationRecipients.studentId, id))
  await tx.delete(notificationMails).where(eq(notificationMails.studentId, id))
  await tx.delete(inactivityMails).where(eq(inactivityMails.studentId, id))
  await tx
    .delete(refundNotes)
    .where(
      inArray(refundNotes.paymentId, tx.select({ id: payments.id }).from(payments).where(eq(payments.studentId, id))),
    )
  await eraseTraces(app, tx, student)
  await tx.update(payments).set({ payerEmail: null }).where(eq(payments.studentId, id))
  await keepFormerBrowsers(app, tx, id)
  await lockOthersOut(app, tx, { kind: 'student', id }, { proof: 'closed' })
  await tx
    .update(students)
    .set({ ...eraseValues(id), erasedAt: app.clock.now() })
    .where(eq(students.id, id))
  await deleteStudentTargets(tx, id)
  const files = await deleteStudentExports(tx)
  if (student.picture) files.push(student.picture)
  for (const key of files) await app.jobs.send(tx, erasedFiles, { key })
  return files
}
