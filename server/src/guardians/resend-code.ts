import { RESEND_MS } from '@baobab/contract/accounts/rules.ts'
import { guardiansText } from '@baobab/contract/guardians/text.ts'
import { toLookupKey } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import { attemptKey, clearAttempts, countAttempt } from '../platform/security/attempt-backoff.ts'
import { countGuardianCode } from './address.ts'
import { createRegistrationCode, guardianTriesKey } from './codes.ts'
import { guardianMessages } from './guardian-messages.ts'
import { findPendingGuardian, lockAddress, type GuardianTarget } from './registrations.ts'

const wait = { freeAttempts: 1, initialMs: RESEND_MS, maxMs: RESEND_MS }

/** Returns what counts calls about a registration's code: its reference, or else the address. */
export function nameTarget({ address, registration }: GuardianTarget): string {
  return registration ?? toLookupKey(address)
}

const waitKey = (target: GuardianTarget) => attemptKey('guardian-resend', nameTarget(target))

/** Starts the one-minute wait before another code may be requested. A wait that is running continues. */
export async function startResendWait(app: App, target: GuardianTarget): Promise<void> {
  await countAttempt(app, waitKey(target), wait).catch(() => undefined)
}

/**
 * Sends a code to an unverified address. With a reference, it is a new code that replaces the old one. Without one, which anybody
 * can do, a code that is still valid is sent again. Throws 429 during the wait.
 */
export async function resendGuardianCode(app: App, target: GuardianTarget): Promise<void> {
  const { address, registration } = target
  await countAttempt(app, waitKey(target), wait, guardiansText.codeTooSoon)
  const pending = await findPendingGuardian(app, app.db, target)
  // Only calls with a registration's reference use up the messages that registrations also need.
  const kind = registration !== undefined && pending ? 'verify' : 'code-without-reference'
  if (!(await countGuardianCode(app, address, { kind }))) return
  await app.db.transaction(async (tx) => {
    await lockAddress(tx, address)
    const found = await findPendingGuardian(app, tx, target)
    // Queues a message even without a code, so that timing is equal; the job then drops it.
    const codeId = await createRegistrationCode(app, tx, found?.id, { keepsValid: registration === undefined })
    await app.jobs.send(tx, guardianMessages, { kind: 'verify', codeId })
  })
  await clearAttempts(app, [guardianTriesKey('verify', nameTarget(target))])
}
