// The details a winner gives us so that the prize can be handed over. Nothing is overwritten: each change is a new version, and
// everyone concerned is told.
import { requirePhoneNumber } from '../platform/phone-numbers.ts'
import { listLikeUsernames } from '@baobab/contract/scholarship/rules.ts'
import type { PrizeClaim } from '@baobab/contract/scholarship/forms.ts'
import { prizeText, scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import { and, inArray, isNull, ne } from 'drizzle-orm'
import { lockProven, proveStudent, type Proof } from '../accounts/prove-student.ts'
import { findStudentById, selectStudentIds } from '../accounts/queries.ts'
import { isSameMailbox } from '../accounts/rules.ts'
import { admins, students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { tellClaimChanged } from './prize-mails.ts'
import { prizeClaimVersions } from './prize-tables.ts'
import { findPrize, lockPrize, whyNotClaimable, type Prize, type Version } from './prizes.ts'

type ClaimContents = Pick<PrizeClaim, 'guardianName' | 'guardianPhone' | 'guardianEmail' | 'publicName'>

/**
 * Stores a winner's details, given the password or a mailed code, and tells the winner, the guardian and the admins. Repeating
 * it changes nothing. Fails with `not_found` for anyone but the winner, with `prize_confirmed` once only admins may change it,
 * and with `prize_paid`.
 * @returns the message for the winner
 */
export async function claimPrize(
  app: App,
  who: { id: string },
  { month, password, code, ...body }: PrizeClaim & Proof & { month: string },
): Promise<string> {
  // Before the proof, because a code works only once.
  requireClaimable((await findPrize(app, app.db, month)).prize, who)
  requirePhoneNumber('guardianPhone', body.guardianPhone)
  await requireUsable(app.db, { studentId: who.id, ...body })
  const proven = await proveStudent(app, who.id, { password, code })
  await app.db.transaction(async (tx) => {
    await lockProven(tx, proven)
    const prize = requireClaimable((await lockPrize(app, tx, month)).prize, who)
    await addVersion(app, tx, { prize, studentId: who.id, contents: body, by: null })
  })
  return scholarshipText.claimed
}

function requireClaimable(prize: Prize | undefined, who: { id: string }): Prize {
  if (prize?.studentId !== who.id) fail('not_found')
  const refusal = whyNotClaimable(prize)
  return refusal ? fail(refusal) : prize
}

/** Refuses a guardian's address that is the winner's own, and a name that is someone else's username. */
export async function requireUsable(
  db: Db | Tx,
  { studentId, guardianEmail, publicName }: Pick<ClaimContents, 'guardianEmail' | 'publicName'> & { studentId: string },
): Promise<void> {
  const student = (await findStudentById(db, studentId)) ?? fail('not_found')
  if (guardianEmail !== '' && isSameMailbox(guardianEmail, student.email))
    failField('guardianEmail', accountsText.guardianIsSelf)
  if (await isSomebodysUsername(db, { studentId, publicName })) failField('publicName', prizeText.nameTaken)
}

/** Returns whether a name resembles the username of another student or of an admin. */
export async function isSomebodysUsername(
  db: Db | Tx,
  { studentId, publicName }: { studentId: string; publicName: string },
): Promise<boolean> {
  if (publicName === '') return false
  const likes = listLikeUsernames(publicName)
  const isOther = and(
    inArray(students.id, selectStudentIds(db, 'username', ...likes)),
    ne(students.id, studentId),
    isNull(students.erasedAt),
  )
  const isAdmin = inArray(admins.usernameKey, likes)
  return (await db.$count(students, isOther)) > 0 || (await db.$count(admins, isAdmin)) > 0
}

type NewVersion = {
  prize: Prize
  studentId: string
  contents: ClaimContents
  /** The admin who is changing it, and why; null for the winner. */
  by: { adminId: string; reason: string } | null
}

const contentKeys = ['guardianName', 'guardianPhone', 'guardianEmail', 'publicName'] as const

const isSame = (version: Version | undefined, contents: ClaimContents) =>
  version !== undefined && contentKeys.every((key) => version[key] === contents[key])

/** Appends a version of a claim unless it is the same as the latest one. The caller has locked the prize. */
export async function addVersion(app: App, tx: Tx, { prize, studentId, contents, by }: NewVersion): Promise<void> {
  if (isSame(prize.versions.at(-1), contents)) return
  const { guardianName, guardianPhone, guardianEmail, publicName } = contents
  const [version] = await tx
    .insert(prizeClaimVersions)
    .values({
      drawId: prize.draw.id,
      attempt: prize.attempt,
      studentId,
      guardianName,
      guardianPhone,
      guardianEmail,
      publicName,
      adminId: by?.adminId ?? null,
      reason: by?.reason ?? null,
      at: app.clock.now(),
    })
    .returning()
  if (version) await tellClaimChanged(app, tx, { prize, version: version as Version })
}
