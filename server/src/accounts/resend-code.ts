// Handles requests for a new verification code. The reply and the wait are the same for known and unknown addresses.
import { RESEND_MS } from '@baobab/contract/limits.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { App } from '../platform/app.ts'
import { countAttempt, attemptKey } from '../platform/security/attempt-backoff.ts'
import { accountMails } from './account-mails.ts'
import { clearCodeTries, type CodeTarget } from './code-tries.ts'
import { createVerificationCode } from './create-verification-code.ts'
import { toLookupKey } from './queries.ts'
import { findPending, findRegistrations, lockEmail } from './registrations.ts'

const cooldown = { freeAttempts: 1, initialMs: RESEND_MS, maxMs: RESEND_MS }
const cooldownKey = (email: string) => attemptKey('resend', toLookupKey(email))

/** Starts the one-minute wait before another code may be requested. Called by registration, which sends the first code. */
export async function startResendCooldown(app: App, email: string): Promise<void> {
  // Throws while an earlier wait is running, which then continues unchanged.
  await countAttempt(app, cooldownKey(email), cooldown).catch(() => undefined)
}

/** Mails a new code, which replaces the old one, to an address that is not verified. Throws 429 during the wait. */
export async function resendCode(app: App, target: CodeTarget): Promise<void> {
  const { email, registration } = target
  await countAttempt(app, cooldownKey(email), cooldown, accountsText.codeTooSoon)
  if (!(await app.rateLimits.consumeMailQuota('verify-code', toLookupKey(email)))) return
  await app.db.transaction(async (tx) => {
    await lockEmail(tx, email)
    const pending = findPending(app, await findRegistrations(app, tx, email), registration)
    // Queues a mail even if the address gets no code, for equal timing; the job then drops the mail for lack of a code.
    const codeId = await createVerificationCode(app, tx, pending?.id)
    await app.jobs.send(tx, accountMails, { kind: 'verify-code', codeId })
  })
  await clearCodeTries(app, target)
}
