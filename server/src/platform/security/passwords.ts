// Hashes passwords with argon2id (19 MiB, t=2: the OWASP minimum).
import { hash, verify } from '@node-rs/argon2'
import { normalizePassword } from '@baobab/contract/accounts/rules.ts'
import { createConcurrencyLimiter } from '../jobs/concurrency-limiter.ts'

/** Two hashes at a time, so that a burst of logins does not starve the rest of the server. */
const limitHashing = createConcurrencyLimiter({ concurrency: 2, maxQueued: 100, retryAfterSeconds: 2 })

const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashes a new password. Refuses with `busy` when too many hashes are queued.
 * @param salt 16 bytes; random by default
 */
export function hashPassword(password: string, salt?: Buffer): Promise<string> {
  return limitHashing(() => hash(normalizePassword(password), { ...options, ...(salt && { salt }) }))
}

let decoyHash: Promise<string> | undefined

/**
 * Whether a password matches a stored hash. Without a stored hash (unknown account) it verifies against a decoy, so
 * that timing does not reveal which accounts exist.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  // Hashed outside the limiter: a `busy` refusal cached here would fail every later login with an unknown email.
  decoyHash ??= hash('no account has this password', options)
  const expected = stored ?? (await decoyHash)
  const matches = await limitHashing(() => verify(expected, normalizePassword(password)))
  return matches && stored !== undefined
}
