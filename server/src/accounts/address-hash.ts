// Keyed hashes of canonical emails. They show whether two accounts share a mailbox, without storing the email of an erased
// account.
import { and, eq, isNull } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { computeHmac } from '../platform/security/tokens.ts'
import { toCanonicalAddress } from './rules.ts'
import { students } from './tables.ts'

/** Returns the keyed hash of an email's canonical form. */
export function hashAddress(app: Pick<App, 'keys'>, email: string): string {
  return computeHmac(app.keys.codes, 'canonical address', toCanonicalAddress(email)).toString('base64url')
}

/**
 * Returns the hash of a student's email, even if the student's row does not have it yet. Fails with 401 if the account was
 * erased or merged after the login was checked, because that ended the session.
 */
export async function loadAddressHash(app: App, studentId: string): Promise<string> {
  const [student] = await app.db
    .select({ email: students.email, addressHash: students.addressHash })
    .from(students)
    .where(and(eq(students.id, studentId), isNull(students.erasedAt)))
  if (!student) fail('unauthorised')
  return student.addressHash ?? hashAddress(app, student.email)
}

/** Stores and returns the hash of a student's email, unless the account was erased. For accounts older than the hashes. */
export async function fillAddressHash(app: App, { id, email }: { id: string; email: string }): Promise<string> {
  const addressHash = hashAddress(app, email)
  await app.db
    .update(students)
    .set({ addressHash })
    .where(and(eq(students.id, id), isNull(students.erasedAt)))
  return addressHash
}
