import { studentsText } from '@baobab/contract/students/endpoints.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { accountMails } from './account-mails.ts'
import { clearCodeTries } from './code-tries.ts'
import { createStudentCode } from './create-verification-code.ts'
import { toLookupKey, type StudentRow } from './queries.ts'

const HOUR_S = 3_600

/**
 * Mails a new verification code to a student whose mail bounced, because an admin says that the address works again. Throws if
 * mail to it does not bounce.
 */
export async function sendNewVerificationCode(app: App, tx: Tx, student: StudentRow): Promise<void> {
  const { email } = student
  if (!student.emailBouncedAt || email === null) fail('already_verified')
  if (!(await app.rateLimits.consumeMailQuota('verify-code', toLookupKey(email))))
    fail('too_many_requests', { message: studentsText.mailsUsedUp, retryAfterSeconds: HOUR_S })
  const codeId = await createStudentCode(app, tx, student.id)
  await app.jobs.send(tx, accountMails, { kind: 'verify-code', codeId })
  await clearCodeTries(app, { email })
}
