// The office helps somebody to verify an email: the code got lost, or mail came back from an address that works again.
import { studentsText } from '@baobab/contract/students-text.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { accountMails } from './account-mails.ts'
import { createVerificationCode } from './create-verification-code.ts'
import type { StudentRow } from './queries.ts'

const HOUR_S = 3_600

/** Mails a new code; the old one dies. Refuses where the email is verified and its mail arrives. */
export async function sendNewVerificationCode(app: App, tx: Tx, student: StudentRow): Promise<void> {
  if (student.verifiedAt && !student.emailBouncedAt) fail('already_verified')
  if (!(await app.rateLimits.consumeMailQuota('verify-code', student.emailKey)))
    fail('too_many_requests', { message: studentsText.mailsUsedUp, retryAfterSeconds: HOUR_S })
  const codeId = (await createVerificationCode(app, tx, student.id, { anew: true })) ?? fail('not_found')
  await app.jobs.send(tx, accountMails, { kind: 'verify-code', codeId, anew: true })
}
