// Hashing passwords with argon2id (19 MiB, t=2: the OWASP minimum), two at a time, so that a burst of
// logins cannot starve the rest of the server (security.md F6, R-15).
import { hash, verify } from '@node-rs/argon2'
import { fail } from '../http/errors.ts'

const AT_ONCE = 2
const QUEUE = 100
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE) fail('busy', { retryAfterSeconds: 2 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    // The place passes straight to the next in the queue; only an empty queue frees it.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const normal = (password: string) => password.normalize('NFKC')

/** Hashes a new password. Refuses with `busy` where too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normal(password), options))
}

let decoy: Promise<string> | undefined

/**
 * Whether a password fits a hash. Where there is no account it hashes against a decoy, so that the answer takes as
 * long as for a wrong password (security.md R-08).
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  // Made outside the queue: a refusal there, kept here, would refuse every unknown address from then on.
  decoy ??= hash('no account has this password', options)
  const against = stored ?? (await decoy)
  const fits = await inTurn(() => verify(against, normal(password)))
  return fits && stored !== undefined
}
