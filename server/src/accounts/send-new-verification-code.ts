import { studentsText } from '@baobab/contract/students-text.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { accountMails } from './account-mails.ts'
import { createVerificationCode } from './create-verification-code.ts'
import type { StudentRow } from './queries.ts'

const HOUR_S = 3_600

/**
 * Mails a student a new verification code, which replaces the old one. For admins who help a student: the mail got lost,
 * or an address whose mail bounced works again. Throws if the email is verified and mail to it does not bounce.
 */
export async function sendNewVerificationCode(app: App, tx: Tx, student: StudentRow): Promise<void> {
  if (student.verifiedAt && !student.emailBouncedAt) fail('already_verified')
  if (!(await app.rateLimits.consumeMailQuota('verify-code', student.emailKey)))
    fail('too_many_requests', { message: studentsText.mailsUsedUp, retryAfterSeconds: HOUR_S })
  const codeId = (await createVerificationCode(app, tx, student.id, { includeBounced: true })) ?? fail('not_found')
  await app.jobs.send(tx, accountMails, { kind: 'verify-code', codeId, anew: true })
}
