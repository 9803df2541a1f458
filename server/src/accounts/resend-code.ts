// Handles requests for another verification code. The reply and the wait are the same for known and unknown addresses.
import { RESEND_MS } from '@baobab/contract/accounts/rules.ts'
import { accountsReplyText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { countAttempt } from '../platform/security/attempt-backoff.ts'
import { accountMails } from './account-mails.ts'
import { clearCodeTries, codeCounterKey, type CodeTarget } from './code-tries.ts'
import { createVerificationCode } from './create-verification-code.ts'
import { toLookupKey } from './queries.ts'
import { findPending, findRegistrations, lockEmail, type RegistrationRow } from './registrations.ts'

const cooldown = { freeAttempts: 1, initialMs: RESEND_MS, maxMs: RESEND_MS }

/** Starts the one-minute wait before another code may be requested. Called by registration, which sends the first code. */
export async function startResendCooldown(app: App, target: CodeTarget): Promise<void> {
  // Throws while an earlier wait is running, which then continues unchanged.
  await countAttempt(app, codeCounterKey('resend', target), cooldown).catch(() => undefined)
}

/**
 * Mails a code to an address that is not verified. With a reference it is a new one, which replaces the old one. Without a
 * reference, which anybody can call, a code that is still valid is mailed again. Throws 429 during the wait.
 */
export async function resendCode(app: App, target: CodeTarget): Promise<void> {
  const { email, registration: reference } = target
  await countAttempt(app, codeCounterKey('resend', target), cooldown, accountsReplyText.codeTooSoon)
  if (!(await consumeQuota(app, target))) return
  await app.db.transaction(async (tx) => {
    await lockEmail(tx, email)
    // Queues a mail even if the address gets no code, for equal timing; the job then drops the mail for lack of a code.
    const codeId = await createVerificationCode(app, tx, (await find(app, tx, target))?.id, {
      keepsValid: reference === undefined,
    })
    await app.jobs.send(tx, accountMails, { kind: 'verify-code', codeId })
  })
  await clearCodeTries(app, target)
}

/**
 * Counts a mail. Only calls with the reference of a registration use up the mails that registrations need too. Other calls
 * are counted as well, for equal timing.
 */
async function consumeQuota(app: App, target: CodeTarget): Promise<boolean> {
  const { email, registration: reference } = target
  if (reference === undefined) return app.rateLimits.consumeMailQuota('code-without-reference', toLookupKey(email))
  return (await find(app, app.db, target))
    ? app.rateLimits.consumeMailQuota('verify-code', toLookupKey(email))
    : app.rateLimits.consumeMailQuota('no-code', reference)
}

async function find(app: App, db: Db | Tx, { email, registration }: CodeTarget): Promise<RegistrationRow | undefined> {
  return findPending(app, await findRegistrations(app, db, email), registration)
}
