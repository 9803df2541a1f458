// Keyed hashes of canonical emails and proved numbers. They show whether two accounts share a mailbox or phone, without storing
// the address of an erased account.
import { and, eq, isNull } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { computeHmac } from '../platform/security/tokens.ts'
import { toOwnAddress } from './own-address.ts'
import { toCanonicalAddress } from './rules.ts'
import { students } from './tables.ts'

/** Returns the keyed hash of an email's canonical form, or of what stands for a student without an email (`toOwnAddress`). */
export function hashAddress(app: Pick<App, 'keys'>, address: string): string {
  return computeHmac(app.keys.codes, 'canonical address', toCanonicalAddress(address)).toString('base64url')
}

/**
 * Returns the hash of a student's own address, even if the student's row does not have it yet. Fails with 401 if the account was
 * erased or merged after the login was checked, because that ended the session.
 */
export async function loadAddressHash(app: App, studentId: string): Promise<string> {
  const [student] = await app.db
    .select({
      id: students.id,
      email: students.email,
      provedNumber: students.provedNumber,
      addressHash: students.addressHash,
    })
    .from(students)
    .where(and(eq(students.id, studentId), isNull(students.erasedAt)))
  if (!student) fail('unauthorised')
  return student.addressHash ?? hashAddress(app, toOwnAddress(student))
}

/** Stores and returns the hash of a student's own address, unless the account was erased. For accounts older than the hashes. */
export async function fillAddressHash(app: App, { id, ...names }: Parameters<typeof toOwnAddress>[0]): Promise<string> {
  const addressHash = hashAddress(app, toOwnAddress({ id, ...names }))
  await app.db
    .update(students)
    .set({ addressHash })
    .where(and(eq(students.id, id), isNull(students.erasedAt)))
  return addressHash
}
