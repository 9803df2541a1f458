// Ends an account that was merged into another one.
import { eq } from 'drizzle-orm'
import { forgetAllBrowsers, keepFormerBrowsers } from '../accounts/known-browsers.ts'
import type { StudentRow } from '../accounts/queries.ts'
import { endAllSessions } from '../accounts/sessions.ts'
import { emailCodes, passwordResets, proofCodes, providerIdentities, students } from '../accounts/tables.ts'
import { deleteStudentTargets } from '../bulk/delete-student-targets.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { leaderboardEntries } from '../leaderboard/tables.ts'
import { ERASED_BIRTH, erasedFiles } from '../privacy/erase-account.ts'
import { inactivityMails } from '../privacy/tables.ts'
import type { Pair } from './find-accounts.ts'

/**
 * Ends every way into the merged account, and deletes its data but what tells its owner where everything is: username, email
 * and password, with which a login is refused by a sentence that says so. The guardian who agreed to it can still withdraw.
 */
export async function endMergedAccount(app: App, tx: Tx, { kept, merged }: Pair, reason: string): Promise<void> {
  const { id } = merged
  await endAllSessions(app, tx, { kind: 'student', id })
  await keepFormerBrowsers(app, tx, id)
  await forgetAllBrowsers(tx, { kind: 'student', id })
  await tx.delete(providerIdentities).where(eq(providerIdentities.studentId, id))
  await tx.delete(emailCodes).where(eq(emailCodes.studentId, id))
  await tx.delete(proofCodes).where(eq(proofCodes.studentId, id))
  await tx.delete(passwordResets).where(eq(passwordResets.studentId, id))
  await tx.delete(inactivityMails).where(eq(inactivityMails.studentId, id))
  // A day that reveals the birthday is erased with it.
  await tx.update(leaderboardEntries).set({ leavesOn: ERASED_BIRTH }).where(eq(leaderboardEntries.studentId, id))
  const movesConsent = kept.guardianAgreedAt === null && merged.guardianAgreedAt !== null
  await tx
    .update(students)
    .set({
      number: '',
      birth: ERASED_BIRTH,
      address: '',
      school: null,
      picture: null,
      avatar: null,
      addressHash: null,
      extraTimeFactor: 1,
      hidesMovement: false,
      ...(movesConsent && { guardianEmail: null, guardianAgreedAt: null, consentId: null }),
      mergedIntoId: kept.id,
      mergeReason: reason,
      erasedAt: app.clock.now(),
    })
    .where(eq(students.id, id))
  // Accounts that were merged into this one before.
  await tx.update(students).set({ mergedIntoId: kept.id }).where(eq(students.mergedIntoId, id))
  const { guardianEmail, guardianAgreedAt, consentId } = merged
  await tx
    .update(students)
    .set({ ...uniteChoices({ kept, merged }), ...(movesConsent && { guardianEmail, guardianAgreedAt, consentId }) })
    .where(eq(students.id, kept.id))
  await deleteStudentTargets(tx, id)
  if (merged.picture) await app.jobs.send(tx, erasedFiles, { key: merged.picture })
}

/** Returns what the account that stays takes over: a choice that one of them made holds, and so does the later use. */
function uniteChoices({ kept, merged }: Pair): Partial<StudentRow> {
  return {
    school: kept.school ?? merged.school,
    extraTimeFactor: merged.extraTimeFactor > kept.extraTimeFactor ? merged.extraTimeFactor : kept.extraTimeFactor,
    hidesMovement: kept.hidesMovement || merged.hidesMovement,
    optionalMailsOffAt: kept.optionalMailsOffAt ?? merged.optionalMailsOffAt,
    // Otherwise an account that was not used for long would be erased although the student has just used the other one.
    lastActiveAt: merged.lastActiveAt > kept.lastActiveAt ? merged.lastActiveAt : kept.lastActiveAt,
  }
}
