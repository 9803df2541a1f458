// Guardians' registrations whose address is not proved yet.
import { and, desc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'
import { UNVERIFIED_HOLDS_MS } from '@baobab/contract/accounts/rules.ts'
import { toLookupKey } from '../accounts/queries.ts'
import type { Address } from '../accounts/read-address.ts'
import { hashErasedEmail } from '../accounts/registrations.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { computeHmac, isSameSecret } from '../platform/security/tokens.ts'
import { guardianRegistrations, guardians, type GuardianRow } from './tables.ts'

export type GuardianRegistrationRow = typeof guardianRegistrations.$inferSelect
/** What a call about a code names. */
export type GuardianTarget = { address: Address; registration?: string | undefined }

/** Makes transactions about one address run one at a time, so that it gets one account and a limited number of registrations. */
export async function lockAddress(tx: Tx, address: Address): Promise<void> {
  const name = `guardians with ${toLookupKey(address)}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Returns the time before which registrations have expired. */
export function oldestGuardianRegistration(app: Pick<App, 'clock'>): Date {
  return new Date(app.clock.now().getTime() - UNVERIFIED_HOLDS_MS)
}

/** Returns the SQL condition that a registration was made with an address. */
export function isOfAddress(app: Pick<App, 'keys'>, address: Address): SQL {
  return inArray(guardianRegistrations.addressKey, [toLookupKey(address), hashErasedEmail(app, address)])
}

/** Returns an address's registrations that have not expired, newest first. */
export async function findGuardianRegistrations(
  app: App,
  db: Db | Tx,
  address: Address,
): Promise<GuardianRegistrationRow[]> {
  return db
    .select()
    .from(guardianRegistrations)
    .where(and(isOfAddress(app, address), gt(guardianRegistrations.createdAt, oldestGuardianRegistration(app))))
    .orderBy(desc(guardianRegistrations.createdAt), desc(guardianRegistrations.id))
}

/** Returns a registration's secret reference, which only the person who registered has. */
export function deriveGuardianReference(app: Pick<App, 'keys'>, id: string): string {
  return computeHmac(app.keys.codes, 'guardian registration', id).toString('base64url')
}

/**
 * Finds the registration that a call is about: the one with the reference, or without a reference the only one. If there are
 * several, a code without a reference could belong to a stranger's registration.
 */
export async function findPendingGuardian(
  app: App,
  db: Db | Tx,
  { address, registration }: GuardianTarget,
): Promise<GuardianRegistrationRow | undefined> {
  const rows = await findGuardianRegistrations(app, db, address)
  if (registration !== undefined)
    return rows.find(({ id }) => isSameSecret(deriveGuardianReference(app, id), registration))
  return rows.length === 1 ? rows[0] : undefined
}

/** Finds the guardian with an address. Erased accounts have none. */
export async function findGuardianByAddress(db: Db | Tx, address: Address): Promise<GuardianRow | undefined> {
  const [guardian] = await db
    .select()
    .from(guardians)
    .where(eq(guardians.addressKey, toLookupKey(address)))
  return guardian
}
