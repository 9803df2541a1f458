import type { FastifyRequest } from 'fastify'
import type { App } from '../platform/app.ts'
import { attemptKey, clearAttempts, countAttempt } from '../platform/security/attempt-backoff.ts'
import { verifyPassword } from '../platform/security/passwords.ts'
import { toLookupKey } from './queries.ts'

/** The network address and the browser that were used for a login. */
export type LoginOrigin = { address: string; userAgent: string | undefined }

/** Five free tries for one account from one address. Slows down guessing without slowing down other addresses. */
const pairBackoff = { freeAttempts: 5, initialMs: 1_000, maxMs: 15 * 60_000 }
/** For one account from all addresses together. Lenient, so that an attacker's tries cannot lock the owner out. */
const accountBackoff = { freeAttempts: 100, initialMs: 60_000, maxMs: 60_000 }

export function getLoginOrigin(request: FastifyRequest): LoginOrigin {
  return { address: request.ip, userAgent: request.headers['user-agent'] }
}

/**
 * Compares a password at login. Counts wrong tries, and resets the counts after a right one. Takes the same time for an
 * unknown account, which has no hash. Throws 429 while the caller has to wait.
 */
export async function verifyLoginPassword(
  app: App,
  kind: 'student' | 'admin',
  login: { email: string; password: string; passwordHash: string | undefined },
  { address }: LoginOrigin,
): Promise<boolean> {
  const email = toLookupKey(login.email)
  const pairKey = attemptKey(`${kind}-login-pair`, email, address)
  const accountKey = attemptKey(`${kind}-login`, email)
  await app.rateLimits.checkAddress('failed-logins', address)
  await countAttempt(app, pairKey, pairBackoff)
  await countAttempt(app, accountKey, accountBackoff)
  const matches = await verifyPassword(login.passwordHash, login.password)
  if (matches) await clearAttempts(app, [pairKey, accountKey])
  else await app.rateLimits.countByAddress('failed-logins', address)
  return matches
}
