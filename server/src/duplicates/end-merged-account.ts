// Ends an account that was merged into another one.
import { eq } from 'drizzle-orm'
import { keepFormerBrowsers } from '../accounts/known-browsers.ts'
import { lockOthersOut } from '../accounts/lock-out.ts'
import { ERASED_BIRTH, type StudentRow } from '../accounts/queries.ts'
import { students } from '../accounts/tables.ts'
import { deleteStudentTargets } from '../bulk/delete-student-targets.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { leaderboardEntries } from '../leaderboard/tables.ts'
import { erasedFiles } from '../privacy/erase-account.ts'
import { inactivityMails } from '../privacy/tables.ts'
import type { Pair } from './find-accounts.ts'

/**
 * Ends every way into the merged account, and deletes its data but what tells its owner where everything is: username, email
 * and password, with which a login is refused by a sentence that says so. The guardian who agreed to it can still withdraw.
 */
export async function endMergedAccount(app: App, tx: Tx, { kept, merged }: Pair, reason: string): Promise<void> {
  const { id } = merged
  await keepFormerBrowsers(app, tx, id)
  await lockOthersOut(app, tx, { kind: 'student', id }, { proof: 'closed' })
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
      // A guardian who was only asked about the merged account has no say in the one that stays.
      ...((movesConsent || merged.guardianAgreedAt === null) && noGuardian),
      mergedIntoId: kept.id,
      mergeReason: reason,
      erasedAt: app.clock.now(),
    })
    .where(eq(students.id, id))
  // Accounts that were merged into this one before.
  await tx.update(students).set({ mergedIntoId: kept.id }).where(eq(students.mergedIntoId, id))
  const { guardianEmail, guardianAgreedAt, consentId } = merged
  const hasGuardian = movesConsent || kept.guardianAgreedAt !== null
  await tx
    .update(students)
    .set({
      ...uniteChoices({ kept, merged }),
      ...(movesConsent && { guardianEmail, guardianAgreedAt, consentId }),
      guardianRemovedAt: hasGuardian ? null : (kept.guardianRemovedAt ?? merged.guardianRemovedAt),
    })
    .where(eq(students.id, kept.id))
  await deleteStudentTargets(tx, id)
  if (merged.picture) await app.jobs.send(tx, erasedFiles, { key: merged.picture })
}

const noGuardian = { guardianEmail: null, guardianAgreedAt: null, consentId: null }

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
