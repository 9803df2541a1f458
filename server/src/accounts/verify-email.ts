import { randomUUID } from 'node:crypto'
import { eq, or } from 'drizzle-orm'
import { accountsReplyText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { isSameSecret } from '../platform/security/tokens.ts'
import { markCodeUsed } from '../sms/send-sms.ts'
import { clearCodeTries, countCodeTry } from './code-tries.ts'
import { waitForGuardian } from './ask-guardian.ts'
import { deriveVerificationCode } from './derive-code.ts'
import { maskGuardian, toGuardianAddress } from './guardian-address.ts'
import { isEmailAddress } from './read-address.ts'
import { findEmailOwner, findPending, findRegistrations, lockEmail, openAccount } from './registrations.ts'
import type { RegistrationRow } from './registrations.ts'
import { isCodeValid } from './rules.ts'
import { emailCodes, students } from './tables.ts'

type Form = { email: string; verificationToken: string; registration?: string | undefined }
type Outcome = { kind: 'wrong' | 'username-taken' | 'open' } | { kind: 'waiting'; guardianEmail: string }

/**
 * Verifies an email with its code, which opens the account or asks the guardian for consent. Throws 400 if the code is wrong or
 * expired, 429 after too many wrong tries, and 409 if the username has been taken in the meantime.
 * @returns the masked address of the guardian who has to agree, or null
 */
export async function verifyEmail(app: App, form: Form): Promise<{ guardianEmail: string | null }> {
  // Counted before the comparison, so that parallel guesses gain nothing.
  await countCodeTry(app, form)
  const outcome = await app.db.transaction((tx) => verify(app, tx, form))
  if (outcome.kind === 'wrong') fail('verification_failed')
  await clearCodeTries(app, form)
  if (outcome.kind === 'username-taken') fail('username_taken', { message: accountsReplyText.usernameLost })
  return { guardianEmail: outcome.kind === 'waiting' ? outcome.guardianEmail : null }
}

/** Runs the same statements for every wrong code, whether or not the email is known. */
async function verify(app: App, tx: Tx, { email, verificationToken, registration: reference }: Form): Promise<Outcome> {
  await lockEmail(tx, email)
  const owner = await findEmailOwner(tx, email)
  // If the email has or had an owner, its code is treated as wrong, even if it is right.
  const pending = findPending(app, await findRegistrations(app, tx, email), reference)
  const registration = owner || pending?.email === '' ? undefined : pending
  // A student whose mail bounced verifies the address again.
  const bounced = owner?.emailBouncedAt && reference === undefined ? owner : undefined
  const [code] = await tx
    .select()
    .from(emailCodes)
    .where(
      or(
        eq(emailCodes.registrationId, registration?.id ?? randomUUID()),
        eq(emailCodes.studentId, bounced?.id ?? randomUUID()),
      ),
    )
  if (!code || !isCodeValid(code, app.clock.now())) return { kind: 'wrong' }
  if (!isSameSecret(deriveVerificationCode(app, code.id), verificationToken)) return { kind: 'wrong' }
  await tx.delete(emailCodes).where(eq(emailCodes.id, code.id))
  if (!isEmailAddress(email)) await markCodeUsed(app, tx, email)
  if (registration) return acceptRegistration(app, tx, registration)
  if (bounced) await tx.update(students).set({ emailBouncedAt: null }).where(eq(students.id, bounced.id))
  return { kind: 'open' }
}

async function acceptRegistration(app: App, tx: Tx, registration: RegistrationRow): Promise<Outcome> {
  if (toGuardianAddress(registration) !== undefined) {
    await waitForGuardian(app, tx, registration)
    return { kind: 'waiting', guardianEmail: maskGuardian(registration) }
  }
  return { kind: (await openAccount(app, tx, registration)) ? 'open' : 'username-taken' }
}
