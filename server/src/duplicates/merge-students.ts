// Merges one of a student's accounts into another and ends it. ADR 23 says what happens to everything that belonged to it, and
// why.
import {
  mergeNotification,
  mergeRefusalSentences,
  EARLIER_ATTEMPT_COUNTS,
} from '@baobab/contract/duplicates/endpoints.ts'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { accountMails } from '../accounts/account-mails.ts'
import { students } from '../accounts/tables.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import { deductPoints, lockLeaderboardEntry } from '../leaderboard/deduct-points.ts'
import { mergeEntries } from '../leaderboard/merge-entries.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { toOwnAddress } from '../accounts/own-address.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { fail, findCode } from '../platform/http/errors.ts'
import { copyFormerAttempts } from '../quiz/former-attempts.ts'
import { scoreAttempt } from '../quiz/rules.ts'
import { attempts } from '../quiz/tables.ts'
import { keepFormerBrowsers } from '../accounts/known-browsers.ts'
import { lockOthersOut } from '../accounts/lock-out.ts'
import { ERASED_BIRTH, type StudentRow } from '../accounts/queries.ts'
import { deleteStudentTargets } from '../bulk/delete-student-targets.ts'
import { leaderboardEntries } from '../leaderboard/tables.ts'
import { erasedFiles } from '../privacy/erase-account.ts'
import { inactivityMails } from '../privacy/tables.ts'
import { carryDisqualification, copyOpenFlags } from './carry-fair-play.ts'
import { findPair, type Pair } from './find-accounts.ts'
import { findRefusals } from './find-refusals.ts'
import { moveBelongings } from './move-belongings.ts'
import { chooseAttempts } from './rules.ts'

// Ends an account that was merged into another one.

/**
 * Ends every way into the merged account, and deletes its data except what is needed to tell its owner where everything is:
 * username, email and password, with which a login is refused with that explanation. A guardian who agreed to it can still
 * withdraw.
 */
async function endMergedAccount(app: App, tx: Tx, { kept, merged }: Pair, reason: string): Promise<void> {
  const { id } = merged
  await keepFormerBrowsers(app, tx, id)
  await lockOthersOut(app, tx, { kind: 'student', id }, { proof: 'closed' })
  await tx.delete(inactivityMails).where(eq(inactivityMails.studentId, id))
  // The leaving day would reveal the birthday, so it is erased too.
  await tx.update(leaderboardEntries).set({ leavesOn: ERASED_BIRTH }).where(eq(leaderboardEntries.studentId, id))
  const movesConsent = kept.guardianAgreedAt === null && merged.guardianAgreedAt !== null
  // An account has one proved number. A number that moves logs in to the remaining account, and one that stays is told about it.
  const movesNumber = kept.provedNumber === null && merged.provedNumber !== null
  await tx
    .update(students)
    .set({
      number: '',
      internationalNumber: null,
      birth: ERASED_BIRTH,
      address: '',
      school: null,
      picture: null,
      avatar: null,
      addressHash: null,
      extraTimeFactor: 1,
      wantsReading: false,
      hidesMovement: false,
      ...(movesNumber && { provedNumber: null, numberProvedAt: null }),
      // A guardian who was only asked about the merged account has no say in the remaining one.
      ...((movesConsent || merged.guardianAgreedAt === null) && noGuardian),
      mergedIntoId: kept.id,
      mergeReason: reason,
      erasedAt: app.clock.now(),
    })
    .where(eq(students.id, id))
  // Accounts previously merged into this one.
  await tx.update(students).set({ mergedIntoId: kept.id }).where(eq(students.mergedIntoId, id))
  const { guardianEmail, guardianNumber, guardianAgreedAt, consentId, provedNumber, numberProvedAt } = merged
  const hasGuardian = movesConsent || kept.guardianAgreedAt !== null
  await tx
    .update(students)
    .set({
      ...uniteChoices({ kept, merged }),
      ...(movesConsent && { guardianEmail, guardianNumber, guardianAgreedAt, consentId }),
      // The nightly job computes the hash again, because the number may be the account's only address.
      ...(movesNumber && { provedNumber, numberProvedAt, addressHash: null }),
      guardianRemovedAt: hasGuardian ? null : (kept.guardianRemovedAt ?? merged.guardianRemovedAt),
    })
    .where(eq(students.id, kept.id))
  await deleteStudentTargets(tx, id)
  if (merged.picture) await app.jobs.send(tx, erasedFiles, { key: merged.picture })
}

const noGuardian = { guardianEmail: null, guardianNumber: null, guardianAgreedAt: null, consentId: null }

/** Returns what the remaining account takes over: choices made in either account, and the later use. */
function uniteChoices({ kept, merged }: Pair): Partial<StudentRow> {
  return {
    school: kept.school ?? merged.school,
    extraTimeFactor: merged.extraTimeFactor > kept.extraTimeFactor ? merged.extraTimeFactor : kept.extraTimeFactor,
    wantsReading: kept.wantsReading || merged.wantsReading,
    hidesMovement: kept.hidesMovement || merged.hidesMovement,
    optionalMailsOffAt: kept.optionalMailsOffAt ?? merged.optionalMailsOffAt,
    // Otherwise a long unused account would be erased even though the student has just used the other one.
    lastActiveAt: merged.lastActiveAt > kept.lastActiveAt ? merged.lastActiveAt : kept.lastActiveAt,
  }
}

