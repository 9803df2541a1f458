// Identities at providers that can be used to sign in to accounts.
import {
  providerNames,
  type IdentityProvider,
  type SignInMethod,
  identityProvidersText,
} from '@baobab/contract/accounts/text.ts'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import type { ConnectionProof } from '../lock-out-rules.ts'
import type { StudentRow } from '../queries.ts'
import { providerIdentities } from './tables.ts'
import { students } from '../tables.ts'

export type IdentityKey = { provider: IdentityProvider; subject: string }

/** Finds the student who signs in with an identity. */
export async function findStudentByIdentity(db: Db | Tx, key: IdentityKey): Promise<StudentRow | undefined> {
  const [row] = await db
    .select({ student: students })
    .from(providerIdentities)
    .innerJoin(students, eq(students.id, providerIdentities.studentId))
    .where(and(isIdentity(key), isNull(students.erasedAt)))
  return row?.student
}

const isIdentity = ({ provider, subject }: IdentityKey) =>
  and(eq(providerIdentities.provider, provider), eq(providerIdentities.subject, subject))

/**
 * Makes transactions about one identity run one at a time, so that it gets one registration and one account. Locks are taken in
 * this order: the email, the student's row, the identity.
 */
export async function lockIdentity(tx: Tx, { provider, subject }: IdentityKey): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${provider} ${subject}`}, 0))`)
}

/**
 * Connects an identity to an account. Throws 409 if it belongs to another account, or if the account has another identity at
 * this provider.
 * @returns false if it was already connected to this account
 */
export async function insertIdentity(
  app: App,
  tx: Tx,
  { provider, subject, studentId, proof }: IdentityKey & { studentId: string; proof: ConnectionProof | null },
): Promise<boolean> {
  const identity = { provider, subject }
  const inserted = await tx
    .insert(providerIdentities)
    .values({ ...identity, studentId, proof, connectedAt: app.clock.now() })
    .onConflictDoNothing()
    .returning({ subject: providerIdentities.subject })
  if (inserted.length > 0) return true
  const [row] = await tx.select().from(providerIdentities).where(isIdentity(identity))
  const name = providerNames[provider]
  if (row === undefined) fail('already_connected', { message: identityProvidersText.alreadyConnected(name) })
  if (row.studentId !== studentId) fail('identity_in_use', { message: identityProvidersText.inUse(name) })
  return false
}

/** Lists a student's identities in the order they were connected. */
export async function listIdentities(db: Db | Tx, studentId: string) {
  return db
    .select({ provider: providerIdentities.provider, connectedAt: providerIdentities.connectedAt })
    .from(providerIdentities)
    .where(eq(providerIdentities.studentId, studentId))
    .orderBy(asc(providerIdentities.connectedAt), asc(providerIdentities.provider))
}

/** Lists the account's sign-in methods; none if there is no such account. */
export async function listMethods(db: Db | Tx, studentId: string): Promise<SignInMethod[]> {
  const [student] = await db
    .select({ passwordHash: students.passwordHash })
    .from(students)
    .where(eq(students.id, studentId))
  const identities = await listIdentities(db, studentId)
  return [...(student?.passwordHash ? (['password'] as const) : []), ...identities.map(({ provider }) => provider)]
}
