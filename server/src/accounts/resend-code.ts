// Asks for a new code. The answer and the wait are the same whether the address is known or not (decisions 2).
import { randomUUID } from 'node:crypto'
import { RESEND_MS } from '@baobab/contract/limits.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { App } from '../platform/app.ts'
import { countAttempt, attemptKey } from '../platform/security/attempt-backoff.ts'
import { accountMails } from './account-mails.ts'
import { createVerificationCode } from './create-verification-code.ts'
import { toLookupKey, findStudentByEmail } from './queries.ts'

const rule = { freeAttempts: 1, initialMs: RESEND_MS, maxMs: RESEND_MS }
const keyFor = (email: string) => attemptKey('resend', toLookupKey(email))

/** Registration has just sent a code: the next may be asked for in a minute. */
export async function startResendCooldown(app: App, email: string): Promise<void> {
  // A wait that already runs (somebody registers again at once) stays as it is.
  await countAttempt(app, keyFor(email), rule).catch(() => undefined)
}

/** Mails a new code to an address that still waits to be verified; the old code dies. */
export async function resendCode(app: App, email: string): Promise<void> {
  await countAttempt(app, keyFor(email), rule, accountsText.codeTooSoon)
  const consumeMailQuota = await app.rateLimits.consumeMailQuota('verify-code', toLookupKey(email))
  await app.db.transaction(async (tx) => {
    const student = await findStudentByEmail(tx, email)
    if (!consumeMailQuota) return
    // For an address without a code to come, the same is done in vain: the mail of no code is dropped.
    const codeId = await createVerificationCode(app, tx, student?.id)
    await app.jobs.send(tx, accountMails, { kind: 'verify-code', codeId: codeId ?? randomUUID() })
  })
}
