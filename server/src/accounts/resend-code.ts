// Handles requests for a new verification code. The reply and the wait are the same for known and unknown addresses.
import { RESEND_MS } from '@baobab/contract/limits.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { countAttempt } from '../platform/security/attempt-backoff.ts'
import { accountMails } from './account-mails.ts'
import { clearCodeTries, codeCounterKey, type CodeTarget } from './code-tries.ts'
import { createVerificationCode } from './create-verification-code.ts'
import { toLookupKey } from './queries.ts'
import { findPending, findRegistrations, lockEmail } from './registrations.ts'

const cooldown = { freeAttempts: 1, initialMs: RESEND_MS, maxMs: RESEND_MS }

/** Starts the one-minute wait before another code may be requested. Called by registration, which sends the first code. */
export async function startResendCooldown(app: App, target: CodeTarget): Promise<void> {
  // Throws while an earlier wait is running, which then continues unchanged.
  await countAttempt(app, codeCounterKey('resend', target), cooldown).catch(() => undefined)
}

/** Mails a new code, which replaces the old one, to an address that is not verified. Throws 429 during the wait. */
export async function resendCode(app: App, target: CodeTarget): Promise<void> {
  const { email, registration: reference } = target
  await countAttempt(app, codeCounterKey('resend', target), cooldown, accountsText.codeTooSoon)
  const find = async (db: Db | Tx) => findPending(app, await findRegistrations(app, db, email), reference)
  // A call that means no registration uses up no mail of the address, but is counted as well, for equal timing.
  const isAllowed = (await find(app.db))
    ? await app.rateLimits.consumeMailQuota('verify-code', toLookupKey(email))
    : await app.rateLimits.consumeMailQuota('no-code', reference ?? toLookupKey(email))
  if (!isAllowed) return
  await app.db.transaction(async (tx) => {
    await lockEmail(tx, email)
    // Queues a mail even if the address gets no code, for equal timing; the job then drops the mail for lack of a code.
    const codeId = await createVerificationCode(app, tx, (await find(tx))?.id)
    await app.jobs.send(tx, accountMails, { kind: 'verify-code', codeId })
  })
  await clearCodeTries(app, target)
}
