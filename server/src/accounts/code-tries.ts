// Counts tries at verification codes: per reference if one is sent, otherwise per email. Both are counted whether or not the
// reference or email is known, so that the limit reveals nothing.
import { CODE_TRIES, RESEND_MS, UNVERIFIED_HOLDS_MS } from '@baobab/contract/accounts/rules.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../platform/app.ts'
import { fail, Refusal } from '../platform/http/errors.ts'
import { attemptKey, clearAttempts, countAttempt } from '../platform/security/attempt-backoff.ts'
import { toLookupKey } from './queries.ts'

export type CodeTarget = { email: string; registration?: string | undefined }

/** After the last try, all others are refused for as long as a registration can exist, or until there is a new code. */
const backoff = { freeAttempts: CODE_TRIES, initialMs: UNVERIFIED_HOLDS_MS, maxMs: UNVERIFIED_HOLDS_MS }

/**
 * Returns the counter key for calls about codes: by reference, or by email if there is none. So a caller without a
 * registration's reference cannot use up its tries.
 */
export function codeCounterKey(kind: 'code' | 'resend', { email, registration }: CodeTarget): string {
  return registration === undefined
    ? attemptKey(`${kind}-of-email`, toLookupKey(email))
    : attemptKey(`${kind}-of-registration`, registration)
}

/** Counts a try. Throws 429 if there were too many since the last code. */
export function countCodeTry(app: App, target: CodeTarget): Promise<void> {
  return countTry(app, codeCounterKey('code', target))
}

/** Counts a try at any six-digit code by the key of its counter. Throws 429 if there were too many since the last code. */
export async function countTry(app: App, key: string): Promise<void> {
  try {
    await countAttempt(app, key, backoff)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    fail('too_many_requests', { message: accountsText.tooManyWrongCodes, retryAfterSeconds: RESEND_MS / 1_000 })
  }
}

/** Resets the tries, because there is a new code or the right one was entered. */
export async function clearCodeTries(app: App, ...targets: CodeTarget[]): Promise<void> {
  await clearAttempts(
    app,
    targets.map((target) => codeCounterKey('code', target)),
  )
}
