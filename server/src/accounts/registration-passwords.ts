// Passwords of registrations. All registrations of one email share a salt, so that a single hash tells whether a password
// belongs to any of them: a login costs the same for every email, however many registrations it has.
import type { App } from '../platform/app.ts'
import { hashPassword, verifyPassword } from '../platform/security/passwords.ts'
import { computeHmac, isSameSecret } from '../platform/security/tokens.ts'
import { toLookupKey } from './queries.ts'
import { findByReference, findRegistrations, type RegistrationRow } from './registrations.ts'

type Credentials = { email: string; password: string; registration?: string | undefined }

const SALT_BYTES = 16

/** Hashes a new registration's password with the salt of its email. */
export function hashRegistrationPassword(app: App, { email, password }: Credentials): Promise<string> {
  const salt = computeHmac(app.keys.codes, 'registration password', toLookupKey(email)).subarray(0, SALT_BYTES)
  return hashPassword(password, salt)
}

/**
 * Finds the email's registration with this password: if several match, the one with the reference, or else the verified or
 * newest one. Computes one hash, whether or not there are registrations.
 */
export async function findByPassword(app: App, credentials: Credentials): Promise<RegistrationRow | undefined> {
  const rows = await findRegistrations(app, app.db, credentials.email)
  const hash = await hashRegistrationPassword(app, credentials)
  const matches: RegistrationRow[] = []
  for (const row of rows) if (await hasPassword(row, hash, credentials.password)) matches.push(row)
  return (
    findByReference(app, matches, credentials.registration ?? '') ??
    matches.find(({ verifiedAt }) => verifiedAt !== null) ??
    matches[0]
  )
}

const readParameters = (hash: string) => hash.slice(0, hash.lastIndexOf('$'))

/**
 * Compares the hashes. A registration older than the shared salt has its own salt, which costs another hash and so takes
 * measurably longer. No more are created, and the remaining ones end soon after the upgrade: within seven days, or 30 days
 * after the last mail to a guardian.
 */
async function hasPassword({ passwordHash }: RegistrationRow, hash: string, password: string): Promise<boolean> {
  if (passwordHash === null) return false
  if (readParameters(passwordHash) === readParameters(hash)) return isSameSecret(passwordHash, hash)
  return verifyPassword(passwordHash, password)
}
