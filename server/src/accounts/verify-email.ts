// A code proves that an email is read by the one who registered.
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

/** Verifies an email by its code: 400 where it does not fit, 429 once five wrong tries have killed it. */
export async function verifyEmail(app: App, form: { email: string; verificationToken: string }): Promise<void> {
  const outcome = await app.db.transaction(async (tx) => {
    const student = await findStudentByEmail(tx, form.email)
    // One whose mail came back verifies the address anew.
    if (!student || (student.verifiedAt && !student.emailBouncedAt)) return 'wrong'
    // The lock makes parallel guesses queue, so that five tries are five.
    const [code] = await tx.select().from(emailCodes).where(eq(emailCodes.studentId, student.id)).for('update')
    const state = getCodeState(code, app.clock.now())
    if (!code || state !== 'living') return state === 'dead' ? 'dead' : 'wrong'
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
  if (outcome === 'dead')
    fail('too_many_requests', { message: accountsText.tooManyWrongCodes, retryAfterSeconds: RESEND_MS / 1_000 })
  if (outcome === 'wrong') fail('verification_failed')
}
