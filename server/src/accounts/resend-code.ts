// Handles requests for another verification code. The reply and the wait are the same for known and unknown addresses.
import { RESEND_MS } from '@baobab/contract/accounts/rules.ts'
import { accountsReplyText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { countAttempt } from '../platform/security/attempt-backoff.ts'
import { accountMails } from './account-mails.ts'
import { clearCodeTries, codeCounterKey, type CodeTarget } from './code-tries.ts'
import { createVerificationCode } from './create-verification-code.ts'
import { maySendCode, requireSmsNumber, requireSmsOffered, requireSmsOpen } from '../sms/require-sms.ts'
import { toLookupKey } from './queries.ts'
import { isEmailAddress } from './read-address.ts'
import { findPending, findRegistrations, lockEmail, type RegistrationRow } from './registrations.ts'

const cooldown = { freeAttempts: 1, initialMs: RESEND_MS, maxMs: RESEND_MS }

/** Starts the one-minute wait before another code may be requested. Called by registration, which sends the first code. */
export async function startResendCooldown(app: App, target: CodeTarget): Promise<void> {
  // Throws while an earlier wait is running; that wait then continues unchanged.
  await countAttempt(app, codeCounterKey('resend', target), cooldown).catch(() => undefined)
}

/**
 * Mails a code to an unverified address. With a reference, it is a new code that replaces the old one. Without one, which
 * anybody can do, a code that is still valid is mailed again. Throws 429 during the wait.
 */
export async function resendCode(app: App, target: CodeTarget): Promise<void> {
  const { email, registration: reference } = target
  if (!isEmailAddress(email)) {
    requireSmsOffered(app, 'number')
    await requireSmsOpen(app, requireSmsNumber(app, 'number', email))
  }
  await countAttempt(app, codeCounterKey('resend', target), cooldown, accountsReplyText.codeTooSoon)
  if (!(await consumeQuota(app, target))) return
  await app.db.transaction(async (tx) => {
    await lockEmail(tx, email)
    // Queues a mail even if the address gets no code, so that timing is equal; the job then drops the mail because there is no
    // code.
    const codeId = await createVerificationCode(app, tx, (await find(app, tx, target))?.id, {
      keepsValid: reference === undefined,
    })
    await app.jobs.send(tx, accountMails, { kind: 'verify-code', codeId })
  })
  await clearCodeTries(app, target)
}

/**
 * Counts a mail. Only calls with a registration's reference use up the mails that registrations also need. Other calls are
 * counted too, so that timing is equal. A number's text messages count together, because each costs money.
 */
async function consumeQuota(app: App, target: CodeTarget): Promise<boolean> {
  const { email, registration: reference } = target
  if (!isEmailAddress(email)) return maySendCode(app, email)
  if (reference === undefined) return app.rateLimits.consumeMailQuota('code-without-reference', toLookupKey(email))
  return (await find(app, app.db, target))
    ? app.rateLimits.consumeMailQuota('verify-code', toLookupKey(email))
    : app.rateLimits.consumeMailQuota('no-code', reference)
}

async function find(app: App, db: Db | Tx, { email, registration }: CodeTarget): Promise<RegistrationRow | undefined> {
  return findPending(app, await findRegistrations(app, db, email), registration)
}
