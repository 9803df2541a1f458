// Keyed hashes of canonical emails: they tell whether two accounts, one of them perhaps erased, are of one mailbox, without
// storing the email of an erased account.
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { computeHmac } from '../platform/security/tokens.ts'
import { toCanonicalAddress } from './rules.ts'
import { students } from './tables.ts'

const BATCH_SIZE = 1_000

/** Returns the keyed hash of an email's canonical form. */
export function hashAddress(app: Pick<App, 'keys'>, email: string): string {
  return computeHmac(app.keys.codes, 'canonical address', toCanonicalAddress(email)).toString('base64url')
}

/**
 * Returns the hash of a student's email, even if the student's row does not have it yet. Fails with 401 if the account was
 * erased or merged since the login was checked, which has ended the login.
 */
export async function loadAddressHash(app: App, studentId: string): Promise<string> {
  const [student] = await app.db
    .select({ email: students.email, addressHash: students.addressHash })
    .from(students)
    .where(and(eq(students.id, studentId), isNull(students.erasedAt)))
  if (!student) fail('unauthorised')
  return student.addressHash ?? hashAddress(app, student.email)
}

/** Stores the hash of a student's email, unless the account was erased, and returns it. For one that is older than the hashes. */
export async function fillAddressHash(app: App, { id, email }: { id: string; email: string }): Promise<string> {
  const addressHash = hashAddress(app, email)
  await app.db
    .update(students)
    .set({ addressHash })
    .where(and(eq(students.id, id), isNull(students.erasedAt)))
  return addressHash
}

/** Fills in the hashes of accounts that were opened before there were any. SQL cannot, because it has no key. */
export async function fillAddressHashes(app: App): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  let batch: { id: string; email: string }[]
  do {
    batch = await app.db
      .select({ id: students.id, email: students.email })
      .from(students)
      .where(and(isNull(students.addressHash), isNull(students.erasedAt), gt(students.id, after)))
      .orderBy(asc(students.id))
      .limit(BATCH_SIZE)
    after = batch.at(-1)?.id ?? after
    const hashes = JSON.stringify(batch.map(({ id, email }) => ({ id, hash: hashAddress(app, email) })))
    // The condition skips accounts that were erased meanwhile.
    await app.db.execute(sql`
      update ${students} set address_hash = filled.hash
      from jsonb_to_recordset(${hashes}::jsonb) as filled (id uuid, hash text)
      where ${students.id} = filled.id and ${students.erasedAt} is null`)
  } while (batch.length === BATCH_SIZE)
}
