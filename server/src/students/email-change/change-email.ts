// An admin changes a student's email. Nothing changes until the new address has confirmed it by the mailed link, and the present
// address gets a link that refuses it.
import { randomUUID } from 'node:crypto'
import { EMAIL_CHANGE_MS, emailChangeText } from '@baobab/contract/students/email-change.ts'
import { studentsText } from '@baobab/contract/students/endpoints.ts'
import { eq, lt } from 'drizzle-orm'
import { findOpenGuardianChange } from '../../accounts/guardian-changes.ts'
import { isGuardiansMailbox } from '../../accounts/guardian-removal.ts'
import { findMailbox } from '../../accounts/own-address.ts'
import { lockStudent } from '../../accounts/lock-student.ts'
import { toLookupKey, type StudentRow } from '../../accounts/queries.ts'
import { findEmailOwner } from '../../accounts/registrations.ts'
import { isSameMailbox } from '../../accounts/rules.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { hashToken } from '../../platform/security/tokens.ts'
import { emailChanges } from '../correction-tables.ts'
import { studentMails } from '../student-mails.ts'
import { refuseWhilePrizeWaits } from '../prize-guard.ts'
import { findOpenEmailChange } from './queries.ts'
import { deriveConfirmToken, deriveRefuseToken } from './tokens.ts'

const HOUR_S = 3_600

type NewEmail = { username: string; email: string; reason: string }

/**
 * Mails the links of a change, which replaces an earlier one that nobody has confirmed. Fails with `email_has_account` for a taken
 * address, which reveals nothing new, because admins can find it in the list of students. Fails with 429 above the mail limits.
 */
export async function changeEmail(app: App, who: AdminUser, { username, email, reason }: NewEmail): Promise<void> {
  await app.db.transaction(async (tx) => {
    const student = await lockStudent(tx, username)
    await refuseWhilePrizeWaits(app, tx, student.id)
    await refuseEmail(tx, student, email)
    if (await findEmailOwner(tx, email)) fail('email_has_account')
    await countMail(app, student, email)
    const [id, now] = [randomUUID(), app.clock.now()]
    await tx.delete(emailChanges).where(eq(emailChanges.studentId, student.id))
    await tx.insert(emailChanges).values({
      id,
      studentId: student.id,
      adminId: who.id,
      email,
      reason,
      confirmTokenHash: hashToken(deriveConfirmToken(app, id)),
      refuseTokenHash: hashToken(deriveRefuseToken(app, id)),
      madeAt: now,
      expiresAt: new Date(now.getTime() + EMAIL_CHANGE_MS),
    })
    await app.jobs.send(tx, studentMails, { kind: 'email-change-confirm', changeId: id })
    if (findMailbox(student)) await app.jobs.send(tx, studentMails, { kind: 'email-change-notice', changeId: id })
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.email_change_started', subject: student.id })
  })
}

async function refuseEmail(tx: Tx, student: StudentRow, email: string): Promise<void> {
  if (toLookupKey(email) === student.emailKey) failField('email', emailChangeText.sameEmail)
  const named = await findOpenGuardianChange(tx, student.id)
  if (isSameMailbox(named?.guardianEmail ?? null, email) || (await isGuardiansMailbox(tx, student.id, email)))
    failField('email', emailChangeText.isGuardians)
}

/** The limit per student stops the links from reaching many strangers. */
async function countMail(app: App, { id }: Pick<StudentRow, 'id'>, email: string): Promise<void> {
  const isAllowed =
    (await app.rateLimits.consumeMailQuota('email-change-of', id)) &&
    (await app.rateLimits.consumeMailQuota('email-change', toLookupKey(email)))
  if (!isAllowed) fail('too_many_requests', { message: studentsText.mailsUsedUp, retryAfterSeconds: HOUR_S })
}

/** Locks the student and finds the change that waits for its new owner, or fails with 404. */
async function lockOpenChange(app: App, tx: Tx, username: string) {
  const { id } = await lockStudent(tx, username)
  return (await findOpenEmailChange(app, tx, id)) ?? fail('not_found')
}

/** Mails the link to the new address again. It still expires at the same time. */
export async function resendEmailChange(app: App, who: AdminUser, username: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id: changeId, studentId, email } = await lockOpenChange(app, tx, username)
    await countMail(app, { id: studentId }, email)
    await app.jobs.send(tx, studentMails, { kind: 'email-change-confirm', changeId })
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.email_change_resent', subject: studentId })
  })
}

/** Cancels a change: its links stop working. */
export async function cancelEmailChange(app: App, who: AdminUser, username: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id, studentId } = await lockOpenChange(app, tx, username)
    await tx.delete(emailChanges).where(eq(emailChanges.id, id))
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.email_change_canceled', subject: studentId })
  })
}

/** Deletes changes whose links have expired. */
export async function removeExpiredEmailChanges(app: App): Promise<void> {
  await app.db.delete(emailChanges).where(lt(emailChanges.expiresAt, app.clock.now()))
}