type MergeInput = { username: string; into: string; reason: string }

/** PostgreSQL aborts one of two transactions that wait for each other; it then runs again. */
const DEADLOCK = '40P01'
const MAX_TRIES = 3

/**
 * Merges the account `username` into `into`: for each quiz the earlier attempt counts, its points move through new ledger rows,
 * and payments and everything else move too. The merged account can no longer log in. Repeating the same merge changes nothing.
 * Fails with `cannot_merge` and the reasons while the accounts must stay apart.
 */
export async function mergeStudents(app: App, who: AdminUser, input: MergeInput): Promise<void> {
  const found = await findPair(app, input)
  for (let tried = 1; ; tried += 1) {
    try {
      return await app.db.transaction((tx) => mergeInTx(app, tx, { who, found, reason: input.reason }))
    } catch (error) {
      if (findCode(error) !== DEADLOCK || tried === MAX_TRIES) throw error
    }
  }
}

async function mergeInTx(
  app: App,
  tx: Tx,
  { who, found, reason }: { who: AdminUser; found: Pair; reason: string },
): Promise<void> {
  const pair = await lockPair(tx, found)
  const { kept, merged } = pair
  if (merged.mergedIntoId === kept.id) return
  if (merged.erasedAt || kept.erasedAt) fail('not_found')
  const refusals = await findRefusals(app, tx, pair)
  if (refusals.length > 0)
    fail('cannot_merge', { message: refusals.map((refusal) => mergeRefusalSentences[refusal]).join(' ') })
  const { moved, replaced } = await moveAttempts(app, tx, pair)
  await moveBelongings(app, tx, pair)
  await copyOpenFlags(tx, pair)
  await carryDisqualification(app, tx, who, pair)
  await endMergedAccount(app, tx, pair, reason)
  await createNotification(app, tx, {
    to: { studentId: kept.id },
    ...mergeNotification({ kept: kept.username, merged: merged.username }),
    type: 'account',
    method: 'in-app',
  })
  for (const to of ['kept', 'merged', 'guardian'] as const)
    await app.jobs.send(tx, accountMails, { kind: 'accounts-merged', studentId: merged.id, to })
  const details = { withReason: true, mergedStudentId: merged.id, moved, replaced }
  await writeAuditLine(app, tx, { adminId: who.id, action: 'student.merged', subject: kept.id, details })
}

/**
 * Locks both accounts and their attempts until the transaction ends, and loads the accounts. Attempts are locked first, in id
 * order: an answer locks its attempt and then its student, so the opposite order could deadlock. Nobody can start a quiz while
 * the students are locked, and one started in between is in progress, which refuses the merge.
 */
async function lockPair(tx: Tx, { kept, merged }: Pair): Promise<Pair> {
  const ids = [kept.id, merged.id]
  await tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(inArray(attempts.studentId, ids))
    .orderBy(asc(attempts.id))
    .for('no key update')
  const rows = await tx.select().from(students).where(inArray(students.id, ids)).orderBy(asc(students.id)).for('update')
  const find = (id: string) => rows.find((row) => row.id === id) ?? fail('not_found')
  return { kept: find(kept.id), merged: find(merged.id) }
}

/**
 * Moves all attempts. For each quiz, the earlier one counts; the other is kept with its answers as if reset, and its points are
 * taken back.
 * @returns how many attempts were moved, and how many no longer count
 */
async function moveAttempts(app: App, tx: Tx, { kept, merged }: Pair): Promise<{ moved: number; replaced: number }> {
  const at = app.clock.now()
  const rows = await tx
    .select()
    .from(attempts)
    .where(sql`${inArray(attempts.studentId, [kept.id, merged.id])} and ${attempts.resetAt} is null`)
  const { counting, replaced } = chooseAttempts(rows)
  for (const attempt of replaced) {
    const lockedAt = sql`coalesce(${attempts.lockedAt}, least(${attempts.deadline}, ${at}))`
    const values = { resetAt: at, resetReason: EARLIER_ATTEMPT_COUNTS, lockedAt }
    await tx.update(attempts).set(values).where(eq(attempts.id, attempt.id))
  }
  await tx.update(attempts).set({ studentId: kept.id }).where(eq(attempts.studentId, merged.id))
  const provedNumber = kept.provedNumber ?? merged.provedNumber
  await copyFormerAttempts(app, tx, { from: toOwnAddress(merged), to: toOwnAddress({ ...kept, provedNumber }) })
  const gained = counting.filter(({ studentId }) => studentId === merged.id)
  await mergeEntries(app, tx, { kept, merged, attemptIds: gained.map(({ id }) => id) })
  for (const attempt of replaced) {
    // All points of the merged account have been taken back.
    if (attempt.studentId === merged.id) continue
    const { score: points } = scoreAttempt(attempt)
    const entry = await lockLeaderboardEntry(tx, kept.id, attempt.ageCategory)
    if (entry && points > 0) await deductPoints(tx, { entry, points, attemptId: attempt.id, at })
  }
  return { moved: gained.length, replaced: replaced.length }
}
