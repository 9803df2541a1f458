import { eq, sql } from 'drizzle-orm'
import { RESEND_MS } from '@baobab/contract/limits.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { isSameSecret } from '../platform/security/tokens.ts'
import { deriveVerificationCode } from './account-mails.ts'
import { findStudentByEmail } from './queries.ts'
import { getCodeState } from './rules.ts'
import { emailCodes, students } from './tables.ts'

/** Verifies an email by its code. Throws 400 if the code is wrong or expired, 429 after too many wrong tries. */
export async function verifyEmail(app: App, form: { email: string; verificationToken: string }): Promise<void> {
  const outcome = await app.db.transaction(async (tx) => {
    const student = await findStudentByEmail(tx, form.email)
    // A verified student whose mail bounced verifies the address again.
    if (!student || (student.verifiedAt && !student.emailBouncedAt)) return 'wrong'
    // The row lock serialises parallel guesses, so that each one is counted.
    const [code] = await tx.select().from(emailCodes).where(eq(emailCodes.studentId, student.id)).for('update')
    const state = getCodeState(code, app.clock.now())
    if (!code || state !== 'valid') return state === 'blocked' ? 'blocked' : 'wrong'
    if (!isSameSecret(deriveVerificationCode(app, code.id), form.verificationToken)) {
      await tx
        .update(emailCodes)
        .set({ wrongTries: sql`${emailCodes.wrongTries} + 1` })
        .where(eq(emailCodes.id, code.id))
      return 'wrong'
    }
    await tx.delete(emailCodes).where(eq(emailCodes.id, code.id))
    await tx
      .update(students)
      .set({ verifiedAt: student.verifiedAt ?? app.clock.now(), emailBouncedAt: null })
      .where(eq(students.id, student.id))
    return 'verified'
  })
  if (outcome === 'blocked')
    fail('too_many_requests', { message: accountsText.tooManyWrongCodes, retryAfterSeconds: RESEND_MS / 1_000 })
  if (outcome === 'wrong') fail('verification_failed')
}
