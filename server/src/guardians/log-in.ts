import { eq } from 'drizzle-orm'
import { toLookupKey } from '../accounts/queries.ts'
import type { Address } from '../accounts/read-address.ts'
import type { LoginOrigin } from '../accounts/login-guard.ts'
import { hashRegistrationPassword } from '../accounts/registration-passwords.ts'
import { describeDevice } from '../accounts/rules.ts'
import type { App } from '../platform/app.ts'
import { fail, Refusal } from '../platform/http/errors.ts'
import { attemptKey, clearAttempts, countAttemptInAll, type Counter } from '../platform/security/attempt-backoff.ts'
import { toNetworkKey } from '../platform/security/networks.ts'
import { verifyPassword } from '../platform/security/passwords.ts'
import { isSameSecret } from '../platform/security/tokens.ts'
import { toGuardianAddress } from './address.ts'
import { findGuardianBrowser, rememberGuardianBrowser } from './browsers.ts'
import { deriveGuardianReference, findGuardianByAddress, findGuardianRegistrations } from './registrations.ts'
import { lockGuardian } from './prove-guardian.ts'
import { startGuardianSession } from './sessions.ts'
import { guardians } from './tables.ts'
import { toAccountReply } from './account.ts'

type Credentials = { email: string; password: string; device?: string | undefined }

/** Five free tries in one known browser, or from one network. */
const backoff = { freeAttempts: 5, initialMs: 1_000, maxMs: 15 * 60_000 }
/** All unknown browsers together, so that many networks do not add up to many guesses. */
const accountBackoff = { freeAttempts: 100, initialMs: 60_000, maxMs: 60_000 }

/** Logs a guardian in. Every wrong address or password gets the same error. */
export async function logInGuardian(app: App, { email, password, device }: Credentials, origin: LoginOrigin) {
  const address = toGuardianAddress(email)
  const guardian = await findGuardianByAddress(app.db, address)
  const { isKnown, counters } = await countLogin(app, { address, device }, origin)
  if (!(await verifyPassword(guardian?.passwordHash, password)) || !guardian) {
    if (!isKnown) await app.rateLimits.countByAddress('failed-logins', origin.address)
    return refuseLogin(app, { address, password })
  }
  await clearAttempts(
    app,
    counters.map(({ key }) => key),
  )
  return app.db.transaction(async (tx) => {
    // A new password or an erasure during the comparison ends every session, so no new one may start.
    const locked = await lockGuardian(tx, guardian.id)
    if (locked.passwordHash !== guardian.passwordHash) fail('login_failed')
    const browser = await rememberGuardianBrowser(app, tx, { guardianId: guardian.id, device })
    const session = { guardianId: guardian.id, device: describeDevice(origin.userAgent) }
    const { token: authToken } = await startGuardianSession(app, tx, session)
    await tx.update(guardians).set({ lastActiveAt: app.clock.now() }).where(eq(guardians.id, guardian.id))
    return { authToken, device: browser.device, guardian: await toAccountReply(tx, locked) }
  })
}

const browserCounter = (browserId: string): Counter => ({
  key: attemptKey('guardian-login-browser', browserId),
  rule: backoff,
})

const strangerCounters = (address: Address, network: string): Counter[] => [
  { key: attemptKey('guardian-login-pair', toLookupKey(address), toNetworkKey(network)), rule: backoff },
  { key: attemptKey('guardian-login', toLookupKey(address)), rule: accountBackoff },
]

/** Counts a login before the password is compared. A known browser counts apart, so strangers' failures do not block it. */
async function countLogin(
  app: App,
  { address, device }: { address: Address; device: string | undefined },
  { address: network }: LoginOrigin,
): Promise<{ isKnown: boolean; counters: readonly Counter[] }> {
  const browserId = await findGuardianBrowser(app.db, { address, device })
  const ofBrowser = browserId === undefined ? [] : [browserCounter(browserId)]
  try {
    if (browserId !== undefined) {
      await countAttemptInAll(app, ofBrowser)
      return { isKnown: true, counters: ofBrowser }
    }
  } catch (error) {
    // Somebody may be guessing in the guardian's own browser, which then counts as unknown.
    if (!(error instanceof Refusal)) throw error
  }
  await app.rateLimits.checkAddress('failed-logins', network)
  const ofStrangers = strangerCounters(address, network)
  await countAttemptInAll(app, ofStrangers)
  return { isKnown: false, counters: [...ofBrowser, ...ofStrangers] }
}

/** Clears every counter that could make the owner wait after a reset, because those guesses were of the old password. */
export async function clearGuardianLoginCounters(
  app: App,
  { address, browserId, network }: { address: Address; browserId: string; network: string },
): Promise<void> {
  const counters = [browserCounter(browserId), ...strangerCounters(address, network)]
  await clearAttempts(
    app,
    counters.map(({ key }) => key),
  )
}

/**
 * Refuses a login. If the password matches a registration, the error contains the reference with which this device can verify it.
 * Costs one hash whether or not there are registrations.
 */
async function refuseLogin(app: App, { address, password }: { address: Address; password: string }): Promise<never> {
  const rows = await findGuardianRegistrations(app, app.db, address)
  const hash = await hashRegistrationPassword(app, { email: address, password })
  const match = rows.find(({ passwordHash }) => isSameSecret(passwordHash, hash))
  return match
    ? fail('email_unverified', { registration: deriveGuardianReference(app, match.id) })
    : fail('login_failed')
}
