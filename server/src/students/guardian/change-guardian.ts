import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  guardianAdminText,
  type changeGuardian as changeEndpoint,
  type writeToGuardian as writeEndpoint,
} from '@baobab/contract/students/guardian.ts'
import { studentsText } from '@baobab/contract/students/endpoints.ts'
import { refuseOwnEmail } from '../../accounts/guardian-address.ts'
import { askOtherGuardian, dropGuardianChange } from '../../accounts/guardian-changes.ts'
import { lockStudent } from '../../accounts/lock-student.ts'
import { isSameMailbox } from '../../accounts/rules.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { guardianMessages } from '../correction-tables.ts'
import { findOpenEmailChange } from '../email-change/queries.ts'
import { refuseWhilePrizeWaits } from '../prize-guard.ts'
import { studentMails } from '../student-mails.ts'

const HOUR_S = 3_600

type Change = ParsedOf<typeof changeEndpoint>['body'] & { username: string }

/** Asks another parent or guardian for consent. Until they agree, the account stays with the present guardian. */
export async function changeGuardian(app: App, who: AdminUser, { username, ...named }: Change): Promise<void> {
  await app.db.transaction(async (tx) => {
    const student = await lockStudent(tx, username)
    await refuseWhilePrizeWaits(app, tx, student.id)
    if (student.email) refuseOwnEmail(student.email, named.guardianEmail)
    const { email = null } = (await findOpenEmailChange(app, tx, student.id)) ?? {}
    if (isSameMailbox(email, named.guardianEmail)) failField('guardianEmail', guardianAdminText.isNewEmail)
    await askOtherGuardian(app, tx, { student, adminId: who.id, ...named })
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.guardian_change_started', subject: student.id })
  })
}

/** Cancels the change of a guardian who has not agreed: the mailed link stops working. */
export async function cancelGuardianChange(app: App, who: AdminUser, username: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id } = await lockStudent(tx, username)
    if (!(await dropGuardianChange(tx, id))) fail('not_found')
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.guardian_change_canceled', subject: id })
  })
}

type Message = ParsedOf<typeof writeEndpoint>['body'] & { username: string }

/** Emails a message to a student's guardian. Fails with `no_guardian`, and with 429 above the limit of mails to an address. */
export async function writeToGuardian(app: App, who: AdminUser, { username, ...message }: Message): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id: studentId, guardianEmail, guardianAgreedAt } = await lockStudent(tx, username)
    if (guardianEmail === null || guardianAgreedAt === null) fail('no_guardian')
    if (!(await app.rateLimits.consumeMailQuota('guardian-message', guardianEmail.toLowerCase())))
      fail('too_many_requests', { message: studentsText.mailsUsedUp, retryAfterSeconds: HOUR_S })
    const [row] = await tx
      .insert(guardianMessages)
      .values({ ...message, studentId, adminId: who.id, email: guardianEmail, at: app.clock.now() })
      .returning({ id: guardianMessages.id })
    if (row) await app.jobs.send(tx, studentMails, { kind: 'guardian-message', studentId, messageId: row.id })
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.guardian_written', subject: studentId })
  })
}
